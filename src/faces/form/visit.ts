import { getCookie, setCookie } from 'hono/cookie';
import { randomBytes } from 'node:crypto';
import { present } from '../../core/present.ts';
import { dayIn } from '../../core/hours.ts';
import { foldText } from '../../core/text.ts';
import { schoolOf } from '../../submissions/schools.ts';
import { type Language, languageNamed, textsIn, wantedLanguage } from '../../submissions/words/form-texts.ts';
import { currentPicklists } from '../../picklists/picklists.repository.ts';
import type { Answers } from '../../submissions/submission-answers.ts';
import { commonLists } from '../../submissions/lists.ts';
import type { LookUps } from '../../screening/network/look-ups.ts';
import type { RiskList } from '../../screening/network/risk-list.ts';
import type { AdvertFetching } from '../../tasks/form/read-advert.ts';
import { mayHideName } from '../../tasks/form/hide-name.ts';
import type { Accepting } from '../../tasks/form/accept-submission.ts';
import type { FormSite } from '../../submissions/mail-outbox.ts';
import { isFromHosting, senderFingerprints } from '../../submissions/sender.ts';
import {
  addSubmission,
  changeSubmission,
  type Submission,
} from '../../submissions/submissions.repository.ts';
import { type FormTerms, listQuestions } from '../../submissions/terms.ts';
import { isThrowaway } from '../../core/net/throwaway-mail.ts';
import { lifetimes, newJobMark, newToken, tokenFingerprint } from '../../submissions/submission-tokens.ts';
import { draftsBehind, keepToken } from '../../submissions/form-tokens.repository.ts';
import { loadSettings } from '../../platform/settings/settings.repository.ts';
import type { SubmissionBehavior } from '../../db/schema.ts';
import { DAY } from '../../core/clock.ts';
import { fairUntil } from '../../submissions/limits/fair-link.ts';
import { type Limit, stretchOf, takeRateLimit } from '../../submissions/limits/form-limits.repository.ts';
import { activeTargets } from '../../targets/targets.repository.ts';
import { csrfToken } from '../web/csrf.ts';
import { addressOf, isSecure, type WebContext, type WebDeps } from '../web/env.ts';
import { hidingHost } from './own-site.ts';
import { sentText } from './form-body.ts';
import { type FormFrame, jobAddress } from './frame.ts';
import { enoughPage } from './pages/plain.ts';

/** What the form works with: the web, where its mails' links lead, and how mails get on their way. */
export type FormDeps = {
  readonly web: WebDeps;
  readonly site: FormSite;
  /** Hands the outbox to the mail system soon; the answer to the browser does not wait for it. */
  readonly mailSoon: () => void;
  /** Look-ups of mail domains and addresses; absent where they are not allowed. */
  readonly lookUps?: LookUps;
  /** Hosts that the operator's list calls dangerous; absent where there is no list. */
  readonly riskList?: RiskList;
  /** Fetches an advert that somebody wants to begin from; absent where nothing is fetched. */
  readonly fetching?: AdvertFetching;
};

const COOKIE = 'quadwire.draft';

/** What tasks on submissions work with. */
export function acceptingOf({ web: { db, clock }, site, lookUps, riskList }: FormDeps): Accepting {
  return present({ db, clock, site, lookUps, riskList });
}

const DEVICE = 'quadwire.device';

/** From where a job is sent, as prints; a browser without a mark gets one, for as long as a rejected post may come again. */
export async function senderOf(c: WebContext, { web, site }: FormDeps): Promise<SubmissionBehavior> {
  const device = getCookie(c, DEVICE) ?? newToken();
  keepInBrowser(c, web, [DEVICE, device], 180 * DAY);
  const rule = (await loadSettings(web.db)).get('screening.hostingHeader');
  const fromHosting = web.site.trustProxy && isFromHosting(rule, (name) => c.req.header(name));
  return {
    sender: senderFingerprints(site.secret, { address: addressOf(c, web), device }),
    ...(fromHosting ? { fromHosting } : {}),
  };
}

const FAIR = 'quadwire.fair';

/** Keeps the mark of a link that staff gave out for a career fair, until it ends. */
export function rememberFair(c: WebContext, { web, site }: FormDeps): void {
  const mark = c.req.query('fair');
  const until = fairUntil(site.secret, mark, web.clock.now());
  if (mark !== undefined && until !== undefined)
    keepInBrowser(c, web, [FAIR, mark], until.getTime() - web.clock.now().getTime());
}

/** Whether a link of staff lifts the limits for this browser. */
export function isLifted(c: WebContext, { web, site }: FormDeps): boolean {
  return fairUntil(site.secret, getCookie(c, FAIR), web.clock.now()) !== undefined;
}

/** Counts one more of something that has a limit; false when that is too often. */
export async function allows(c: WebContext, deps: FormDeps, limit: Limit, who: string): Promise<boolean> {
  const { db, clock } = deps.web;
  return takeRateLimit(db, { limit, who, now: clock.now(), lifted: isLifted(c, deps) });
}

/** Says that a limit is reached, and whether what was typed is kept. */
export function limitReached(
  c: WebContext,
  deps: FormDeps,
  limit: Limit,
  kept = false,
): Response | Promise<Response> {
  return c.html(enoughPage(frameOf(c, deps), { per: stretchOf(limit), kept }), 429);
}

const LANGUAGE = 'quadwire.language';

/** The language of a page: the one that its reader chose here or before, that of the job behind its link, or what the browser wants. */
export function languageOf(c: WebContext): Language {
  return (
    languageNamed(c.req.query('lang')) ??
    languageNamed(getCookie(c, LANGUAGE)) ??
    languageNamed(c.get('language')) ??
    wantedLanguage(c.req.header('accept-language'))
  );
}

/** Keeps the language that was chosen on this page, for the next pages of this browser. */
export function rememberLanguage(c: WebContext, { web }: FormDeps): void {
  const chosen = languageNamed(c.req.query('lang'));
  if (chosen !== undefined) keepInBrowser(c, web, [LANGUAGE, chosen], 365 * DAY);
}

function keepInBrowser(
  c: WebContext,
  { site }: FormDeps['web'],
  [name, value]: readonly [string, string],
  ms: number,
): void {
  setCookie(c, name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(site),
    maxAge: Math.ceil(ms / 1_000),
  });
}

/** The job that a page is about: its language is that of the page, and the one that is chosen here becomes its own. */
export async function keepLanguage(
  c: WebContext,
  { web }: FormDeps,
  submission: Submission,
): Promise<Submission> {
  c.set('language', submission.language);
  const language = languageNamed(c.req.query('lang'));
  if (language === undefined || language === submission.language) return submission;
  await changeSubmission(web.db, submission.id, { language });
  return { ...submission, language };
}

export function frameOf(c: WebContext, { web }: FormDeps): FormFrame {
  const { helpEmail } = web.site;
  return {
    csrf: csrfToken(c, web.site),
    now: web.clock.now(),
    here: c.req.url,
    words: textsIn(languageOf(c)),
    helpEmail,
  };
}

/** So many jobs can be written in one browser. */
const mostDrafts = 12;

/** The keys to the jobs that this browser writes, the one that was begun last first. */
function draftTokens(c: WebContext): readonly string[] {
  return (getCookie(c, COOKIE) ?? '').split('.').filter((token) => token !== '');
}

/** The jobs that this browser writes, the one that was written on last first. */
export async function draftsOf(c: WebContext, { web, site }: FormDeps): Promise<readonly Submission[]> {
  const fingerprints = draftTokens(c).map((token) => tokenFingerprint(site.secret, 'draft', token));
  return fingerprints.length === 0 ? [] : draftsBehind(web.db, fingerprints, web.clock.now());
}

/**
 * The job that a page belongs to: its address names it. A page that was open before addresses did says it in a field; an address
 * without a job means the one that was written on last.
 */
export async function draftOf(c: WebContext, deps: FormDeps): Promise<Submission | undefined> {
  const jobId = c.req.param('job') ?? (c.req.method === 'POST' ? await sentText(c, 'job') : '');
  const drafts = await draftsOf(c, deps);
  const draft = jobId === '' ? drafts[0] : drafts.find((one) => one.jobId === jobId);
  return draft && keepLanguage(c, deps, draft);
}

/** A number for a job that nobody began yet, and the address of its first page. */
export function newJobAddress({ site }: FormDeps, prefilling: URLSearchParams): string {
  const jobId = newJobId();
  const query = new URLSearchParams([['new', newJobMark(site.secret, jobId)], ...prefilling]);
  return `${jobAddress(jobId, 'email')}?${query.toString()}`;
}

/** The job that the address wants begun, if we gave it that number. */
function jobToBegin(c: WebContext, { site }: FormDeps): string | undefined {
  const jobId = c.req.param('job');
  return jobId !== undefined && c.req.query('new') === newJobMark(site.secret, jobId) ? jobId : undefined;
}

/** Whether the address is that of a job that may be begun there. */
export function mayBegin(c: WebContext, deps: FormDeps): boolean {
  return jobToBegin(c, deps) !== undefined;
}

function newJobId(): string {
  return `F${randomBytes(6).toString('hex').toUpperCase()}`;
}

function keepDraftTokens(c: WebContext, { web }: FormDeps, tokens: readonly string[]): void {
  keepInBrowser(c, web, [COOKIE, [...new Set(tokens)].slice(0, mostDrafts).join('.')], lifetimes.draft);
}

/** Begins a job, and lets this browser write on it. */
export async function beginDraft(
  c: WebContext,
  deps: FormDeps,
  draft: Answers,
  begun: Date,
): Promise<Submission> {
  const add = (jobId: string) =>
    addSubmission(deps.web.db, { jobId, draft, language: languageOf(c), now: begun });
  const wanted = jobToBegin(c, deps);
  // The number of the address may belong to a job already: of another browser, or of the first of two presses.
  const submission = (wanted === undefined ? undefined : await add(wanted)) ?? (await add(newJobId()));
  if (submission === undefined) throw new Error('a new job was given the number of another one');
  await letWrite(c, deps, submission.id);
  return submission;
}

/** Lets this browser write on a job. */
export async function letWrite(c: WebContext, deps: FormDeps, submissionId: number): Promise<void> {
  const { web, site } = deps;
  const token = newToken();
  const fingerprint = tokenFingerprint(site.secret, 'draft', token);
  await keepToken(web.db, { fingerprint, submissionId, purpose: 'draft', now: web.clock.now() });
  keepDraftTokens(c, deps, [token, ...draftTokens(c)]);
}

/** More schools than this have lists too different to be shown as one. */
const mostListsMerged = 5;

/** The day it is where the installation stands. */
export function todayOf({ web, site }: FormDeps): string {
  return dayIn(web.clock.now(), site.timeZone);
}

/** What answers are judged by now. */
export async function termsNow(c: WebContext, deps: FormDeps): Promise<FormTerms> {
  const { web } = deps;
  const targets = (await activeTargets(web.db)).filter(
    ({ state, definition }) => state === 'active' && definition.form?.offered !== false,
  );
  const schools = targets.map(schoolOf);
  const stored =
    targets.length > mostListsMerged
      ? []
      : (await Promise.all(targets.map(({ id }) => currentPicklists(web.db, id)))).flat();
  const lists = Object.fromEntries(
    listQuestions.map((question) => {
      const labels = stored
        .filter(({ field }) => field === question)
        .flatMap(({ entries }) => entries.map(labelOf));
      const distinct = [...new Map(labels.filter(Boolean).map((label) => [foldText(label), label])).values()];
      return [question, distinct.length === 0 ? commonLists[question] : distinct] as const;
    }),
  );
  return {
    today: todayOf(deps),
    schools,
    lists: { ...commonLists, ...lists },
    mayHideName: await mayHideName(web.db, await draftOf(c, deps)),
    isThrowaway,
    hidingHost,
    words: textsIn(languageOf(c)),
  };
}

function labelOf({ ivalue }: { readonly ivalue: string }): string {
  return ivalue.trim();
}

import { getCookie, setCookie } from 'hono/cookie';
import { DAY } from '../../core/clock.ts';
import { dayIn } from '../../core/hours.ts';
import { withoutMarkup } from '../../submissions/text-markup.ts';
import { isThrowaway } from '../../core/net/throwaway-mail.ts';
import { present } from '../../core/present.ts';
import type { SubmissionBehavior } from '../../db/schema.ts';
import type { LookUps } from '../../screening/network/look-ups.ts';
import type { RiskList } from '../../screening/network/risk-list.ts';
import { beginJob, draftsOfKeys, keepDraft, newJobId, type Submission } from '../../submissions/drafts.ts';
import { fairUntil } from '../../submissions/limits/fair-link.ts';
import { type Limit, stretchOf, takeRateLimit } from '../../submissions/limits/take-rate-limit.ts';
import { type FormSite, freshKey } from '../../submissions/links.ts';
import { offeredNow } from '../../tasks/form/offered-now.ts';
import { senderBehavior } from '../../submissions/submission-send.ts';
import type { Answers } from '../../submissions/submission-answers.ts';
import { lifetimes, newJobMark, newToken } from '../../submissions/submission-tokens.ts';
import type { FormTerms } from '../../submissions/terms.ts';
import { type Language, languageNamed, textsIn, wantedLanguage } from '../../submissions/words/form-texts.ts';
import type { Accepting } from '../../tasks/form/accept-submission.ts';
import { mayHideName } from '../../tasks/form/hide-name.ts';
import type { AdvertFetching } from '../../tasks/form/read-advert.ts';
import { csrfToken } from '../web/csrf.ts';
import { addressOf, isSecure, type WebContext, type WebDeps } from '../web/env.ts';
import { sentText } from './form-body.ts';
import { type FormFrame, jobAddress } from './frame.ts';
import { hidingHost } from './own-site.ts';
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
  return senderBehavior(web.db, {
    secret: site.secret,
    address: addressOf(c, web),
    device,
    header: web.site.trustProxy ? (name) => c.req.header(name) : undefined,
  });
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
  await keepDraft(web.db, submission, { language });
  return { ...submission, language };
}

export function frameOf(c: WebContext, { web }: FormDeps): FormFrame {
  const { helpEmail, timeZone } = web.site;
  return {
    csrf: csrfToken(c, web.site),
    now: web.clock.now(),
    here: c.req.url,
    words: textsIn(languageOf(c)),
    helpEmail,
    timeZone,
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
  return draftsOfKeys(web.db, site, draftTokens(c), web.clock.now());
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

function keepDraftTokens(c: WebContext, { web }: FormDeps, tokens: readonly string[]): void {
  keepInBrowser(c, web, [COOKIE, [...new Set(tokens)].slice(0, mostDrafts).join('.')], lifetimes.draft);
}

/** Begins a job, and lets this browser write on it. */
export async function beginDraft(
  c: WebContext,
  deps: FormDeps,
  draft: Answers,
  { behavior, now = deps.web.clock.now() }: { behavior?: SubmissionBehavior; now?: Date | undefined } = {},
): Promise<Submission> {
  const begun = { draft, language: languageOf(c), now, behavior };
  const submission = await beginJob(deps.web.db, jobToBegin(c, deps), begun);
  await letWrite(c, deps, submission.id);
  return submission;
}

/** Lets this browser write on a job. */
export async function letWrite(c: WebContext, deps: FormDeps, submissionId: number): Promise<void> {
  const { web, site } = deps;
  const key = await freshKey(web.db, site, { submissionId, purpose: 'draft', now: web.clock.now() });
  keepDraftTokens(c, deps, [key, ...draftTokens(c)]);
}

/** The day it is where the installation stands. */
export function todayOf({ web, site }: FormDeps): string {
  return dayIn(web.clock.now(), site.timeZone);
}

/** What answers are judged by now. */
export async function termsNow(c: WebContext, deps: FormDeps): Promise<FormTerms> {
  const { db } = deps.web;
  return {
    ...(await offeredNow(db)),
    today: todayOf(deps),
    mayHideName: await mayHideName(db, await draftOf(c, deps)),
    isThrowaway,
    plainText: withoutMarkup,
    hidingHost,
    words: textsIn(languageOf(c)),
  };
}

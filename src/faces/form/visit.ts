import { getCookie, setCookie } from 'hono/cookie';
import { randomBytes } from 'node:crypto';
import { present } from '../../core/present.ts';
import { dayIn } from '../../core/hours.ts';
import { foldText } from '../../core/text.ts';
import { schoolOf } from '../../submissions/schools.ts';
import { textsFor } from '../../submissions/words/form-texts.ts';
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
import { addSubmission, type Submission, submissionById } from '../../submissions/submissions.repository.ts';
import { type FormTerms, listQuestions } from '../../submissions/terms.ts';
import { isThrowaway } from '../../core/throwaway-mail.ts';
import { lifetimes, newToken, tokenFingerprint } from '../../submissions/submission-tokens.ts';
import { findToken, keepToken } from '../../submissions/form-tokens.repository.ts';
import { loadSettings } from '../../platform/settings/settings.repository.ts';
import type { SubmissionBehavior } from '../../db/schema.ts';
import { DAY } from '../../core/clock.ts';
import { activeTargets } from '../../targets/targets.repository.ts';
import { csrfToken } from '../web/csrf.ts';
import { addressOf, isSecure, type WebContext, type WebDeps } from '../web/env.ts';
import { textIn } from './form-body.ts';
import type { FormFrame } from './frame.ts';

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
  setCookie(c, DEVICE, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(web.site),
    maxAge: (180 * DAY) / 1_000,
  });
  const rule = (await loadSettings(web.db)).get('screening.hostingHeader');
  const fromHosting = web.site.trustProxy && isFromHosting(rule, (name) => c.req.header(name));
  return {
    sender: senderFingerprints(site.secret, { address: addressOf(c, web), device }),
    ...(fromHosting ? { fromHosting } : {}),
  };
}

export function frameOf(c: WebContext, { web }: FormDeps): FormFrame {
  const { helpEmail } = web.site;
  return {
    csrf: csrfToken(c, web.site),
    now: web.clock.now(),
    words: textsFor(c.req.header('accept-language')),
    ...(helpEmail === undefined ? {} : { helpEmail }),
  };
}

/** So many jobs can be written in the windows of one browser. */
const mostDrafts = 6;

/** The keys to the jobs that this browser writes, the one that was written on last first. */
function draftTokens(c: WebContext): readonly string[] {
  return (getCookie(c, COOKIE) ?? '').split('.').filter((token) => token !== '');
}

/**
 * What this browser is writing. A page says which job it belongs to: in another window another one may have been begun since, and
 * what is typed here is not written into that one. The page's job is then the one that is gone on with.
 */
export async function draftOf(c: WebContext, deps: FormDeps): Promise<Submission | undefined> {
  const { web, site } = deps;
  const jobId = c.req.method === 'POST' ? await textIn(c, 'job') : '';
  const tokens = draftTokens(c);
  for (const token of tokens) {
    const fingerprint = tokenFingerprint(site.secret, 'draft', token);
    const found = await findToken(web.db, 'draft', fingerprint, web.clock.now());
    const draft = found && (await submissionById(web.db, found.submissionId));
    if (draft === undefined || (jobId !== '' && draft.jobId !== jobId)) continue;
    if (jobId !== '' && token !== tokens[0]) keepDraftTokens(c, deps, [token, ...tokens]);
    return draft;
  }
  return undefined;
}

function keepDraftTokens(c: WebContext, { web }: FormDeps, tokens: readonly string[]): void {
  setCookie(c, COOKIE, [...new Set(tokens)].slice(0, mostDrafts).join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(web.site),
    maxAge: lifetimes.draft / 1_000,
  });
}

/** Begins a job, and lets this browser write on it. */
export async function beginDraft(
  c: WebContext,
  deps: FormDeps,
  draft: Answers,
  begun: Date,
): Promise<Submission> {
  const jobId = `F${randomBytes(6).toString('hex').toUpperCase()}`;
  const submission = await addSubmission(deps.web.db, { jobId, draft, now: begun });
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
    words: textsFor(c.req.header('accept-language')),
  };
}

function labelOf({ ivalue }: { readonly ivalue: string }): string {
  return ivalue.trim();
}

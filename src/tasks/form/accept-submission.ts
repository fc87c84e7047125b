import { recordFormAct } from '../../platform/audit/form-audit.ts';
import type { Clock } from '../../core/clock.ts';
import { dayIn } from '../../core/hours.ts';
import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import type { Listing } from '../../listings/listing.ts';
import type { ScreeningView } from '../../listings/screening-view.queries.ts';
import { type Directory, directoryFacts } from '../../screening/directory-facts.ts';
import { type LookUps, networkFactsOf } from '../../screening/network/look-ups.ts';
import { domainOf, isFreeMail } from '../../screening/domains.ts';
import { provenLevel } from '../../screening/employers/employers.repository.ts';
import { riskFacts, type RiskHosts, type RiskList } from '../../screening/network/risk-list.ts';
import { proofOf } from '../../screening/proof.ts';
import { askNoMore, askSchool } from '../../screening/schools/school-policies.repository.ts';
import { type SchoolTerms, schoolTerms } from '../../screening/screening.queries.ts';
import { subjectOf } from '../../screening/listing-subject.ts';
import { screenSource } from '../../screening/screen-source.ts';
import { allAnswers, type Answers, answer } from '../../submissions/submission-answers.ts';
import { type FormSite, freshLink, useToken } from '../../submissions/links.ts';
import { queueMail } from '../../submissions/mail-outbox.ts';
import { schoolTitles, stateGiven } from '../../submissions/schools.ts';
import { submissionStatusOf } from '../../submissions/school-status.queries.ts';
import {
  addSubmission,
  changeSubmission,
  formSource,
  lockSubmission,
  type NewSubmission,
  type Submission,
  submissionOfJob,
} from '../../submissions/submissions.repository.ts';
import { decideDuplicates } from '../../listings/duplicates/duplicate-decide.ts';
import { lockCopies } from '../../listings/duplicates/duplicates.repository.ts';
import { putListing } from '../../listings/listing-writes.repository.ts';
import { recordOf } from '../../submissions/record.queries.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { textsOf } from '../../submissions/words/form-texts.ts';
import { toListing } from '../../submissions/to-listing.ts';
import { revokeTokens, type StoredToken } from '../../submissions/form-tokens.repository.ts';
import { activeTargets, type Target } from '../../targets/targets.queries.ts';
import { hitsAt } from '../ask-schools.ts';
import { mayHideName } from './hide-name.ts';
import { settleClearances } from '../../publishing/holds/settle-clearances.ts';

export type Accepting = {
  readonly db: Db;
  readonly clock: Clock;
  readonly site: FormSite;
  readonly lookUps?: LookUps;
  readonly riskList?: RiskList;
};

/**
 * Makes what was written count, now that its mail address is proven: the job becomes a listing of the form, compared with others
 * and screened before anything can be sent, and its employer gets the link to its page. Also for a change to a job that stands. What was judged is what counts:
 * what is typed while the network is asked is not taken unseen, and a job that is erased or closed meanwhile stays so.
 */
export async function acceptSubmission(
  accepting: Accepting,
  judged: Submission,
): Promise<Submission | undefined> {
  return acceptLocked(accepting, judged, (tx) => lockSubmission(tx, judged.id));
}

/** The same by a link or a code, which is used up only if the job is accepted. */
export async function confirmSubmission(
  accepting: Accepting,
  judged: Submission,
  token: StoredToken,
): Promise<Submission | undefined> {
  return acceptLocked(accepting, judged, (tx) => useToken(tx, token, accepting.clock.now()));
}

/** Adds a job whose writer has proven the address before, and accepts it in the same transaction; whether a job of this number stands then. */
export async function postJob(
  accepting: Accepting,
  jobId: string,
  begun: Omit<NewSubmission, 'jobId'>,
): Promise<boolean> {
  const judged = { draft: begun.draft, state: 'draft' as const };
  const added = await acceptLocked(accepting, judged, (tx) => addSubmission(tx, { ...begun, jobId }));
  return (added ?? (await submissionOfJob(accepting.db, jobId)))?.state === 'confirmed';
}

async function acceptLocked(
  { db, clock, site, lookUps, riskList }: Accepting,
  judged: Pick<Submission, 'draft' | 'state'>,
  lock: (tx: Db) => Promise<Submission | undefined>,
): Promise<Submission | undefined> {
  const now = clock.now();
  const network = lookUps && (await lookUp(lookUps, judged.draft));
  const listed = await riskList?.();
  return db.transaction(async (tx) => {
    await lockCopies(tx);
    const stored = await lock(tx);
    if (stored === undefined || answer(judged.draft, 'email') === '') return undefined;
    if (stored.state === 'closed' && judged.state !== 'closed') return undefined;
    const submission = { ...stored, draft: judged.draft };
    const { id, jobId, answers: before, confirmedAt } = submission;
    const draft = (await mayHideName(tx, submission))
      ? submission.draft
      : { ...submission.draft, hide_name: [] };
    const email = answer(draft, 'email').toLowerCase();
    const source = await formSource(tx, now);
    const postedAt = dayIn(confirmedAt ?? now, site.timeZone);
    const listing = toListing({ jobId, answers: draft, postedAt });
    const listingId = await putListing(tx, { sourceId: source.id, listing, now });
    // With those that an older version did not compare.
    await decideDuplicates({ db: tx, clock }, source.id);
    const accepted = {
      state: 'confirmed' as const,
      answers: draft,
      email,
      listingId,
      confirmedAt: confirmedAt ?? now,
      touchedAt: now,
      closedAt: null,
      behavior: { ...stored.behavior, ...present({ network }) },
      told: Object.fromEntries(Object.entries(submission.told).filter(([what]) => what !== 'closed')),
    };
    await changeSubmission(tx, id, accepted);
    await revokeTokens(tx, id, ['confirm', 'code', 'draft', 'continue']);
    await screenForm(tx, clock, source.id, listed);
    await settleClearances(tx, { sourceId: source.id }, now);
    await askSchools(tx, { listingId, listing, answers: draft, now });
    await recordFormAct(
      tx,
      { id, listingId },
      {
        at: now,
        action: before === null ? 'form job confirmed' : 'form job changed',
        detail: { job: jobId, declared: submission.declared },
      },
    );
    await tell(tx, { ...submission, draft, ...accepted }, { site, before, now });
    return { ...submission, ...accepted };
  });
}

/** Asks the network about the employer before anything is decided: no transaction waits for it. */
async function lookUp(lookUps: LookUps, draft: Answers) {
  const website = answer(draft, 'no_site') === '' ? answer(draft, 'website') : '';
  return networkFactsOf(lookUps, { email: answer(draft, 'email'), ...(website === '' ? {} : { website }) });
}

/** Screens the form's new and changed listings. An address was confirmed for each; the schools' directories may know whose it is; more comes from staff. */
async function screenForm(db: Db, clock: Clock, sourceId: number, listed: RiskHosts | undefined) {
  const directory = directoryFacts(db);
  const targets = await activeTargets(db);
  await screenSource({ db, clock }, { id: sourceId, kind: 'form' }, async (stored) =>
    contextOf(db, stored, { directory, targets, listed, now: clock.now() }),
  );
}

type Known = {
  readonly directory: Directory;
  readonly targets: readonly Target[];
  readonly listed: RiskHosts | undefined;
  readonly now: Date;
};

async function contextOf(db: Db, stored: ScreeningView, { directory, targets, listed, now }: Known) {
  const submission = await submissionOfJob(db, stored.jobId);
  const behavior = submission?.behavior ?? {};
  const { worked, copied: _, network = {}, sender = {}, ...noticed } = behavior;
  const subject = subjectOf(stored.listing, 'form');
  const chosen = targets.filter(({ name }) => stored.listing.chosenTargets?.includes(name));
  const knownToSchool = await directory.isKnownTo(
    subject,
    chosen.map(({ id }) => id),
  );
  const knownEmployers = await directory.knownEmployers(subject);
  const siteAnswers = network.siteAnswers === true;
  const email = submission?.email ?? '';
  const mail = domainOf(email);
  const ownDomain = mail === undefined || isFreeMail(mail) ? undefined : mail;
  const history = email === '' ? {} : await recordOf(db, { email, ownDomain }, now);
  // A browser that runs our script tells what was touched: nothing was, where it says nothing.
  const touched = worked === true ? { focusEvents: 0, ...noticed } : noticed;
  const known = await provenLevel(db, subject.email);
  const proof = proofOf(subject, {
    mailConfirmed: true,
    knownToSchool: knownToSchool || known === 3,
    documentOrCallBack: known === 4,
    siteAnswers,
  });
  // Without the proof of work (no script, or a program) a person looks at the job, however well its address fits its site.
  return {
    proof: worked === true || proof !== 2 ? proof : 1,
    behavior: touched,
    sender,
    knownEmployers,
    network: { ...network, ...riskFacts(subject, listed) },
    history,
  };
}

/** Each chosen school's own rules: what meets one waits for that school, and nobody else. */
async function askSchools(
  db: Db,
  given: {
    readonly listingId: number;
    readonly listing: Listing;
    readonly answers: Answers;
    readonly now: Date;
  },
): Promise<void> {
  const { listingId, listing, answers, now } = given;
  const chosen = allAnswers(answers, 'schools');
  for (const target of await activeTargets(db)) {
    if (!chosen.includes(target.name)) continue;
    const terms = await schoolTerms(db, target.id);
    const hits = formHits(listing, answers, target, terms);
    if (hits.length > 0 || terms.approvesForms)
      await askSchool(db, { targetId: target.id, listingId, hits, at: now });
    else await askNoMore(db, target.id, [listingId]);
  }
}

/** Which of a school's rules a job of the form meets. */
export function formHits(listing: Listing, answers: Answers, target: Target, terms: SchoolTerms) {
  return hitsAt(target, terms, { listing, kind: 'form', thirdParty: answer(answers, 'third') === 'yes' });
}

type Telling = { readonly site: FormSite; readonly before: Answers | null; readonly now: Date };

/** The first time: that we have it. After a change of what matters: a notice, to the address that the job had before. */
async function tell(db: Db, submission: Submission, { site, before, now }: Telling): Promise<void> {
  const { id, draft, listingId } = submission;
  const title = answer(draft, 'job_title');
  const parts = before === null ? [] : sensitiveParts(before, draft);
  const to = before === null ? answer(draft, 'email') : answer(before, 'email');
  if (before !== null && parts.length === 0) return;
  const href = await freshLink(db, site, { purpose: 'manage', submissionId: id, email: to, now });
  const words = textsOf(submission);
  const { timeZone } = site;
  const titles = await schoolTitles(db);
  const standing = listingId && (await submissionStatusOf(db, listingId, allAnswers(draft, 'schools')));
  const schools = standing ? standing.schools.map((one) => stateGiven(one, titles, { words, timeZone })) : [];
  const letter =
    before === null
      ? formMails.received(words, { title, schools, href })
      : formMails.changed(words, { title, parts: parts.map((part) => words.mails.parts[part]), href });
  const kind = before === null ? 'received' : 'changed';
  await queueMail(db, site, { kind, to, letter, submissionId: id, now });
}

/** What was changed of the parts that send a job to review again. */
function sensitiveParts(before: Answers, after: Answers) {
  const parts = [
    ['email', ['email']],
    ['apply', ['resume_mode', 'apply_url', 'resume_email']],
    ['employer', ['empname', 'website']],
    ['pay', ['paid', 'min', 'max', 'unit', 'currency']],
  ] as const;
  return parts.flatMap(([part, fields]) =>
    fields.some((field) => answer(before, field) !== answer(after, field)) ? [part] : [],
  );
}

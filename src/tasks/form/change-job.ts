import { DAY } from '../../core/clock.ts';
import { dayIn } from '../../core/hours.ts';
import { formPoster } from '../../platform/mail/recipient.ts';
import { putMail } from '../../platform/mail/mail.repository.ts';
import { appeal } from '../../screening/screening.repository.ts';
import { answer } from '../../submissions/submission-answers.ts';
import { eraseSubmission } from '../../submissions/erase.repository.ts';
import { mailOf } from '../../submissions/mails/message.ts';
import { recordFormAct } from '../../platform/audit/form-audit.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { textsOf } from '../../submissions/words/form-texts.ts';
import {
  changeSubmission,
  type Submission,
  withdrawListing,
} from '../../submissions/submissions.repository.ts';
import { extendedDay } from '../../submissions/terms.ts';
import { acceptSubmission, type Accepting } from './accept-submission.ts';

/** Closes a job: every school takes it down. */
export async function closeJob({ db, clock }: Accepting, submission: Submission): Promise<void> {
  const { id, listingId, state } = submission;
  if (state === 'closed') return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await changeSubmission(tx, id, { state: 'closed', closedAt: now, touchedAt: now });
    if (listingId === null) return;
    await withdrawListing(tx, listingId, now);
    await recordFormAct(tx, submission, { at: now, action: 'form job closed' });
  });
}

/** Until when its employer may open a closed job again: one day, while its own last day is not over. */
export function reopenableUntil(
  { clock, site }: Pick<Accepting, 'clock' | 'site'>,
  { state, closedAt, answers }: Submission,
): Date | undefined {
  const now = clock.now();
  if (state !== 'closed' || closedAt === null || answers === null) return undefined;
  const until = new Date(closedAt.getTime() + DAY);
  return until > now && answer(answers, 'until') >= dayIn(now, site.timeZone) ? until : undefined;
}

/** Opens a job again that its employer closed; false when that is too late. */
export async function reopenJob(accepting: Accepting, submission: Submission): Promise<boolean> {
  const { answers } = submission;
  if (answers === null || reopenableUntil(accepting, submission) === undefined) return false;
  return (await acceptSubmission(accepting, { ...submission, draft: answers })) !== undefined;
}

/** Asks another person to look at a refused job. */
export async function appealJob(
  { db, clock }: Pick<Accepting, 'db' | 'clock'>,
  job: { readonly id: number; readonly listingId: number },
  reasons: string,
): Promise<void> {
  const at = clock.now();
  if (await appeal(db, job.listingId, reasons, at))
    await recordFormAct(db, job, { at, action: 'form job appealed' });
}

/** Deletes what is kept of a job and of who wrote it, and takes it down; the last letter says so. */
export async function eraseJob({ db, clock, site }: Accepting, submission: Submission): Promise<void> {
  const now = clock.now();
  const { id, jobId, email, answers, draft } = submission;
  await db.transaction(async (tx) => {
    await eraseSubmission(tx, submission, now);
    await recordFormAct(tx, submission, { at: now, action: 'form data deleted', detail: { job: jobId } });
    if (email === null) return;
    const title = answer(answers ?? draft, 'job_title');
    const letter = formMails.erased(textsOf(submission), { title, href: `${site.origin}/post` });
    await putMail(tx, mailOf(letter, formPoster(email), site.helpEmail), {
      kind: 'form erased',
      about: `submission:${id}`,
      now,
    });
  });
}

/**
 * Shows a job 30 days longer than `from`, at most as long as any job may be shown from today; gives its last day. A job whose
 * last day is another one by now was extended already: the second press of a button changes nothing.
 */
export async function extendJob(accepting: Accepting, submission: Submission, from: string): Promise<string> {
  const { db, clock, site } = accepting;
  const answers = submission.answers ?? submission.draft;
  const stands = answer(answers, 'until');
  if (stands !== from) return stands;
  const until = extendedDay(from, dayIn(clock.now(), site.timeZone));
  const draft = { ...answers, until: [until] };
  await changeSubmission(db, submission.id, { draft });
  await acceptSubmission(accepting, { ...submission, draft });
  return until;
}

import type { Db } from '../db/db.ts';
import { auditEntries } from '../platform/audit/audit.queries.ts';
import { mailsAbout } from '../platform/mail/mail.queries.ts';
import { employerProfileOf, saveEmployerProfile } from './employer-profile.repository.ts';
import { employerOf } from './prefill.ts';
import { type SubmissionStatus, submissionStatusOf } from './school-status.queries.ts';
import { allAnswers, type Answers } from './submission-answers.ts';
import type { Submission } from './submissions.repository.ts';

export type { SubmissionStatus } from './school-status.queries.ts';

/** Where a submission stands, at the schools that it chose; undefined while it is no listing. */
export async function statusOf(
  db: Db,
  { listingId, answers, draft }: Pick<Submission, 'listingId' | 'answers' | 'draft'>,
): Promise<SubmissionStatus | undefined> {
  return listingId === null
    ? undefined
    : submissionStatusOf(db, listingId, allAnswers(answers ?? draft, 'schools'));
}

/** What is kept of a job and of who wrote it. */
export async function keptOf(db: Db, submission: Submission) {
  const { id, answers, draft, listingId, email } = submission;
  const standing = await statusOf(db, submission);
  const mails = await mailsAbout(db, `submission:${id}`, new Date(0));
  return {
    answers: answers ?? draft,
    mails: mails.map(({ subject, recipient, createdAt }) => ({ subject, to: recipient, at: createdAt })),
    schools: standing?.schools ?? [],
    profile: email === null ? undefined : (await employerProfileOf(db, email))?.answers,
    decisions: listingId === null ? [] : await auditEntries(db, { subject: `listing:${listingId}` }),
  };
}

/** The employer that a new job of an address begins with: the saved one, else that of its newest job. */
export async function ownEmployer(db: Db, email: string, [newest]: readonly Submission[]) {
  const saved = await employerProfileOf(db, email);
  const employer = saved?.answers ?? employerOf(newest?.answers ?? newest?.draft ?? {});
  return { employer, savedAt: saved?.savedAt };
}

/** Saves the employer that new jobs of an address begin with. */
export async function saveEmployer(db: Db, email: string, answers: Answers, now: Date): Promise<void> {
  await saveEmployerProfile(db, { email, answers, now });
}

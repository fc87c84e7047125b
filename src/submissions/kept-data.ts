import type { Db } from '../db/db.ts';
import { auditEntries } from '../platform/audit/audit.repository.ts';
import { mailsAbout } from '../platform/mail/mail.repository.ts';
import { employerProfileOf } from './employer-profile.repository.ts';
import { submissionStatusOf } from './school-status-store.ts';
import { allAnswers } from './submission-answers.ts';
import type { Submission } from './submissions.repository.ts';

/** What is kept of a job and of who wrote it. */
export async function keptOf(db: Db, { id, answers, draft, listingId, email }: Submission) {
  const whole = answers ?? draft;
  const standing =
    listingId === null ? undefined : await submissionStatusOf(db, listingId, allAnswers(whole, 'schools'));
  const mails = await mailsAbout(db, `submission:${id}`, new Date(0));
  return {
    answers: whole,
    mails: mails.map(({ subject, recipient, createdAt }) => ({ subject, to: recipient, at: createdAt })),
    schools: standing?.schools ?? [],
    profile: email === null ? undefined : (await employerProfileOf(db, email))?.answers,
    decisions: listingId === null ? [] : await auditEntries(db, { subject: `listing:${listingId}` }),
  };
}

import { type Clock, MINUTE } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { SubmissionBehavior } from '../db/schema.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { isFromHosting, senderFingerprints } from './sender.ts';
import { mailsAbout } from '../platform/mail/mail.queries.ts';
import { allAnswers, answer } from './submission-answers.ts';
import { type FormSite, freshLink } from './links.ts';
import { queueMail } from './mail-outbox.ts';
import { type Limit, takeRateLimit } from './limits/take-rate-limit.ts';
import { changeSubmission, type Submission } from './submissions.repository.ts';
import { DECLARATIONS_VERSION } from './terms.ts';
import { formMails } from './mails/form-mails.ts';
import { textsOf } from './words/form-texts.ts';
import { codeFingerprint, newCode } from './submission-tokens.ts';
import { keepToken, revokeTokens } from './form-tokens.repository.ts';

export type Sending = { readonly db: Db; readonly clock: Clock; readonly site: FormSite };

export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The last message is not a minute old. */
  | { readonly kind: 'soon' }
  /** More of it than a person needs: by this job, this mail, or its domain. */
  | { readonly kind: 'enough'; readonly limit: Limit };

/** Asks the writer's address to confirm a finished submission: a link and a code, in one mail. */
export async function askToConfirm(
  { db, clock, site }: Sending,
  submission: Submission,
  { again, lifted = false }: { readonly again: boolean; readonly lifted?: boolean },
): Promise<SendOutcome> {
  const now = clock.now();
  const { id, draft } = submission;
  const email = answer(draft, 'email');
  const recent = await mailsAbout(db, `submission:${id}`, new Date(now.getTime() - MINUTE));
  if (recent.some(({ kind, recipient }) => kind === 'form confirm' && recipient === email))
    return { kind: 'soon' };
  if (!(await takeRateLimit(db, { limit: 'limits.confirmationsPerJob', who: String(id), now })))
    return { kind: 'enough', limit: 'limits.confirmationsPerJob' };
  if (!again) {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const ofMail = await takeRateLimit(db, { limit: 'limits.jobsPerMail', who: email, now, lifted });
    const ofDomain = await takeRateLimit(db, { limit: 'limits.jobsPerDomain', who: domain, now, lifted });
    if (!ofMail || !ofDomain)
      return { kind: 'enough', limit: ofMail ? 'limits.jobsPerDomain' : 'limits.jobsPerMail' };
  }
  await db.transaction(async (tx) => {
    const code = newCode();
    await revokeTokens(tx, id, ['code']);
    await keepToken(tx, {
      fingerprint: codeFingerprint(site.secret, id, code),
      submissionId: id,
      purpose: 'code',
      email,
      now,
    });
    const href = await freshLink(tx, site, { purpose: 'confirm', submissionId: id, email, now });
    const letter = formMails.confirm(textsOf(submission), {
      title: answer(draft, 'job_title'),
      schools: allAnswers(draft, 'schools').length,
      href,
      code,
    });
    await queueMail(tx, site, { kind: 'confirm', to: email, letter, submissionId: id, now });
    await changeSubmission(tx, id, {
      ...(submission.state === 'draft' ? { state: 'sent' as const } : {}),
      sentAt: now,
      touchedAt: now,
      declared: DECLARATIONS_VERSION,
    });
  });
  return { kind: 'sent' };
}

/** From where a job is sent: prints of its sender, and whether the proxy calls the network one of a hosting company. */
export async function senderBehavior(
  db: Db,
  {
    secret,
    header,
    ...from
  }: {
    readonly secret: string;
    readonly address: string;
    readonly device: string;
    /** Reads a header that a proxy sets; absent where no proxy is trusted. */
    readonly header?: ((name: string) => string | undefined) | undefined;
  },
): Promise<SubmissionBehavior> {
  const sender = senderFingerprints(secret, from);
  const rule = (await loadSettings(db)).get('screening.hostingHeader');
  return header !== undefined && isFromHosting(rule, header) ? { sender, fromHosting: true } : { sender };
}

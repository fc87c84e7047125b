import type { Db } from '../db/db.ts';
import { formPoster } from '../platform/mail/recipient.ts';
import { putMail } from '../platform/mail/mail.repository.ts';
import { mailOf, type Message } from './mails/message.ts';
import { newToken, tokenFingerprint, type TokenPurpose } from './submission-tokens.ts';
import { keepToken } from './form-tokens.repository.ts';

/** Where the form stands, for the links in its mails. */
export type FormSite = {
  readonly secret: string;
  /** `https://jobs.example.org`, without a slash at its end. */
  readonly origin: string;
  readonly helpEmail?: string;
  /** Where days are counted, `America/New_York`. */
  readonly timeZone: string;
};

/** Puts a letter about a submission into the outbox. */
export async function queueMail(
  db: Db,
  { helpEmail }: Pick<FormSite, 'helpEmail'>,
  given: {
    readonly kind: string;
    /** The address that was given with the submission. */
    readonly to: string;
    readonly letter: Message;
    readonly submissionId: number;
    readonly now: Date;
  },
): Promise<void> {
  const { kind, to, letter, submissionId, now } = given;
  await putMail(db, mailOf(letter, formPoster(to), helpEmail), {
    kind: `form ${kind}`,
    about: `submission:${submissionId}`,
    now,
  });
}

const paths = {
  confirm: '/confirm',
  manage: '/manage',
  jobs: '/manage/all',
  continue: '/post/continue',
} as const;

/** A fresh link of that purpose; only its fingerprint is kept. */
export async function freshLink(
  db: Db,
  { secret, origin }: FormSite,
  given: {
    readonly purpose: keyof typeof paths & TokenPurpose;
    readonly submissionId: number;
    readonly email: string;
    readonly now: Date;
  },
): Promise<string> {
  const { purpose, ...rest } = given;
  const token = newToken();
  await keepToken(db, { ...rest, purpose, fingerprint: tokenFingerprint(secret, purpose, token) });
  return `${origin}${paths[purpose]}/${token}`;
}

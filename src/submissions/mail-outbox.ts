import type { Db } from '../db/db.ts';
import { formPoster } from '../platform/mail/recipient.ts';
import { putMail } from '../platform/mail/mail.repository.ts';
import { mailOf, type Message } from './mails/message.ts';
import type { FormSite } from './links.ts';

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

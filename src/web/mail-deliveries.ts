import { type OutboxMail, mailsBefore } from '../mail/store.ts';
import type { WebDeps } from './env.ts';

/** A mail as operations show it: never its words, and not to whom in full. */
export type MailDelivery = Pick<OutboxMail, 'id' | 'kind' | 'subject' | 'state' | 'attempts' | 'answer'> & {
  readonly to: string;
  readonly at: Date;
};

/** Mails newest first, for page and API. */
export async function mailDeliveries(
  { db }: Pick<WebDeps, 'db'>,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<readonly MailDelivery[]> {
  const mails = await mailsBefore(db, { limit, ...(beforeId !== undefined && { beforeId }) });
  return mails.map(({ id, kind, subject, state, attempts, answer, recipient, createdAt }) => ({
    id,
    kind,
    subject,
    state,
    attempts,
    answer,
    to: veiled(recipient),
    at: createdAt,
  }));
}

/** `d…@northfield.example` */
function veiled(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`;
}

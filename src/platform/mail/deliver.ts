import { backoff } from '../../core/backoff.ts';
import { type Clock, HOUR, MINUTE } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../../db/db.ts';
import type { Mailer } from './mailer.ts';
import { fromOutbox } from './recipient.ts';
import { claimMails, endMail, repeatMail } from './mail.repository.ts';
import type { OutboxMail } from './mail.queries.ts';

export type Delivering = {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

const BATCH = 20;
/** No mail takes longer to hand over. */
const SLOWEST_MS = 2 * MINUTE;
/** After a day of trying a mail is given up. */
const ATTEMPTS = 30;

/** Hands the due mails of the outbox to the mail system, and gives how many went. */
export async function deliverMails(delivering: Delivering): Promise<number> {
  const { db, clock } = delivering;
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const until = new Date(now.getTime() + 10 * MINUTE);
    const claimed = await claimMails(db, { now, until, atMost: BATCH });
    for (const mail of claimed) {
      // A slow mail system: the rest is claimed again, also by other workers, so that no mail goes twice.
      if (until.getTime() - clock.now().getTime() < SLOWEST_MS) return sent;
      if (await hand(delivering, mail)) sent += 1;
    }
    if (claimed.length < BATCH) return sent;
  }
}

async function hand({ db, mailer, clock, random, log }: Delivering, mail: OutboxMail): Promise<boolean> {
  const { id, kind, recipient: to, subject, body: text, html, attempts } = mail;
  const delivery = await mailer.send({
    to: fromOutbox(to),
    subject,
    text,
    ...(html === null ? {} : { html }),
  });
  const now = clock.now();
  if (delivery.kind === 'sent') {
    await endMail(db, id, { state: 'sent', now });
    return true;
  }
  const answer = delivery.reason;
  log.warn('mail not sent', { mail: id, kind, attempts, answer });
  if (delivery.kind === 'refused' || attempts >= ATTEMPTS)
    await endMail(db, id, { state: 'refused', answer, now });
  else
    await repeatMail(db, id, {
      dueAt: new Date(now.getTime() + backoff(attempts, MINUTE, HOUR, random)),
      answer,
    });
  return false;
}

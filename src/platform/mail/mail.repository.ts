import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { outbox } from '../../db/schema.ts';
import type { Mail } from './mailer.ts';
import type { OutboxMail } from './mail.queries.ts';

/** Why a mail is sent (`form confirm`) and what it tells of (`submission:12`). */
export type MailPurpose = { readonly kind: string; readonly about: string };

/** Puts a mail into the outbox; in the transaction of what it tells of, so that both happen or neither. */
export async function putMail(
  db: Db,
  { to, subject, text, html }: Mail,
  { kind, about, now }: MailPurpose & { readonly now: Date },
): Promise<void> {
  await db.insert(outbox).values({
    kind,
    about,
    recipient: to,
    subject,
    body: text,
    html: html ?? null,
    dueAt: now,
    createdAt: now,
  });
}

/** Claims the due mails for a while; the claim of a worker that dies expires. */
export async function claimMails(
  db: Db,
  { now, until, atMost }: { readonly now: Date; readonly until: Date; readonly atMost: number },
): Promise<readonly OutboxMail[]> {
  const due = sql`(select id from outbox where state = 'waiting' and due_at <= ${now.toISOString()}::timestamptz order by due_at, id limit ${atMost} for update skip locked)`;
  return db
    .update(outbox)
    .set({ dueAt: until, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in ${due}`)
    .returning();
}

/** A mail that needs nothing more: its words, which may hold a link that opens something, are dropped. */
export async function endMail(
  db: Db,
  id: number,
  end: { readonly state: 'sent' | 'refused'; readonly answer?: string; readonly now: Date },
): Promise<void> {
  const { state, answer, now } = end;
  await db
    .update(outbox)
    .set({ state, answer: answer ?? null, endedAt: now, body: '', html: null })
    .where(eq(outbox.id, id));
}

export async function repeatMail(
  db: Db,
  id: number,
  { dueAt, answer }: { readonly dueAt: Date; readonly answer: string },
): Promise<void> {
  await db.update(outbox).set({ dueAt, answer }).where(eq(outbox.id, id));
}

/** Forgets mails that are older than that, sent or not: they hold people's addresses. */
export async function dropMails(db: Db, before: Date): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, before));
}

import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { outbox } from '../../db/schema.ts';

export type OutboxMail = typeof outbox.$inferSelect;

/** The mails that wait: all of them where no mail system is configured. Newest first. */
export async function waitingMails(db: Db, atMost = 100): Promise<readonly OutboxMail[]> {
  return db
    .select()
    .from(outbox)
    .where(eq(outbox.state, 'waiting'))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(atMost);
}

/** All mails, newest first, before another. */
export async function mailsBefore(
  db: Db,
  { beforeId, limit }: { readonly beforeId?: number; readonly limit: number },
): Promise<readonly OutboxMail[]> {
  return db
    .select()
    .from(outbox)
    .where(beforeId === undefined ? undefined : lt(outbox.id, beforeId))
    .orderBy(desc(outbox.id))
    .limit(limit);
}

/** The mails about one thing since then, oldest first. */
export async function mailsAbout(db: Db, about: string, since: Date): Promise<readonly OutboxMail[]> {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.about, about), gte(outbox.createdAt, since)))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));
}

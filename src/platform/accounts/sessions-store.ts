import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sessions } from '../../db/schema/accounts.schema.ts';

/** A browser in which somebody is signed in. */
export type Session = {
  readonly id: string;
  /** As the browser calls itself. */
  readonly userAgent?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Where somebody is signed in, newest first. */
export async function sessionsOf(db: Db, userId: string, now: Date): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), sessions.id);
  return rows.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    createdAt,
    expiresAt,
    ...(userAgent && { userAgent }),
  }));
}

/** Signs somebody out of one browser; false when they are not signed in there. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Signs somebody out in every browser; gives in how many. */
export async function endSessions(db: Db, userId: string): Promise<number> {
  return (await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })).length;
}

import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sessions } from '../../db/schema/accounts.schema.ts';

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

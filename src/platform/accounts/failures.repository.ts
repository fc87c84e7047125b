import { inArray, lt, sql } from 'drizzle-orm';
import { HOUR } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { entryLinks, sessions, signInFailures } from '../../db/schema/accounts.schema.ts';

/** Counts one more try, and gives how many there are with it; a count that began before `since` starts again at one. */
export async function countTry(db: Db, key: string, now: Date, since: Date): Promise<number> {
  const [row] = await db
    .insert(signInFailures)
    .values({ key, count: 1, firstAt: now })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        count: sql`case when ${lt(signInFailures.firstAt, since)} then 1 else ${signInFailures.count} + 1 end`,
        firstAt: sql`case when ${lt(signInFailures.firstAt, since)} then excluded.first_at else ${signInFailures.firstAt} end`,
      },
    })
    .returning({ count: signInFailures.count });
  return row?.count ?? 1;
}

/** Takes back one try that was right. */
export async function takeBackTry(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .update(signInFailures)
    .set({ count: sql`greatest(${signInFailures.count} - 1, 0)` })
    .where(inArray(signInFailures.key, [...keys]));
}

/** Forgets counts that limit nobody any more (anybody can make them), and sessions and links that are over. */
export async function dropEndedSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.firstAt, new Date(now.getTime() - HOUR)));
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(entryLinks).where(lt(entryLinks.expiresAt, now));
}

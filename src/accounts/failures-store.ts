import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { signInFailures } from '../db/schema/accounts.ts';

/** Wrong passwords per key since a moment. */
export async function countFailures(
  db: Db,
  keys: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(signInFailures)
    .where(and(inArray(signInFailures.key, [...keys]), gt(signInFailures.firstAt, since)));
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** Counts one more; a count that began before `since` begins anew. */
export async function addFailure(db: Db, key: string, now: Date, since: Date): Promise<void> {
  await db
    .insert(signInFailures)
    .values({ key, count: 1, firstAt: now })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        count: sql`case when ${lt(signInFailures.firstAt, since)} then 1 else ${signInFailures.count} + 1 end`,
        firstAt: sql`case when ${lt(signInFailures.firstAt, since)} then excluded.first_at else ${signInFailures.firstAt} end`,
      },
    });
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.key, key));
}

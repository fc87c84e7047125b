import { lt, sql } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import type { Db } from '../../db/db.ts';
import { formRateLimits } from '../../db/schema.ts';

/** Counts one more since then; gives how many there are. What is counted is kept as a fingerprint. */
export async function countOne(db: Db, what: string, since: Date): Promise<number> {
  const [row] = await db
    .insert(formRateLimits)
    .values({ key: sha256(what), since, count: 1 })
    .onConflictDoUpdate({
      target: [formRateLimits.key, formRateLimits.since],
      set: { count: sql`${formRateLimits.count} + 1` },
    })
    .returning({ count: formRateLimits.count });
  return row?.count ?? 0;
}

export async function dropOldRateLimits(db: Db, now: Date): Promise<void> {
  await db.delete(formRateLimits).where(lt(formRateLimits.since, new Date(now.getTime() - 2 * DAY)));
}

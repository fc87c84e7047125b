import { lt, sql } from 'drizzle-orm';
import { DAY, HOUR } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import type { Db } from '../../db/db.ts';
import { formRateLimits } from '../../db/schema.ts';

/** What is counted, how often it may be done, in which stretch of time. By address, mail, or mail domain. */
const limits = {
  'drafts of an address': { atMost: 40, in: DAY },
  'adverts of an address': { atMost: 30, in: DAY },
  'jobs of an address': { atMost: 20, in: DAY },
  'jobs of a mail': { atMost: 10, in: DAY },
  'jobs of a domain': { atMost: 50, in: DAY },
  'confirmations of a job': { atMost: 5, in: DAY },
  'codes of an address': { atMost: 60, in: HOUR },
  'lost links of an address': { atMost: 20, in: HOUR },
  'reports of an address': { atMost: 10, in: DAY },
  'lost links of a mail': { atMost: 5, in: DAY },
  'kept drafts of a mail': { atMost: 10, in: DAY },
} as const;
export type Limit = keyof typeof limits;

/** Counts one more; false when that is too often. Who it was is kept as a fingerprint. */
export async function takeRateLimit(db: Db, limit: Limit, who: string, now: Date): Promise<boolean> {
  const { atMost, in: stretch } = limits[limit];
  const since = new Date(Math.floor(now.getTime() / stretch) * stretch);
  const [row] = await db
    .insert(formRateLimits)
    .values({ key: sha256(`${limit} ${who.toLowerCase()}`), since, count: 1 })
    .onConflictDoUpdate({
      target: [formRateLimits.key, formRateLimits.since],
      set: { count: sql`${formRateLimits.count} + 1` },
    })
    .returning({ count: formRateLimits.count });
  return (row?.count ?? 0) <= atMost;
}

export async function dropOldRateLimits(db: Db, now: Date): Promise<void> {
  await db.delete(formRateLimits).where(lt(formRateLimits.since, new Date(now.getTime() - 2 * DAY)));
}

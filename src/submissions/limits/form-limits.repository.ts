import { lt, sql } from 'drizzle-orm';
import { DAY, HOUR } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import type { Db } from '../../db/db.ts';
import { formRateLimits } from '../../db/schema.ts';
import type { SettingKey } from '../../platform/settings/setting-table.ts';
import { loadSettings } from '../../platform/settings/settings.repository.ts';

/** What is counted: each limit is a setting. */
export type Limit = Extract<SettingKey, `limits.${string}`>;
/** These count for an hour, the others for a day. */
const hourly: readonly Limit[] = ['limits.codesPerNetwork', 'limits.linksPerNetwork'];
/** For how long a limit counts. */
export function stretchOf(limit: Limit): 'hour' | 'day' {
  return hourly.includes(limit) ? 'hour' : 'day';
}

/** These stay in force behind a link of staff: they keep one person from being written to without end. */
const always: readonly Limit[] = [
  'limits.confirmationsPerJob',
  'limits.linksPerMail',
  'limits.draftMailsPerMail',
  'limits.reportsPerNetwork',
];

/** Counts one more; false when that is too often. Who it was is kept as a fingerprint. `lifted`: a link of staff lifts what it can. */
export async function takeRateLimit(
  db: Db,
  { limit, who, now, lifted = false }: { limit: Limit; who: string; now: Date; lifted?: boolean },
): Promise<boolean> {
  const stretch = stretchOf(limit) === 'hour' ? HOUR : DAY;
  const since = new Date(Math.floor(now.getTime() / stretch) * stretch);
  const [row] = await db
    .insert(formRateLimits)
    .values({ key: sha256(`${limit} ${who.toLowerCase()}`), since, count: 1 })
    .onConflictDoUpdate({
      target: [formRateLimits.key, formRateLimits.since],
      set: { count: sql`${formRateLimits.count} + 1` },
    })
    .returning({ count: formRateLimits.count });
  if (lifted && !always.includes(limit)) return true;
  return (row?.count ?? 0) <= (await loadSettings(db)).get(limit);
}

export async function dropOldRateLimits(db: Db, now: Date): Promise<void> {
  await db.delete(formRateLimits).where(lt(formRateLimits.since, new Date(now.getTime() - 2 * DAY)));
}

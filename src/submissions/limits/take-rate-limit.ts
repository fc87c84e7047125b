import { DAY, HOUR } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import type { SettingKey } from '../../platform/settings/setting-table.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { countOne } from './form-limits.repository.ts';

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
  const count = await countOne(db, `${limit} ${who.toLowerCase()}`, since);
  if (lifted && !always.includes(limit)) return true;
  return count <= (await loadSettings(db)).get(limit);
}

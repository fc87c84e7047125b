import type { Db } from '../db/db.ts';
import { parseSetting } from '../platform/settings/settings.ts';
import { clearSetting, writeSetting } from '../platform/settings/settings.repository.ts';
import { settingsAt } from '../platform/settings/settings.queries.ts';

/** What a definition sets for its feed, by key. */
export type FeedSettings = Readonly<Record<string, string | number | boolean>>;

/** Who has set what a definition says: what it no longer says is taken back, and nothing that a person has set. */
const BY = 'definition';

/** What is wrong with a definition's settings. */
export function validationErrorsInSettings(settings: FeedSettings): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const parsed = parseSetting(key, String(value), 'feed');
    return parsed.kind === 'mistake' ? [`settings.${key}: ${parsed.mistake}`] : [];
  });
}

/** Brings a feed's settings to what its definition says; whether anything was another way before. */
export async function applySettings(
  db: Db,
  { name, settings = {}, at }: { name: string; settings?: FeedSettings | undefined; at: Date },
): Promise<boolean> {
  const scope = `feed:${name}`;
  const stand = await settingsAt(db, scope);
  const gone = stand.filter(({ key, setBy }) => setBy === BY && !Object.hasOwn(settings, key));
  for (const { key } of gone) await clearSetting(db, scope, key);
  const other = Object.entries(settings).flatMap(([key, value]) => {
    const parsed = parseSetting(key, String(value), 'feed');
    if (parsed.kind === 'mistake') return [];
    return stand.some((one) => one.key === parsed.key && one.value === parsed.value) ? [] : [parsed];
  });
  for (const { key, value } of other) await writeSetting(db, { scope, key, value, by: BY, at });
  return gone.length + other.length > 0;
}

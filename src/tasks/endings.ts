import type { Db } from '../db/db.ts';
import type { Feed } from '../feeds/store.ts';
import { type Ending, endingOf } from '../listings/misses-store.ts';
import type { Settings } from '../settings/settings.ts';

/** What is missing from a run of `adapter`, and since when. */
export type Missing = {
  readonly ids: readonly number[];
  readonly adapter: string;
  readonly now: Date;
};

/** The missing listings that reach both limits of rule R3 with this run; a window of the latest jobs ends none by absence. */
export async function endingsOf(
  db: Db,
  feed: Feed,
  settings: Settings,
  { ids, adapter, now }: Missing,
): Promise<readonly Ending[]> {
  if (ids.length === 0 || feed.definition.window === true) return [];
  const place = { feed: feed.name };
  const pages = isLoose(adapter) && settings.origin('delist.missRuns', place) === 'default';
  return endingOf(db, ids, {
    now,
    missRuns: settings.get(pages ? 'delist.missRunsPages' : 'delist.missRuns', place),
    missHours: settings.get(pages ? 'delist.missHoursPages' : 'delist.missHours', place),
  });
}

/** Pages and RSS lists are weaker evidence than full XML or API feeds (rule R3). */
function isLoose(adapter: string): boolean {
  return /^(html|rss|atom|sitemap)/.test(adapter);
}

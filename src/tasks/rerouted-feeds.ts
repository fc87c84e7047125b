import type { Db } from '../db/db.ts';
import { feedById, usualRunsOf } from '../feeds/feeds.queries.ts';
import { hasOtherFilters } from '../feeds/feed-version.ts';

/** Of these feeds, those whose rules are other than those of the last complete run that stands under no hold (rule R16). */
export async function reroutedOf(db: Db, sourceIds: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const rerouted = new Set<number>();
  for (const id of sourceIds) {
    const feed = await feedById(db, id);
    const [agreed] = await usualRunsOf(db, id, 1);
    if (feed !== undefined && agreed !== undefined && hasOtherFilters(feed.definition, agreed.version))
      rerouted.add(id);
  }
  return rerouted;
}

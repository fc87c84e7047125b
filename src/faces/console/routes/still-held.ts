import type { Db } from '../../../db/db.ts';
import type { Run } from '../../../feeds/feeds.queries.ts';
import { undecidedHolds } from '../../../publishing/holds/holds.queries.ts';

/** A run is held only while its feed is: a decision about one run leaves its mark on that run. */
export async function stillHeld<R extends Run>(db: Db, runs: readonly R[]): Promise<readonly R[]> {
  if (!runs.some(({ held }) => held)) return runs;
  const standing = new Set((await undecidedHolds(db)).map(({ sourceId }) => sourceId));
  return runs.map((run) => ({ ...run, held: run.held && standing.has(run.sourceId) }));
}

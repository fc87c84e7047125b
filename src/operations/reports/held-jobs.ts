import type { Db } from '../../db/db.ts';
import { removesJobs } from '../../publishing/holds/holds.ts';
import type { Hold } from '../../publishing/holds/holds-store.ts';
import { liveJobsOf } from '../../publishing/queries/held-counts.repository.ts';

/** How many jobs of a hold would be taken down; undefined where it takes nothing down, or not each of its jobs is known. */
export async function jobsToTakeDown(db: Db, hold: Hold): Promise<number | undefined> {
  return removesJobs(hold.kind) && hold.listed ? liveJobsOf(db, hold) : undefined;
}

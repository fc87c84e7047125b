import type { Db } from '../../db/db.ts';
import { allSources } from '../../feeds/feeds.queries.ts';
import type { StoredListing } from '../../listings/listings.queries.ts';
import {
  type JobStatus,
  jobStatusesOf,
  listingNamed,
} from '../../publishing/queries/publications.queries.ts';
import type { Seen } from '../registry/access.ts';

export type FoundJob = {
  readonly stored: StoredListing;
  readonly source: string;
  readonly standings: readonly JobStatus[];
};

/** A listing that the user may see, with its states; its source may be one whose own page is not seen. */
export async function findJob(
  db: Db,
  { sight }: Seen,
  source: string,
  jobId: string,
): Promise<FoundJob | undefined> {
  const sourceId = (await allSources(db)).find(({ name }) => name === source)?.id;
  if (sourceId === undefined || sight.sourceIds?.includes(sourceId) === false) return undefined;
  const stored = await listingNamed(db, sourceId, jobId);
  if (!stored) return undefined;
  const standings = await jobStatusesOf(db, [stored.id], sight);
  return sight.targetIds && standings.length === 0 ? undefined : { stored, source, standings };
}

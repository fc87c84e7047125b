import { sql } from 'drizzle-orm';
import { listings } from '../db/schema.ts';
import type { Listing } from './listing.ts';
import type { StoredListing } from './listings.queries.ts';

/** A listing as it is compared and screened: without `job_desc`, which is half of it, and whose plain twin is what is read. */
export type ScreeningView = Pick<
  StoredListing,
  'id' | 'sourceId' | 'jobId' | 'fingerprint' | 'listing' | 'firstSeenAt' | 'expiresAt'
>;

const { id, sourceId, jobId, fingerprint, firstSeenAt, expiresAt } = listings;

/** Its columns, for a selection. */
export const screeningView = {
  id,
  sourceId,
  jobId,
  fingerprint,
  firstSeenAt,
  expiresAt,
  listing: sql`${listings.listing} #- '{job,job_desc}'`.mapWith(
    (value) => listings.listing.mapFromDriverValue(value) as Listing,
  ),
};

import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { numberIn, rowsOf } from '../db/rows.ts';
import { listings, screenings, sources } from '../db/schema.ts';
import type { Listing } from '../listings/listing.ts';
import type { StoredListing } from '../listings/store.ts';
import type { StoredScreening } from './store.ts';

/** One job under review, with what screening found and who sent it. */
export type Reviewed = {
  readonly screening: StoredScreening;
  readonly stored: StoredListing;
  readonly source: string;
  readonly fromForm: boolean;
};

export async function reviewedJob(db: Db, listingId: number): Promise<Reviewed | undefined> {
  const [row] = await db
    .select({ screening: screenings, listing: listings, source: sources.name, kind: sources.kind })
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .where(eq(screenings.listingId, listingId));
  return (
    row && {
      screening: row.screening,
      stored: { ...row.listing, listing: row.listing.listing as Listing },
      source: row.source,
      fromForm: row.kind === 'form',
    }
  );
}

/** Jobs that wait for a person now. */
export async function openReviews(db: Db): Promise<number> {
  return howMany(db, sql`state = 'open'`);
}

/** Jobs that were approved since a moment. */
export async function approvedReviews(db: Db, since: Date): Promise<number> {
  return howMany(db, sql`state = 'approved' and decided_at >= ${since.toISOString()}::timestamptz`);
}

/**
 * Screenings of live jobs that fit, each by its index. Without the `offset` the planner joins them with all live listings, of which few
 * are under review.
 */
async function howMany(db: Db, fits: SQL): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`
      select count(*)::int as n from (select listing_id from ${screenings} where ${fits}) s
      where exists (select 1 from ${listings} where id = s.listing_id and state <> 'ended' offset 0)`),
  );
  return numberIn(row, 'n');
}

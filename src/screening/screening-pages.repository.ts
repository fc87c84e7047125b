import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { isLive, listings, screenings, sources, submissions } from '../db/schema.ts';
import type { Listing } from '../listings/listing.ts';
import type { StoredListing } from '../listings/listing-rows.repository.ts';
import type { StoredScreening } from './screening.repository.ts';

/** One job under review, with what screening found and who sent it. */
export type Reviewed = {
  readonly screening: StoredScreening;
  readonly stored: StoredListing;
  readonly source: string;
  readonly fromForm: boolean;
  /** What was typed as website in the form; schools get no address of a host that many share. */
  readonly typedSite: string | null;
};

export async function reviewedJob(db: Db, listingId: number): Promise<Reviewed | undefined> {
  const [row] = await db
    .select({
      screening: screenings,
      listing: listings,
      source: sources.name,
      kind: sources.kind,
      typedSite: sql<string | null>`${submissions.answers} #>> '{website,0}'`,
    })
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .leftJoin(submissions, eq(submissions.listingId, listings.id))
    .where(eq(screenings.listingId, listingId));
  return (
    row && {
      screening: row.screening,
      stored: { ...row.listing, listing: row.listing.listing as Listing },
      source: row.source,
      fromForm: row.kind === 'form',
      typedSite: row.typedSite,
    }
  );
}

/** Jobs that were approved since a moment. */
export async function approvedReviews(db: Db, since: Date): Promise<number> {
  const recent = db
    .select({ listingId: screenings.listingId })
    .from(screenings)
    .where(and(eq(screenings.state, 'approved'), gte(screenings.decidedAt, since)))
    .as('recent');
  const [row] = await db
    .select({ jobs: count() })
    .from(recent)
    // The `offset` keeps the planner from joining the few decisions with all live listings.
    .where(
      sql`exists (select 1 from ${listings} where ${listings.id} = ${recent.listingId} and ${isLive} offset 0)`,
    );
  return row?.jobs ?? 0;
}

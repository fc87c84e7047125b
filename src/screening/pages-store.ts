import { and, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
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

/** Jobs that wait for a person now, and approvals since a moment. */
export async function reviewCounts(
  db: Db,
  since: Date,
): Promise<{ readonly open: number; readonly approved: number }> {
  const live = and(eq(listings.id, screenings.listingId), eq(listings.state, 'live'));
  // Asked apart: each has an index of its own, and nearly all screenings are neither.
  const [open] = await db
    .select({ n: count() })
    .from(screenings)
    .innerJoin(listings, live)
    .where(sql`${screenings.state} = 'open'`);
  const [approved] = await db
    .select({ n: count() })
    .from(screenings)
    .innerJoin(listings, live)
    .where(
      sql`${screenings.state} = 'approved' and ${screenings.decidedAt} >= ${since.toISOString()}::timestamptz`,
    );
  return { open: open?.n ?? 0, approved: approved?.n ?? 0 };
}

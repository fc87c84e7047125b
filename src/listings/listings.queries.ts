import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { anyOf } from '../db/sql.ts';
import type { Db } from '../db/db.ts';
import { listings, sources, isLive } from '../db/schema.ts';
import type { Listing } from './listing.ts';
import { feedQuality, qualityReasons, type FeedQuality } from './quality.ts';
import { column, query } from '../db/query.ts';

/** Fingerprints of a feed's live listings, by the source's own id. */
export async function liveFingerprints(db: Db, sourceId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ jobId: listings.jobId, print: listings.fingerprint })
    .from(listings)
    .where(and(eq(listings.sourceId, sourceId), isLive));
  return new Map(rows.map(({ jobId, print }) => [jobId, print]));
}

/** Live listings of each employer of a feed, and how many of them ended by absence since a time. */
export async function employerCounts(db: Db, sourceId: number, employers: readonly string[], since: Date) {
  const rows = await query(db, { employer: column.text, live: column.int, ended: column.int })`
    select coalesce(company, '') as employer, count(*) filter (where state <> 'ended')::int as live,
      count(*) filter (where state = 'ended' and verdict = 'guard' and ended_at >= ${since.toISOString()}::timestamptz)::int as ended
    from listings where source_id = ${sourceId}
      and coalesce(company, '') in (select value from jsonb_array_elements_text(${JSON.stringify(employers)}::jsonb)) group by 1`;
  return new Map(rows.map((row) => [row.employer, { live: row.live, ended: row.ended }]));
}

/** How many listings of a feed ended by absence since a time, on no person's word. */
export async function endedSince(db: Db, sourceId: number, since: Date): Promise<number> {
  return db.$count(
    listings,
    and(
      eq(listings.sourceId, sourceId),
      sql`${listings.state} = 'ended' and ${listings.verdict} = 'guard'`,
      sql`${listings.endedAt} >= ${since.toISOString()}::timestamptz`,
    ),
  );
}

export type StoredListing = Omit<typeof listings.$inferSelect, 'listing' | 'brief'> & {
  readonly listing: Listing;
};

/** What a plan alone asks for stays out. */
const { brief: _, ...stored } = getTableColumns(listings);

/** A listing by its own number, whatever its state. */
export async function listingById(db: Db, id: number): Promise<StoredListing | undefined> {
  const [row] = await db.select(stored).from(listings).where(eq(listings.id, id));
  return row && { ...row, listing: row.listing as Listing };
}

/** A listing by its source and the source's own id. */
export async function listingOf(db: Db, sourceId: number, jobId: string): Promise<StoredListing | undefined> {
  const [row] = await db
    .select(stored)
    .from(listings)
    .where(and(eq(listings.sourceId, sourceId), eq(listings.jobId, jobId)));
  return row === undefined ? undefined : { ...row, listing: row.listing as Listing };
}

/** A sample of jobs that rates a feed's quality: enough to know what its source lacks. */
const JUDGED = 200;

/** A feed's quality, by its newest live listings. */
export async function qualityOfSource(db: Db, sourceId: number): Promise<FeedQuality> {
  return feedQuality((await newestLive(db, sourceId, JUDGED)).map(qualityReasons));
}

async function newestLive(db: Db, sourceId: number, limit: number): Promise<readonly Listing[]> {
  const rows = await db
    .select({ listing: listings.listing })
    .from(listings)
    .where(and(eq(listings.sourceId, sourceId), isLive))
    .orderBy(desc(listings.id))
    .limit(limit);
  return rows.map(({ listing }) => listing as Listing);
}

/** How some listings are named by their source, by listing. */
export async function jobsNamed(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Record<'source' | 'jobId' | 'title', string>>();
  const rows = await db
    .select({ id: listings.id, source: sources.name, jobId: listings.jobId, title: listings.title })
    .from(listings)
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .where(anyOf(listings.id, ids));
  return new Map(rows.map(({ id, ...job }) => [id, job]));
}

/** Every listing of some sources. */
export async function listingIdsOf(db: Db, names: readonly string[]): Promise<ReadonlySet<number>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .where(inArray(sources.name, [...names]));
  return new Set(rows.map(({ id }) => id));
}

/** The addresses of listings' own pages, by listing. */
export async function pagesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const url = sql<string | null>`${listings.listing} ->> 'sourceUrl'`;
  const rows = await db
    .select({ id: listings.id, url })
    .from(listings)
    .where(inArray(listings.id, [...ids]));
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url] as const])));
}

/** Ten of some listings, for people. */
export async function samplesOf(db: Db, source: string, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ jobId: listings.jobId, title: listings.title })
    .from(listings)
    .where(inArray(listings.id, ids.slice(0, 10)));
  return rows.map((row) => ({ source, ...row }));
}

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { numberIn, rowsOf } from '../db/rows.ts';
import { listings, sources, staged, isLive } from '../db/schema.ts';
import { canonicalJson, sha256 } from '../core/fingerprint.ts';
import type { Listing } from './listing.ts';
import { type Misses, recordMisses } from './misses-store.ts';
import { feedQuality, qualityReasons, type FeedQuality } from './quality.ts';
import { united } from './united.ts';

/** A listing that a run found, on its way into the table. `items`: hex of the item fingerprints that make it up. */
export type Staged = {
  readonly jobId: string;
  readonly listing: Listing;
  /** The listing as JSON: what its fingerprint is of, and what is kept. */
  readonly json: string;
  readonly fingerprint: string;
  readonly items: readonly string[];
};

/** Puts what a run found aside under its id; nothing of it counts yet. The last one of a job wins. */
export async function stage(db: Db, runId: number, found: readonly Staged[]): Promise<void> {
  const rows = [...new Map(found.map((row) => [row.jobId, row])).values()].map(rowOf);
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into staged (run_id, job_id, listing, fingerprint, title, company, expires_at, items)
    select ${runId}::bigint, r.job_id, r.listing, r.fingerprint, r.title, r.company, r.expires_at, r.items
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb)
      as r(job_id text, listing jsonb, fingerprint text, title text, company text, expires_at timestamptz, items jsonb)
    on conflict (run_id, job_id) do update set listing = excluded.listing, fingerprint = excluded.fingerprint, title = excluded.title,
      company = excluded.company, expires_at = excluded.expires_at, items = excluded.items`);
}

/** As JSON, named as the columns are. The listing's own is put in as it is: writing all texts once more took longer than the rest. */
function rowOf({ jobId, listing, json, fingerprint, items }: Staged): string {
  const columns = JSON.stringify({
    job_id: jobId,
    fingerprint,
    title: listing.job.job_title ?? '',
    company: listing.employer.empname ?? null,
    expires_at: listing.expiryInstant ?? null,
    items,
  });
  return `${columns.slice(0, -1)},"listing":${json}}`;
}

/** A listing on its way, with the items that make it up; none when it must be read anew in every run. */
export function stagedOf(listing: Listing, items: readonly string[]): Staged {
  const json = canonicalJson(listing);
  return { jobId: listing.jobId, listing, json, fingerprint: sha256(json), items };
}

/** Adds further rows of jobs that the run put aside: their places count, and all rows are read anew next time. */
export async function stageFurther(db: Db, runId: number, further: readonly Listing[]): Promise<void> {
  if (further.length === 0) return;
  const jobIds = [...new Set(further.map(({ jobId }) => jobId))];
  const rows = await db
    .select({ jobId: staged.jobId, listing: staged.listing })
    .from(staged)
    .where(and(eq(staged.runId, runId), inArray(staged.jobId, jobIds)));
  const found = new Map(rows.map(({ jobId, listing }) => [jobId, listing as Listing]));
  for (const other of further) {
    const first = found.get(other.jobId);
    if (first !== undefined) found.set(other.jobId, united(first, other));
  }
  await stage(
    db,
    runId,
    [...found.values()].map((listing) => stagedOf(listing, [])),
  );
}

/**
 * Where a run listed a job anew of which another item is known and still there, both are rows of one job: what is stored stays, with
 * the places of both. Gives those listings' ids; all their items are to be read anew next time.
 */
export async function uniteWithKnown(
  db: Db,
  { sourceId, runId, seenIds }: { sourceId: number; runId: number; seenIds: ReadonlySet<number> },
): Promise<ReadonlySet<number>> {
  if (seenIds.size === 0) return seenIds;
  const rows = rowsOf(
    await db.execute(sql`select l.id from ${stagedKnown(sourceId, runId)} where l.id is not null`),
  );
  const both = rows.map((row) => numberIn(row, 'id')).filter((id) => seenIds.has(id));
  for (const id of both) {
    const [row] = await db
      .select({ stored: listings.listing, found: staged.listing })
      .from(listings)
      .innerJoin(staged, and(eq(staged.runId, runId), eq(listings.jobId, staged.jobId)))
      .where(eq(listings.id, id));
    if (row === undefined) continue;
    const listing = united(row.stored as Listing, row.found as Listing);
    await stage(db, runId, [stagedOf(listing, [])]);
  }
  return new Set(both);
}

/** Drops what was put aside by runs of a feed that did not end. */
export async function dropStaged(db: Db, runIds: readonly number[]): Promise<void> {
  for (const runId of runIds) await db.delete(staged).where(eq(staged.runId, runId));
}

/** One job that a run staged, without its content. */
export type StagedJob = {
  readonly jobId: string;
  readonly items: readonly string[];
  readonly listingId?: number;
};

export type Comparison = {
  readonly added: number;
  readonly changed: number;
  readonly live: number;
  /** Listings that ended, and are listed again: a part of `added`. */
  readonly returnedIds: readonly number[];
  readonly changedIds: readonly number[];
  /** Live listings that the last complete run listed, or an earlier one, and this run lacks. */
  readonly missingIds: readonly number[];
};

/** What a run's staged listings mean against the table. `unseenIds`: listings of the last snapshot whose items this run did not have. */
export async function compareRun(
  db: Db,
  sourceId: number,
  runId: number,
  unseenIds: readonly number[],
): Promise<Comparison> {
  const [counts] = rowsOf(
    await db.execute(sql`
      select count(*) filter (where l.id is null or l.state = 'ended')::int as added,
        count(*) filter (where l.state <> 'ended' and l.fingerprint <> s.fingerprint)::int as changed
      from ${stagedKnown(sourceId, runId)}`),
  );
  const known = rowsOf(
    await db.execute(sql`
      select l.id, l.state <> 'ended' as live from ${stagedKnown(sourceId, runId)}
      where l.state = 'ended' or l.fingerprint <> s.fingerprint`),
  );
  const idsOf = (rows: typeof known) => rows.map((row) => Number(row['id']));
  // Each of the two ways by its own index: an `or` of both is told by reading every listing of the source.
  const missing = rowsOf(
    await db.execute(sql`
      select l.id from (select id from listings where source_id = ${sourceId} and state = 'missing'
        union select value::bigint from jsonb_array_elements_text(${JSON.stringify(unseenIds)}::jsonb)) m
      cross join lateral (select id, job_id from listings where id = m.id and source_id = ${sourceId} and state in ('listed', 'unread', 'missing') limit 1) l
      where not exists (select 1 from staged s where s.run_id = ${runId} and s.job_id = l.job_id)`),
  );
  return {
    added: Number(counts?.['added'] ?? 0),
    changed: Number(counts?.['changed'] ?? 0),
    live: await liveCount(db, sourceId),
    returnedIds: idsOf(known.filter((row) => row['live'] !== true)),
    changedIds: idsOf(known.filter((row) => row['live'] === true)),
    missingIds: idsOf(missing),
  };
}

// Looked up one by one: of a table that fills and empties with each run nothing is known, and a join is planned to read all of a source.
/** What a run staged (`s`), each with the listing that is known of it (`l`; null: none). */
function stagedKnown(sourceId: number, runId: number): SQL {
  return sql`(select * from staged where run_id = ${runId}) s
    left join lateral (select id, state, fingerprint from listings where source_id = ${sourceId} and job_id = s.job_id limit 1) l on true`;
}

export async function liveCount(db: Db, sourceId: number): Promise<number> {
  return db.$count(listings, and(eq(listings.sourceId, sourceId), isLive));
}

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
  const rows = await db.execute(sql`
    select coalesce(company, '') as employer, count(*) filter (where state <> 'ended')::int as live,
      count(*) filter (where state = 'ended' and verdict = 'guard' and ended_at >= ${since.toISOString()}::timestamptz)::int as ended
    from listings where source_id = ${sourceId}
      and coalesce(company, '') in (select value from jsonb_array_elements_text(${JSON.stringify(employers)}::jsonb)) group by 1`);
  return new Map(
    rowsOf(rows).map((row) => [
      String(row['employer']),
      { live: Number(row['live']), ended: Number(row['ended']) },
    ]),
  );
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

/** Live listings of a feed that came, and those that changed, after a time; those that are missing now left out. */
export async function changedSince(
  db: Db,
  sourceId: number,
  since: Date,
  missingIds: readonly number[],
): Promise<{ readonly added: number; readonly changed: number }> {
  const at = since.toISOString();
  const [row] = rowsOf(
    await db.execute(sql`
      select count(*) filter (where first_seen_at > ${at}::timestamptz)::int as added,
        count(*) filter (where first_seen_at <= ${at}::timestamptz)::int as changed
      from listings where source_id = ${sourceId} and state <> 'ended' and changed_at > ${at}::timestamptz
        and id not in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(missingIds)}::jsonb))`),
  );
  return { added: Number(row?.['added'] ?? 0), changed: Number(row?.['changed'] ?? 0) };
}

export type Recording = Misses & { readonly sourceId: number; readonly runId: number };

/**
 * Makes a complete run count, in the caller's transaction: new and changed listings, misses, ends. Gives the staged jobs with their
 * listings, and which listings were written.
 */
export async function recordRun(
  tx: Db,
  { sourceId, runId, now, missingIds, endIds }: Recording,
): Promise<{ readonly jobs: readonly StagedJob[]; readonly written: readonly number[] }> {
  const at = now.toISOString();
  const written = await tx.execute(sql`
    insert into listings as l (source_id, job_id, state, listing, fingerprint, title, company, expires_at, closes_announced, first_seen_at, changed_at, touched_at, run_id)
    select ${sourceId}::int, s.job_id, 'listed', s.listing, s.fingerprint, s.title, s.company, s.expires_at, coalesce(s.expires_at > ${at}::timestamptz, false), ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, s.run_id
    from staged s where s.run_id = ${runId}
    on conflict (source_id, job_id) do update set state = 'listed', listing = excluded.listing, fingerprint = excluded.fingerprint,
      title = excluded.title, company = excluded.company, expires_at = excluded.expires_at,
      closes_announced = excluded.closes_announced or l.closes_announced and l.expires_at is not distinct from excluded.expires_at,
      miss_runs = 0, missing_since = null, cause = null, verdict = null, hold_id = null, ended_because = null, ended_at = null, touched_at = excluded.touched_at, rev = l.rev + 1, run_id = excluded.run_id,
      changed_at = case when l.fingerprint = excluded.fingerprint and l.state <> 'ended' then l.changed_at else excluded.changed_at end
    where l.fingerprint <> excluded.fingerprint or l.state <> 'listed'
    returning id`);
  await recordMisses(tx, { now, missingIds, endIds });
  const jobs = await tx.execute(
    sql`select s.job_id, s.items, l.id from ${stagedKnown(sourceId, runId)} where l.id is not null`,
  );
  await tx.delete(staged).where(eq(staged.runId, runId));
  return {
    jobs: rowsOf(jobs).map((row) => ({
      jobId: String(row['job_id']),
      items: row['items'] as StagedJob['items'],
      listingId: numberIn(row, 'id'),
    })),
    written: rowsOf(written).map((row) => numberIn(row, 'id')),
  };
}

export type StoredListing = Omit<typeof listings.$inferSelect, 'listing'> & { readonly listing: Listing };

/** A listing by its own number, whatever its state. */
export async function listingById(db: Db, id: number): Promise<StoredListing | undefined> {
  const [row] = await db.select().from(listings).where(eq(listings.id, id));
  return row && { ...row, listing: row.listing as Listing };
}

/** A listing by its source and the source's own id. */
export async function listingOf(db: Db, sourceId: number, jobId: string): Promise<StoredListing | undefined> {
  const [row] = await db
    .select()
    .from(listings)
    .where(and(eq(listings.sourceId, sourceId), eq(listings.jobId, jobId)));
  return row === undefined ? undefined : { ...row, listing: row.listing as Listing };
}

/** Jobs by which a feed's quality is told: enough to know what its source lacks. */
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

/** The source's own ids of some listings, by listing. */
export async function jobIdsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: listings.id, jobId: listings.jobId })
    .from(listings)
    .where(inArray(listings.id, [...ids]));
  return new Map(rows.map(({ id, jobId }) => [id, jobId]));
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

import { and, eq, sql } from 'drizzle-orm';
import { HOUR } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { isLive, listings } from '../db/schema.ts';
import type { InferredEnding, MissLimits } from './listing-state.ts';
import type { Place, Workplace } from './listing.ts';
import { type CarriedOver, matchRekeyed, type Recognizable } from './rekey.ts';
import { rename, takeOver, touchListings, writeListings } from './listing-writes.repository.ts';
import { isRefused, stagedKnown } from './staged.repository.ts';
import { idRows } from '../db/sql.ts';
import { column, execute, maybe, query, queryRow, written, type RowOf } from '../db/query.ts';

/** One job that a run staged, without its content. */
export type StagedJob = {
  readonly jobId: string;
  readonly items: readonly string[];
  readonly listingId?: number;
};

/** A complete document of a feed: what its run staged, and which listings of the last snapshot it has again, or lacks. */
export type RunDocument = {
  readonly sourceId: number;
  readonly runId: number;
  readonly seenIds: ReadonlySet<number>;
  readonly unseenIds: readonly number[];
};

/** What a document means for the listings of its feed. */
export type Comparison = {
  readonly added: number;
  readonly changed: number;
  /** Live listings before it. */
  readonly live: number;
  /** Listings that ended, and are listed again: a part of `added`. */
  readonly returnedIds: readonly number[];
  readonly changedIds: readonly number[];
  /** Live listings that it lacks, without those that a person keeps. */
  readonly missingIds: readonly number[];
  /** Listings that it lacks and a person keeps: they count as found. */
  readonly kept: number;
  /** Listings that were missing, unread or kept, and that it lists unchanged. */
  readonly seenAgainIds: readonly number[];
  /** Listings that it lists under another id (R7). */
  readonly renamed: readonly CarriedOver[];
};

/**
 * Compares a document with the listings of its feed, without what a person refused of it; writes no listing. `textTells`: only the same
 * text makes two ids one job (D6).
 */
export async function compareDocument(
  db: Db,
  document: RunDocument,
  { textTells, now }: { readonly textTells: boolean; readonly now: Date },
): Promise<Comparison> {
  const { sourceId, runId, seenIds, unseenIds } = document;
  // Each of the two ways by its own index: an `or` of both reads every listing of the source.
  const absent = await query(db, { id: column.int, state: column.text })`
      select l.id, l.state from (select id from listings where source_id = ${sourceId} and state in ('missing', 'unread', 'kept')
        union select value::bigint from jsonb_array_elements_text(${JSON.stringify(unseenIds)}::jsonb)) m
      cross join lateral (select id, job_id, state from listings where id = m.id and source_id = ${sourceId} and state <> 'ended' limit 1) l
      where not exists (select 1 from staged s where s.run_id = ${runId} and s.job_id = l.job_id)`;
  const lacking = absent.filter(({ id }) => !seenIds.has(id));
  const renamed = lacking.length === 0 ? [] : await carriedOver(db, document, lacking, textTells);
  // A job that goes on under another id stays, also where that one was refused.
  await dropRefused(db, document, renamed);
  const known = await query(db, { id: maybe(column.int), job_id: column.text, live: column.bool })`
      select l.id, s.job_id, coalesce(l.state <> 'ended', false) as live from ${stagedKnown(sourceId, runId)}
      where not s.unread and (l.id is null or l.state = 'ended' and (s.expires_at <= ${now.toISOString()}::timestamptz) is not true or l.state <> 'ended' and l.fingerprint <> s.fingerprint and l.refused_fingerprint is distinct from s.fingerprint)`;
  const [changed, added] = [known.filter((row) => row.live), known.filter((row) => !row.live)];
  const carried = new Set(renamed.map(({ listingId }) => listingId));
  const taken = new Set(renamed.map(({ jobId }) => jobId));
  const unmatched = lacking.filter(({ id }) => !carried.has(id));
  const missingIds = unmatched.filter(({ state }) => state !== 'kept').map(({ id }) => id);
  return {
    added: added.length - renamed.length,
    changed: changed.length,
    live: await liveCount(db, sourceId),
    returnedIds: added.flatMap(({ id, job_id }) => (id === undefined || taken.has(job_id) ? [] : [id])),
    changedIds: changed.flatMap(({ id }) => id ?? []),
    missingIds,
    kept: unmatched.length - missingIds.length,
    seenAgainIds: absent.filter(({ id, state }) => seenIds.has(id) && state !== 'listed').map(({ id }) => id),
    renamed,
  };
}

/** How many listings of a feed are live. */
export async function liveCount(db: Db, sourceId: number): Promise<number> {
  return db.$count(listings, and(eq(listings.sourceId, sourceId), isLive));
}

export type Counting = {
  readonly document: RunDocument;
  readonly comparison: Pick<Comparison, 'renamed' | 'returnedIds' | 'seenAgainIds' | 'missingIds'>;
  readonly now: Date;
  /** When its run found what is new. */
  readonly foundAt: Date;
};

/**
 * Makes a document count, in the caller's transaction: renamed, seen, unread and absent listings, in this order. Gives the staged jobs with
 * their listings, and which listings were written.
 */
export async function countDocument(
  tx: Db,
  { document: { sourceId, runId }, comparison, now, foundAt }: Counting,
): Promise<{ readonly jobs: readonly StagedJob[]; readonly written: readonly number[] }> {
  const { renamed, returnedIds, seenAgainIds, missingIds } = comparison;
  await rename(tx, { sourceId, runId }, renamed);
  // Another id of its feed may have taken its place among copies meanwhile (D5).
  if (returnedIds.length > 0)
    await execute(tx)`update adverts set judged = false where listing_id in ${idRows(returnedIds)}`;
  const ids = await takeOver(tx, { sourceId, runId, now, foundAt });
  const unread = sql`l.id in (select l.id from ${stagedKnown(sourceId, runId)} where s.unread)`;
  await writeListings(tx, unread, { type: 'unread' }, now);
  if (seenAgainIds.length > 0)
    await writeListings(
      tx,
      sql`l.id in ${idRows(seenAgainIds)} and l.state <> 'ended'`,
      { type: 'seen' },
      now,
    );
  await addMisses(tx, missingIds, now);
  const jobs = await query(tx, {
    listingId: column.int,
    jobId: column.text,
    items: written<StagedJob['items']>(),
  })`select s.job_id as "jobId", s.items, l.id as "listingId" from ${stagedKnown(sourceId, runId)} where l.id is not null and not s.unread`;
  await execute(tx)`delete from staged where run_id = ${runId}`;
  return { jobs, written: ids };
}

/** All live listings of a feed: plans look at them again. */
export async function touchSource(tx: Db, sourceId: number, now: Date): Promise<void> {
  await touchListings(tx, sql`l.source_id = ${sourceId} and l.state <> 'ended'`, now);
}

/** Ends the listings of a feed whose promised day was over when a counted reading began, which has not moved it (R0). */
export async function closeListings(
  tx: Db,
  sourceId: number,
  { readAt, now }: { readonly readAt: Date; readonly now: Date },
): Promise<void> {
  const because = sql`'It closed on ' || left(coalesce(l.listing ->> 'expiresAt', to_char(l.expires_at at time zone 'UTC', 'YYYY-MM-DD')), 10)`;
  const isOver = sql`l.source_id = ${sourceId} and l.closes_announced and l.expires_at <= ${readAt.toISOString()}::timestamptz`;
  await writeListings(tx, isOver, { type: 'closed', cause: sql`'expired'`, because }, now);
}

/** One more counted run that lacks these listings. */
export async function addMisses(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0) await writeListings(tx, sql`l.id in ${idRows(ids)}`, { type: 'absent' }, now);
}

/** Listings of a feed that were missing when its last counted run ended: the same document lacks them again (R1, `unchanged`). */
export async function stillMissing(db: Db, sourceId: number, lastRunAt: Date): Promise<readonly number[]> {
  const rows = await query(db, { id: column.int })`
    select id from listings where source_id = ${sourceId} and state = 'missing'
      and missing_since <= greatest(${lastRunAt.toISOString()}::timestamptz, (select counted_at from feeds where source_id = ${sourceId}))`;
  return rows.map((row) => row.id);
}

/** A listing that would end by inference now. */
export type Ending = { readonly id: number; readonly employer: string; readonly cause: InferredEnding };

/** The listings of a feed that are missing past both limits (R3), or whose date jumped into the past as long ago (R0). `runs` absent: absence ends none. */
export async function endingListings(
  db: Db,
  sourceId: number,
  { runs, hours }: Partial<MissLimits> & Pick<MissLimits, 'hours'>,
  now: Date,
): Promise<readonly Ending[]> {
  const before = sql`${new Date(now.getTime() - hours * HOUR).toISOString()}::timestamptz`;
  const missing = runs === undefined ? sql`false` : sql`miss_runs >= ${runs} and missing_since <= ${before}`;
  return query(db, { id: column.int, employer: column.text, cause: written<InferredEnding>() })`
    select id, coalesce(company, '') as employer, 'missing' as cause from listings where source_id = ${sourceId} and state = 'missing' and ${missing}
    union all select id, coalesce(company, ''), 'jumped' from listings where source_id = ${sourceId} and ${hasJumped} and jumped_at <= ${before} order by 1`;
}

const hasJumped = sql`state = 'listed' and jumped_at is not null`;

/** Ends listings that are missing, or whose date jumped, with the evidence in words. `holdId`: a person approved it; else the guard passed it. */
export async function endListings(
  tx: Db,
  ids: readonly number[],
  now: Date,
  holdId: number | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  const cause = sql`case l.state when 'missing' then 'missing' else 'jumped' end`;
  const because = sql`case l.state when 'missing' then 'Missing in ' || l.miss_runs || ' complete ' || case when l.miss_runs = 1 then 'run' else 'runs' end || ', first ' || to_char(l.missing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
    else 'Its closing date was changed to a day that was already over' end`;
  const which = sql`l.id in ${idRows(ids)} and (l.state = 'missing' or ${hasJumped})`;
  await writeListings(tx, which, { type: 'inferred', cause, because, holdId }, now);
}

/** Listings that a person keeps until their feed lists them again; the date of one that jumped is dropped instead. */
export async function keepListings(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await writeListings(tx, sql`l.id in ${idRows(ids)} and l.state <> 'ended'`, { type: 'kept' }, now);
}

/** Whether most of what a run lists are jobs that no live listing of the feed is: another feed’s document, or new ids for all. */
export async function isMostlyNew(
  tx: Db,
  { sourceId, runId }: { readonly sourceId: number; readonly runId: number },
): Promise<boolean> {
  const { mostly } = await queryRow(tx, { mostly: column.bool })`
    select 2 * count(*) > (select listings from runs where id = ${runId}) as mostly from ${stagedKnown(sourceId, runId)}
    where not s.unread and (l.id is null or l.state = 'ended')`;
  return mostly;
}

/** Takes jobs out of a document that a person refused with these very contents; one that is live by now, or goes on under that id, is no new job. */
async function dropRefused(
  db: Db,
  { sourceId, runId }: RunDocument,
  renamed: readonly CarriedOver[],
): Promise<void> {
  await execute(db)`
    delete from staged s where s.run_id = ${runId} and ${isRefused(sourceId)}
      and not exists (select 1 from listings l where l.source_id = ${sourceId} and l.job_id = s.job_id and l.state <> 'ended')
      and s.job_id not in (select value from jsonb_array_elements_text(${JSON.stringify(renamed.map(({ jobId }) => jobId))}::jsonb))`;
}

/** Live listings that a document lacks, and has under another id (R7); under one that a person refused only where no other has it. */
async function carriedOver(
  db: Db,
  { sourceId, runId }: RunDocument,
  lacking: readonly { readonly id: number }[],
  textTells: boolean,
): Promise<readonly CarriedOver[]> {
  const fresh = await arrived(db, sourceId, runId);
  const gone = fresh.length === 0 ? [] : await vanished(db, lacking);
  const [refused, free] = [fresh.filter((job) => job.refused), fresh.filter((job) => !job.refused)];
  const carried = matchRekeyed(gone, free, textTells);
  const taken = new Set(carried.map(({ listingId }) => listingId));
  const left = gone.filter(({ listingId }) => !taken.has(listingId));
  return [...carried, ...matchRekeyed(left, refused, textTells)];
}

/** What recognizes a job whose id has changed. */
const recognized = {
  title: column.text,
  company: maybe(column.text),
  places: maybe(written<readonly Place[]>()),
  workplace: maybe(written<Workplace>()),
  text_hash: column.text,
};
const content = sql.raw(
  `title, company, listing #> '{places}' as places, listing ->> 'workplace' as workplace, md5(coalesce(listing ->> 'descriptionText', '')) as text_hash`,
);

async function vanished(db: Db, lacking: readonly { readonly id: number }[]) {
  const rows = await query(db, { id: column.int, ...recognized })`
    select id, ${content} from listings where id in ${idRows(lacking.map(({ id }) => id))} order by id`;
  return rows.map((row) => ({ ...recognizable(row), listingId: row.id }));
}

/** Staged jobs whose id no live job of the feed has. */
async function arrived(db: Db, sourceId: number, runId: number) {
  const rows = await query(db, { job_id: column.text, refused: column.bool, ...recognized })`
    select job_id, ${isRefused(sourceId)} as refused, ${content} from staged s where run_id = ${runId} and not unread
      and not exists (select 1 from listings l where l.source_id = ${sourceId} and l.job_id = s.job_id and l.state <> 'ended') order by job_id`;
  return rows.map((row) => ({ ...recognizable(row), jobId: row.job_id, refused: row.refused }));
}

function recognizable(row: RowOf<typeof recognized>): Recognizable {
  const { title, company = '', places = [], workplace, text_hash } = row;
  return { title, company, places, textHash: text_hash, workplace };
}

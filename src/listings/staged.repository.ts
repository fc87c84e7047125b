import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { listings, staged } from '../db/schema.ts';
import { canonicalJson, sha256 } from '../core/fingerprint.ts';
import type { Listing } from './listing.ts';
import { isStorableId } from '../core/json.ts';
import { united } from './united.ts';
import { column, execute, query } from '../db/query.ts';

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
  await execute(db)`
    insert into staged (run_id, job_id, listing, fingerprint, title, company, expires_at, items)
    select ${runId}::bigint, r.job_id, r.listing, r.fingerprint, r.title, r.company, r.expires_at, r.items
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb)
      as r(job_id text, listing jsonb, fingerprint text, title text, company text, expires_at timestamptz, items jsonb)
    on conflict (run_id, job_id) do update set listing = excluded.listing, fingerprint = excluded.fingerprint, title = excluded.title,
      company = excluded.company, expires_at = excluded.expires_at, items = excluded.items, unread = false`;
}

// Looked up one by one: of a table that fills and empties with each run nothing is known, and a join is planned to read all of a source.
/** What a run staged (`s`), each with the listing that is known of it (`l`; null: none). */
export function stagedKnown(sourceId: number, runId: number): SQL {
  return sql`(select * from staged where run_id = ${runId}) s
    left join lateral (select id, state, fingerprint, refused_fingerprint from listings where source_id = ${sourceId} and job_id = s.job_id limit 1) l on true`;
}

/** A person refused a staged job `s` with these very contents (R10). */
export const isRefused = (sourceId: number): SQL =>
  sql`exists (select 1 from hold_subjects k join holds h on h.id = k.hold_id where h.source_id = ${sourceId} and k.decision = 'kept' and k.job_id = s.job_id and k.fingerprint = s.fingerprint)`;

/** Notes that a run lists jobs whose content it does not understand: they are not missing (R1). */
export async function stageUnread(db: Db, runId: number, jobIds: readonly string[]): Promise<void> {
  const ids = [...new Set(jobIds)].filter(isStorableId);
  if (ids.length === 0) return;
  await execute(db)`
    insert into staged (run_id, job_id, listing, fingerprint, title, items, unread)
    select ${runId}::bigint, value, '{}', '', '', '[]', true from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
    on conflict (run_id, job_id) do nothing`;
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

/** A listing on its way, with the items that make it up; none when it must be read again in every run. */
export function stagedOf(listing: Listing, items: readonly string[]): Staged {
  const json = canonicalJson(listing);
  return {
    jobId: listing.jobId,
    listing,
    json,
    fingerprint: sha256(withoutPostingTime(json, listing)),
    items,
  };
}

/** Postings say the day; feeds that stamp their items at each build change nothing on the same day. */
function withoutPostingTime(json: string, { postedAt = '' }: Listing): string {
  return postedAt.includes('T')
    ? json.replace(`"postedAt":"${postedAt}"`, `"postedAt":"${postedAt.slice(0, 10)}"`)
    : json;
}

/** Adds further rows of jobs that the run put aside: their places count, and all rows are read again next time. */
export async function stageFurther(db: Db, runId: number, further: readonly Listing[]): Promise<void> {
  if (further.length === 0) return;
  const jobIds = [...new Set(further.map(({ jobId }) => jobId))];
  const rows = await db
    .select({ jobId: staged.jobId, listing: staged.listing })
    .from(staged)
    .where(and(eq(staged.runId, runId), eq(staged.unread, false), inArray(staged.jobId, jobIds)));
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
 * If a run lists a job again while another item of it is still there, both are rows of one job: what is stored stays, with
 * the places of both. Gives those listings' ids; all their items are to be read again next time.
 */
export async function uniteWithKnown(
  db: Db,
  { sourceId, runId, seenIds }: { sourceId: number; runId: number; seenIds: ReadonlySet<number> },
): Promise<ReadonlySet<number>> {
  if (seenIds.size === 0) return seenIds;
  const rows = await query(db, {
    id: column.int,
  })`select l.id from ${stagedKnown(sourceId, runId)} where l.id is not null and not s.unread`;
  const both = rows.map((row) => row.id).filter((id) => seenIds.has(id));
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

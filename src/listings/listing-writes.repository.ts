import { type SQL, sql } from 'drizzle-orm';
import { fingerprint } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import { column, execute, query, queryRow } from '../db/query.ts';
import { idRows } from '../db/sql.ts';
import { type ListingEventType, listingTable } from './listing-state.ts';
import type { Listing } from './listing.ts';
import { isRefused, stagedKnown } from './staged.repository.ts';
import type { CarriedOver } from './rekey.ts';

/** What happens to listings. `because`, and the cause where it differs from row to row, as SQL about the row `l` before it. */
export type ListingWrite =
  | { readonly type: 'seen' | 'unread' | 'absent' | 'kept' }
  | {
      readonly type: 'closed' | 'withdrawn' | 'inferred';
      readonly cause: SQL;
      readonly because: SQL;
      /** The hold that a person approved; else the guard passed what is inferred. */
      readonly holdId?: number | null;
    };

/**
 * The one writer of states: what an event makes of the listings `l` that it changes in their state, by the table. Gives their ids.
 * An absence alone changes nothing that a plan would see.
 */
export async function writeListings(tx: Db, which: SQL, event: ListingWrite, at: Date) {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rows = await query(tx, { id: column.int })`
    update listings l set ${settingsOf(event, now)}, rev = l.rev + 1
    where l.state in (${sql.raw(changedBy(event.type))}) and ${which} returning l.id`;
  return rows.map(({ id }) => id);
}

/** The states that an event changes, as literals: the partial indexes are found by them. */
function changedBy(type: ListingEventType): string {
  const cells = Object.entries(listingTable[type]).filter(([, to]) => to !== 'same' && to !== 'never');
  return cells.map(([state]) => `'${state}'`).join(', ');
}

const found = sql`missing_since = null, miss_runs = 0`;
const lives = sql`${found}, cause = null, verdict = null, hold_id = null, ended_because = null, ended_at = null`;

function settingsOf(event: ListingWrite, now: SQL): SQL {
  switch (event.type) {
    case 'seen':
    case 'unread':
      return sql`state = ${event.type === 'seen' ? 'listed' : 'unread'}, ${lives}, touched_at = ${now}`;
    case 'absent':
      return sql`state = 'missing', miss_runs = l.miss_runs + 1, missing_since = coalesce(l.missing_since, ${now})`;
    case 'kept':
      return sql`state = case when l.state = 'listed' and l.jumped_at is not null then 'listed' else 'kept' end, ${lives}, jumped_at = null,
        expires_at = case when l.jumped_at is null then l.expires_at end,
        refused_expires_at = case when l.jumped_at is null then l.refused_expires_at else l.expires_at end,
        changed_at = case l.state when 'ended' then ${now} else l.changed_at end, touched_at = ${now}`;
    default: {
      const { type, cause, because, holdId = null } = event;
      const verdict = type !== 'inferred' ? 'stated' : holdId === null ? 'guard' : 'hold';
      return sql`state = 'ended', ${found}, cause = ${cause}, verdict = ${verdict}, hold_id = ${holdId}::bigint, ended_because = ${because},
        ended_at = ${now}, changed_at = ${now}, touched_at = ${now}`;
    }
  }
}

/** Plans look at these listings (`l`) again. */
export async function touchListings(tx: Db, which: readonly number[] | SQL, now: Date): Promise<void> {
  const those = Array.isArray(which) ? sql`l.id in ${idRows(which)}` : which;
  await execute(tx)`
    update listings l set touched_at = ${now.toISOString()}::timestamptz, rev = l.rev + 1 where ${those}`;
}

/** Touches those of some listings that something was decided about at a target. */
export async function touchDecided(tx: Db, targetId: number, ids: readonly number[], now: Date) {
  const isDecided = sql`exists (select from decisions d where d.target_id = ${targetId} and d.listing_id = l.id)`;
  await touchListings(tx, sql`l.id in ${idRows(ids)} and ${isDecided}`, now);
}

/**
 * New and changed contents. A content that a person refused is not taken over, a date that a person refused is dropped, and an ended job
 * whose day is over stays ended. A date is announced when it is read before its day, or with the job itself (R0).
 * New listings are numbered in the order in which they were read.
 */
export async function takeOver(
  tx: Db,
  { sourceId, runId, now, foundAt }: { sourceId: number; runId: number; now: Date; foundAt: Date },
): Promise<readonly number[]> {
  const [at, found] = [now.toISOString(), foundAt.toISOString()];
  const isRefused = 'l.refused_fingerprint is not distinct from excluded.fingerprint';
  const content = ['listing', 'fingerprint', 'title', 'company']
    .map((name) => `${name} = case when ${isRefused} then l.${name} else excluded.${name} end`)
    .join(', ');
  const date = `case when ${isRefused} then l.expires_at when excluded.expires_at is distinct from l.refused_expires_at then excluded.expires_at end`;
  const isAnnounced = sql`(${sql.raw(date)} > ${at}::timestamptz or l.closes_announced and l.expires_at is not distinct from ${sql.raw(date)})`;
  const rows = await query(tx, { id: column.int })`
    insert into listings as l (source_id, job_id, state, listing, fingerprint, title, company, expires_at, closes_announced, first_seen_at, changed_at, touched_at, run_id)
    select ${sourceId}::int, s.job_id, 'listed', s.listing, s.fingerprint, s.title, s.company, s.expires_at, s.expires_at is not null, ${found}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, s.run_id
    from staged s where s.run_id = ${runId} and not s.unread and not exists (
      select 1 from listings e where e.source_id = ${sourceId} and e.job_id = s.job_id and e.state = 'ended' and s.expires_at <= ${at}::timestamptz)
    order by s.ctid
    on conflict (source_id, job_id) do update set state = 'listed', ${sql.raw(content)}, expires_at = ${sql.raw(date)},
      closes_announced = ${sql.raw(date)} is not null and ${isAnnounced},
      jumped_at = case when ${sql.raw(date)} is not null and not ${isAnnounced} then coalesce(l.jumped_at, ${at}::timestamptz) end,
      refused_expires_at = case when excluded.expires_at is not distinct from l.refused_expires_at then l.refused_expires_at end,
      refused_fingerprint = case when ${sql.raw(isRefused)} then l.refused_fingerprint end,
      ${lives}, touched_at = excluded.touched_at, rev = l.rev + 1, run_id = excluded.run_id,
      changed_at = case when l.fingerprint = excluded.fingerprint and l.state <> 'ended' then l.changed_at else excluded.changed_at end
    where l.state <> 'listed' or l.fingerprint <> excluded.fingerprint and not (${sql.raw(isRefused)})
    returning id`;
  return rows.map((row) => row.id);
}

/**
 * Gives listings their new ids; publications are tied to the listing and keep the ids they were first sent under. An ended listing that had
 * such an id gives it up. A content that a person refused under the new id stays refused.
 */
export async function rename(
  tx: Db,
  { sourceId, runId }: { readonly sourceId: number; readonly runId: number },
  renamed: readonly CarriedOver[],
): Promise<void> {
  if (renamed.length === 0) return;
  await execute(tx)`
    update listings l set job_id = l.job_id || '~' || l.id, rev = rev + 1
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as r("jobId" text) where l.source_id = ${sourceId} and l.job_id = r."jobId"`;
  await execute(tx)`
    update listings l set job_id = r."jobId", rev = rev + 1, refused_fingerprint = coalesce(
      (select s.fingerprint from staged s where s.run_id = ${runId} and s.job_id = r."jobId" and ${isRefused(sourceId)}), l.refused_fingerprint)
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as r("listingId" bigint, "jobId" text) where l.id = r."listingId"`;
}

/**
 * What a person refused of a document stays refused until the feed shows another content (R10): of live listings their new contents, of
 * other jobs their coming at all, as subjects of the hold.
 */
export async function refuseContents(
  tx: Db,
  { sourceId, runId, holdId }: { readonly sourceId: number; readonly runId: number; readonly holdId: number },
  at: Date,
): Promise<void> {
  await execute(tx)`
    update listings l set refused_fingerprint = s.fingerprint, touched_at = ${at.toISOString()}::timestamptz, rev = l.rev + 1 from staged s
    where s.run_id = ${runId} and not s.unread and l.source_id = ${sourceId} and l.job_id = s.job_id and l.state <> 'ended' and l.fingerprint <> s.fingerprint`;
  await execute(tx)`
    insert into hold_subjects (hold_id, job_id, op, fingerprint, decision)
    select ${holdId}::bigint, s.job_id, 'show', s.fingerprint, 'kept' from ${stagedKnown(sourceId, runId)}
    where not s.unread and (l.id is null or l.state = 'ended') on conflict do nothing`;
}

/** Puts a confirmed job among the listings, like one of a feed; gives the listing's id. */
export async function putListing(
  tx: Db,
  { sourceId, listing, now }: { readonly sourceId: number; readonly listing: Listing; readonly now: Date },
): Promise<number> {
  const { job, employer, expiryInstant: day = null } = listing;
  const at = sql`${now.toISOString()}::timestamptz`;
  const names = ['listing', 'fingerprint', 'title', 'company', 'expires_at', 'closes_announced'];
  const content = names.map((name) => `${name} = excluded.${name}`).join(', ');
  const { id } = await queryRow(tx, { id: column.int })`
    insert into listings as l (source_id, job_id, state, first_seen_at, changed_at, touched_at, ${sql.raw(names.join(', '))})
    values (${sourceId}, ${listing.jobId}, 'listed', ${at}, ${at}, ${at}, ${JSON.stringify(listing)}::jsonb, ${fingerprint(listing)},
      ${job.job_title ?? ''}, ${employer.empname ?? null}, ${day}::timestamptz, ${day !== null})
    on conflict (source_id, job_id) do update set state = 'listed', ${sql.raw(content)}, ${lives}, jumped_at = null,
      changed_at = ${at}, touched_at = ${at}, rev = l.rev + 1 returning id`;
  return id;
}

/** Forgets the words of a listing, which has ended; `because` takes their place. */
export async function eraseListing(tx: Db, id: number, empty: Listing, because: string): Promise<void> {
  await execute(tx)`
    update listings l set listing = ${JSON.stringify(empty)}::jsonb, fingerprint = ${fingerprint(empty)}, title = '', company = null,
      ended_because = ${because}, rev = l.rev + 1 where l.id = ${id}`;
}

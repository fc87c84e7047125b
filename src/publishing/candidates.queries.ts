import { type SQL, sql } from 'drizzle-orm';
import { HOUR } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { Listing, ListingBrief } from '../listings/listing.ts';
import type { Sources } from './queries/sources.queries.ts';
import { type Candidate, closing, type SourceTerms } from './wanted.ts';
import { column, maybe, query, type RowOf, written } from '../db/query.ts';

export type CandidateQuestion = {
  readonly targetId: number;
  /** Sources that may address the target; of the others only what it may hold is looked at. */
  readonly sourceIds: readonly number[];
  /** Only this source's. */
  readonly sourceId?: number;
  /** Only listings that were touched, or whose time ran out, since then; absent: all that live, or that the target may hold. */
  readonly since?: Date;
  readonly now: Date;
  /** Hours for which a promised day waits for a reading of its feed. */
  readonly closeHours: number;
};

/**
 * The ids of the listings that a reconcile of a target has to look at, ascending. Two look-ups by index: what a target costs depends on
 * its own jobs, not on how many there are.
 */
export async function candidateIds(
  db: Db,
  { targetId, sourceIds, sourceId, since, now, closeHours }: CandidateQuestion,
): Promise<readonly number[]> {
  const addressed = sql`l.source_id = any(${intArray(sourceIds)})`;
  const held = heldAt(targetId);
  const ids =
    since === undefined
      ? allIds(targetId, sourceIds)
      : sql`select l.id from (${touchedSince({ since, now, closeHours })}) l where ${addressed}
          or exists (select 1 from publications p where p.listing_id = l.id and ${held})`;
  const ofSource =
    sourceId === undefined ? sql`true` : sql`id in (select id from listings where source_id = ${sourceId})`;
  const rows = await query(db, {
    id: column.int,
  })`select id from (${ids}) found where ${ofSource} order by id`;
  return rows.map((row) => row.id);
}

const heldAt = (targetId: number): SQL =>
  sql`p.target_id = ${targetId} and p.listing_id is not null and (p.live or p.call = 'due')`;

const allIds = (targetId: number, sourceIds: readonly number[]): SQL =>
  sql`select l.id from listings l where l.state <> 'ended' and l.source_id = any(${intArray(sourceIds)})
    union select p.listing_id from publications p where ${heldAt(targetId)}`;

/** The listings that a whole plan of a target is about, apart by whether the last plan left something to do about them; without what its first plan keeps. */
export type ByState = { readonly settled: readonly number[]; readonly unsettled: readonly number[] };

/** A listing is settled where the target has what is wanted, no call is queued, and nothing was decided against it. */
export async function settledAt(
  db: Db,
  { targetId, sourceIds }: Pick<CandidateQuestion, 'targetId' | 'sourceIds'>,
): Promise<ByState> {
  const rows = await query(db, { settled: column.bool, ids: column.text })`
    with held as (
      select p.listing_id, bool_and(p.call = 'idle' and p.intent = 'show' and p.belief = 'has' and p.belief_fingerprint = p.intent_fingerprint) as settled
      from publications p where ${heldAt(targetId)} group by 1)
    select coalesce(h.settled, false) and d.listing_id is null as settled, string_agg(f.id::text, ',' order by f.id) as ids
    from (${allIds(targetId, sourceIds)}) f left join held h on h.listing_id = f.id
      left join decisions d on d.target_id = ${targetId} and d.listing_id = f.id
    where d.outcome is distinct from 'held' or not exists (select from holds r where r.target_id = ${targetId} and r.kind = 'review' and r.state = 'open')
    group by 1`;
  const idsOf = (settled: boolean) =>
    rows.flatMap((row) => (row.settled === settled ? row.ids.split(',').map(Number) : []));
  return { settled: idsOf(true), unsettled: idsOf(false) };
}

/** A closing day matters when it is over, and when no reading of its feed is waited for any more; also of what ended and is still to go. */
function touchedSince({
  since,
  now,
  closeHours,
}: Required<Pick<CandidateQuestion, 'since' | 'now' | 'closeHours'>>): SQL {
  const isOver = (hours: number) => {
    const [from, to] = [since, now].map((at) => new Date(at.getTime() - hours * HOUR).toISOString());
    return sql`select id, source_id from listings where expires_at > ${from}::timestamptz and expires_at <= ${to}::timestamptz
      and (state <> 'ended' or exists (select 1 from publications p where p.listing_id = listings.id and p.live))`;
  };
  return sql`
    select id, source_id from listings where touched_at >= ${since.toISOString()}::timestamptz
    union ${isOver(0)} union ${isOver(closeHours)}`;
}

const intArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

export type StoredCandidate = Candidate & {
  readonly title: string;
  /** A person dropped its closing date. */
  readonly undated: boolean;
};

/** Listings by their ids, ascending, whatever their state; of each only what a plan asks of all. */
export async function candidatesById(db: Db, ids: readonly number[], sources: Pick<Sources, 'of'>) {
  if (ids.length === 0) return [];
  const rows = await query(db, candidateColumns)`
    select l.id, l.source_id, l.state, l.cause, l.hold_id, case when l.verdict = 'guard' then l.ended_at end as passed_at, l.fingerprint, l.title, l.brief, l.ended_because, ${closingDay} as expires_at, l.closes_announced, l.refused_expires_at, l.first_seen_at,
      (select coalesce(f.counted_at, f.created_at) from feeds f where f.source_id = l.source_id and f.state not in ('removed', 'left')) as read_at,
      exists (select 1 from clearances c where c.listing_id = l.id and c.fingerprint = l.fingerprint) as cleared
    from listings l where l.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by l.id`;
  const terms = await sources.of(rows.map((row) => row.source_id));
  return rows.flatMap((row) => {
    const source = terms.get(row.source_id);
    return source === undefined ? [] : [candidateOf(row, source)];
  });
}

/** A listing with all its texts, and the fingerprint of that content. */
export type WholeListing = Pick<StoredCandidate, 'fingerprint' | 'undated'> & { readonly listing: Listing };

export async function wholeListings(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WholeListing>> {
  if (ids.length === 0) return new Map();
  const rows = await query(db, wholeColumns)`
    select l.id, l.listing, l.fingerprint, l.refused_expires_at is not null as undated
    from listings l where l.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  return new Map(
    rows.map(({ id, listing, fingerprint, undated }) => [
      id,
      { listing: undated ? withoutDate(listing) : listing, fingerprint, undated },
    ]),
  );
}

const wholeColumns = {
  id: column.int,
  listing: written<Listing>(),
  fingerprint: column.text,
  undated: column.bool,
};

const candidateColumns = {
  id: column.int,
  source_id: column.int,
  state: written<Candidate['state']>(),
  cause: maybe(written<Candidate['cause']>()),
  hold_id: maybe(column.int),
  passed_at: maybe(column.instant),
  fingerprint: column.text,
  title: column.text,
  brief: written<ListingBrief & Pick<Listing, 'expiryInstant'>>(),
  ended_because: maybe(column.text),
  expires_at: maybe(column.instant),
  closes_announced: column.bool,
  refused_expires_at: maybe(column.instant),
  first_seen_at: column.instant,
  cleared: column.bool,
  read_at: maybe(column.instant),
};

/** A later day of a document that waits for a person counts: it takes nothing down (R0, R10). */
const closingDay = sql`case when l.expires_at is not null then greatest(l.expires_at, (select s.expires_at from held_documents h
  join staged s on s.run_id = h.run_id and s.job_id = l.job_id where h.source_id = l.source_id and not s.unread)) end`;

/** A person dropped its closing date, until its feed shows another. */
function withoutDate<T extends Pick<Listing, 'expiresAt' | 'expiryInstant'>>(listing: T) {
  const { expiresAt: _, expiryInstant: __, ...rest } = listing;
  return rest;
}

function candidateOf(row: RowOf<typeof candidateColumns>, source: SourceTerms): StoredCandidate {
  const { brief } = row;
  return {
    listingId: row.id,
    listing: row.refused_expires_at === undefined ? brief : withoutDate(brief),
    title: row.title,
    undated: row.refused_expires_at !== undefined,
    source,
    fingerprint: row.fingerprint,
    cleared: row.cleared,
    state: row.state,
    firstSeenAt: row.first_seen_at,
    ...present({
      cause: row.cause,
      approvedIn: row.hold_id,
      passedAt: row.passed_at,
      endedBecause: row.ended_because,
      ...closing(row.expires_at, row.closes_announced),
      readAt: row.read_at,
      chosenTargets: brief.chosenTargets,
    }),
  };
}

import { type SQL, sql } from 'drizzle-orm';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { Listing } from '../listings/listing.ts';
import type { Sources } from './sources-store.ts';
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
};

/**
 * The ids of the listings that a reconcile of a target has to look at, ascending. Two look-ups by index: what a target costs depends on
 * its own jobs, not on how many there are.
 */
export async function candidateIds(
  db: Db,
  { targetId, sourceIds, sourceId, since, now }: CandidateQuestion,
): Promise<readonly number[]> {
  const addressed = sql`l.source_id = any(${intArray(sourceIds)})`;
  const held = sql`p.target_id = ${targetId} and p.listing_id is not null and (p.live or p.call = 'due')`;
  const ids =
    since === undefined
      ? sql`select l.id from listings l where l.state <> 'ended' and ${addressed}
          union select p.listing_id from publications p where ${held}`
      : sql`select l.id from (${touchedSince(since, now)}) l where ${addressed}
          or exists (select 1 from publications p where p.listing_id = l.id and ${held})`;
  const ofSource =
    sourceId === undefined ? sql`true` : sql`id in (select id from listings where source_id = ${sourceId})`;
  const rows = await query(db, {
    id: column.int,
  })`select id from (${ids}) found where ${ofSource} order by id`;
  return rows.map((row) => row.id);
}

function touchedSince(since: Date, now: Date): SQL {
  const [from, to] = [since.toISOString(), now.toISOString()];
  return sql`
    select id, source_id from listings where touched_at >= ${from}::timestamptz
    union select id, source_id from listings where state <> 'ended' and expires_at > ${from}::timestamptz and expires_at <= ${to}::timestamptz`;
}

const intArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

/** Listings by their ids, ascending, whatever their state. */
export async function candidatesById(
  db: Db,
  ids: readonly number[],
  sources: Pick<Sources, 'of'>,
): Promise<readonly Candidate[]> {
  if (ids.length === 0) return [];
  const rows = await query(db, candidateColumns)`
    select l.id, l.source_id, l.state, l.cause, l.hold_id, l.fingerprint, l.listing, l.ended_because, l.expires_at, l.closes_announced, l.refused_expires_at, l.first_seen_at,
      exists (select 1 from clearances c where c.listing_id = l.id and c.fingerprint = l.fingerprint) as cleared
    from listings l where l.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by l.id`;
  const terms = await sources.of(rows.map((row) => row.source_id));
  return rows.flatMap((row) => {
    const source = terms.get(row.source_id);
    return source === undefined ? [] : [candidateOf(row, source)];
  });
}

const candidateColumns = {
  id: column.int,
  source_id: column.int,
  state: written<Candidate['state']>(),
  cause: maybe(written<Candidate['cause']>()),
  hold_id: maybe(column.int),
  fingerprint: column.text,
  listing: written<Listing>(),
  ended_because: maybe(column.text),
  expires_at: maybe(column.instant),
  closes_announced: column.bool,
  refused_expires_at: maybe(column.instant),
  first_seen_at: column.instant,
  cleared: column.bool,
};

/** A person dropped its closing date, until its feed shows another. */
function withoutDate(listing: Listing): Listing {
  const { expiresAt: _, expiryInstant: __, ...rest } = listing;
  return rest;
}

function candidateOf(row: RowOf<typeof candidateColumns>, source: SourceTerms): Candidate {
  const { listing } = row;
  return {
    listingId: row.id,
    listing: row.refused_expires_at === undefined ? listing : withoutDate(listing),
    source,
    fingerprint: row.fingerprint,
    cleared: row.cleared,
    state: row.state,
    firstSeenAt: row.first_seen_at,
    ...present({
      cause: row.cause,
      approvedIn: row.hold_id,
      endedBecause: row.ended_because,
      ...closing(row.expires_at, row.closes_announced),
      chosenTargets: listing.chosenTargets,
    }),
  };
}

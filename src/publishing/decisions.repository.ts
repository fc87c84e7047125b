import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { idRows } from '../db/sql.ts';
import { publications, sources, type Unlisted } from '../db/schema.ts';
import { LEAST_AN_HOUR, priorityOf } from './allowance.ts';
import { undecidedHolds } from './holds/holds.queries.ts';
import { type GuardFacts, type RemovalFacts, usualDays } from './guard.ts';
import type { PastHold } from './holds/holds.ts';
import { sumOf, dailyCounts } from './queries/daily-counts.queries.ts';
import { column, execute, maybe, query, queryRow } from '../db/query.ts';

/** Live publications at a target, and everywhere. */
export async function liveCounts(
  db: Db,
  targetId: number,
): Promise<Pick<GuardFacts, 'live' | 'liveEverywhere'>> {
  const live = (await dailyCounts(db)).filter((tally) => tally.live);
  return { live: sumOf(live.filter((tally) => tally.targetId === targetId)), liveEverywhere: sumOf(live) };
}

const dayBefore = (at: Date) => new Date(at.getTime() - DAY).toISOString();

/**
 * What the guard of a target's plan compares its removals with, since a day before `oldest`: it costs more the more jobs went
 * lately, everywhere.
 */
export async function removalCounts(
  db: Db,
  targetId: number,
  now: Date,
  oldest: Date = now,
): Promise<RemovalFacts> {
  const everywhere = await queryRow(db, { count: column.int })`
      select count(*)::int as count from publications where verdict = 'guard' and intended_at >= ${dayBefore(now)}::timestamptz`;
  const removed = await query(db, { at: column.instant, count: column.int })`
      select intended_at as at, count(*)::int as count from publications
      where target_id = ${targetId} and verdict = 'guard' and intended_at >= ${dayBefore(oldest)}::timestamptz group by 1`;
  const lately = removed.filter(({ at }) => at.toISOString() >= dayBefore(now));
  const days = (now.getTime() - (await firstSent(db, now)).getTime()) / DAY;
  return {
    removed,
    removedLately: lately.reduce((sum, { count: some }) => sum + some, 0),
    removedLatelyEverywhere: everywhere.count,
    ...(await removedOn(db, targetId, usualDays(days), now)),
  };
}

/** When the first job of this installation was published, by what is counted. */
async function firstSent(db: Db, now: Date): Promise<Date> {
  const row = await queryRow(db, {
    at: maybe(column.instant),
  })`select min(at) as at from job_events where what = 'published'`;
  return row.at ?? now;
}

/** Inferred removals in the 24 h that ended so many days ago: at a target, and everywhere. */
async function removedOn(db: Db, targetId: number, daysAgo: readonly number[], now: Date) {
  const at = now.toISOString();
  const rows = await query(db, { there: column.int, removed: column.int })`
      select of.there, of.removed from unnest(${`{${daysAgo.join(',')}}`}::int[]) as days cross join lateral (
        select count(*) filter (where p.target_id = ${targetId})::int as there, count(*)::int as removed from publications p
        where p.cause in ('missing', 'jumped', 'duplicate', 'unrouted') and p.delisted_at is not null
          and p.delisted_at > ${at}::timestamptz - (days + 1) * interval '24 hours'
          and p.delisted_at <= ${at}::timestamptz - days * interval '24 hours') of`;
  return { usualThere: rows.map(({ there }) => there), usualRemovals: rows.map(({ removed }) => removed) };
}

/** The kinds of holds that stand about each feed. */
export async function statusByFeed(db: Db): Promise<ReadonlyMap<number, readonly PastHold['kind'][]>> {
  const standing = await undecidedHolds(db);
  const ofFeeds = standing.flatMap(({ sourceId, kind }) => (sourceId === null ? [] : [{ sourceId, kind }]));
  return new Map(
    [...Map.groupBy(ofFeeds, ({ sourceId }) => sourceId)].map(([id, group]) => [
      id,
      group.map(({ kind }) => kind),
    ]),
  );
}

export type Pace = {
  readonly pacedRemovals: number;
  /** When the first removal of this minute leaves it; absent where there was none. */
  readonly minuteEnds?: Date;
  /** How many of them each source has left in this hour; sources without removals by absence are not named. */
  readonly sourceRoom: readonly {
    readonly sourceId: number;
    readonly source: string;
    readonly room: number;
    readonly hourEnds?: Date;
  }[];
};

/** Which of these targets removals by absence wait at, whatever for. */
export async function targetsWithRemovals(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await query(db, { id: column.int })`
    select id from unnest(${`{${ids.join(',')}}`}::int[]) as t(id) where exists (select 1 from publications
      where target_id = t.id and priority = ${priorityOf.removal} and call = 'due' and verdict in ('guard', 'hold'))`;
  return rows.map((row) => row.id);
}

/**
 * How many more removals by absence may go out at a target this minute, and of each feed this hour (rule R11). Asked before each claim,
 * so it looks at removals only; a feed's live jobs are counted when its share is about to matter.
 */
export async function pace(
  db: Db,
  targetId: number,
  limits: { readonly now: Date; readonly perMinute: number; readonly shareOf: (source: string) => number },
): Promise<Pace> {
  const { now, perMinute, shareOf } = limits;
  const due = await query(db, { id: column.int, name: column.text })`
      select id, name from sources where id in (
        select source_id from publications
        where target_id = ${targetId} and priority = ${priorityOf.removal} and call = 'due' and verdict in ('guard', 'hold'))`;
  if (due.length === 0) return { pacedRemovals: perMinute, sourceRoom: [] };
  const used = await removalsSent(db, targetId, now);
  const pacedRemovals = Math.max(
    0,
    perMinute - [...used.values()].reduce((sum, { minute }) => sum + minute, 0),
  );
  const ids = due.map((row) => row.id);
  const near = ids.filter((id) => (used.get(id)?.hour ?? 0) + pacedRemovals > LEAST_AN_HOUR);
  const live = pacedRemovals === 0 ? new Map<number, number>() : await liveOf(db, targetId, near);
  const minutes = [...used.values()].flatMap(({ minuteEnds }) => minuteEnds ?? []);
  return {
    pacedRemovals,
    ...(minutes.length > 0 && { minuteEnds: new Date(Math.min(...minutes.map((at) => at.getTime()))) }),
    sourceRoom: due.map((row) => {
      const [sourceId, source] = [row.id, row.name];
      const hour = used.get(sourceId)?.hour ?? 0;
      const most = Math.max(LEAST_AN_HOUR, Math.floor(shareOf(source) * ((live.get(sourceId) ?? 0) + hour)));
      return {
        sourceId,
        source,
        room: Math.max(0, most - hour),
        ...present({ hourEnds: used.get(sourceId)?.hourEnds }),
      };
    }),
  };
}

/** Removals that went out, and when the first of them leaves the hour, or the minute. */
type Used = {
  readonly hour: number;
  readonly minute: number;
  readonly hourEnds: Date | undefined;
  readonly minuteEnds: Date | undefined;
};

async function removalsSent(db: Db, targetId: number, now: Date): Promise<ReadonlyMap<number, Used>> {
  const minute = new Date(now.getTime() - MINUTE).toISOString();
  const hour = new Date(now.getTime() - HOUR).toISOString();
  const rows = await query(db, {
    source_id: column.int,
    hour: column.int,
    minute: column.int,
    first: maybe(column.instant),
    first_of_minute: maybe(column.instant),
  })`
      select source_id, count(*)::int as hour, count(*) filter (where sent_at > ${minute}::timestamptz)::int as minute,
        min(sent_at) as first, min(sent_at) filter (where sent_at > ${minute}::timestamptz) as first_of_minute
      from publications where target_id = ${targetId} and verdict in ('guard', 'hold') and sent_at > ${hour}::timestamptz
        -- Not those whose last call was their publishing: of their removal none has begun.
        and sent_at >= intended_at
      group by source_id`;
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        hour: row.hour,
        minute: row.minute,
        hourEnds: after(row.first, HOUR),
        minuteEnds: after(row.first_of_minute, MINUTE),
      },
    ]),
  );
}

function after(at: Date | undefined, ms: number): Date | undefined {
  return at && new Date(at.getTime() + ms);
}

async function liveOf(
  db: Db,
  targetId: number,
  sourceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .select({ sourceId: publications.sourceId, live: count() })
    .from(publications)
    .where(
      and(
        eq(publications.targetId, targetId),
        eq(publications.live, true),
        inArray(publications.sourceId, [...sourceIds]),
      ),
    )
    .groupBy(publications.sourceId);
  return new Map(rows.map(({ sourceId, live }) => [sourceId, live]));
}

/** Ids of sources by their names. */
export async function sourceIdsOf(db: Db, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return [];
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(inArray(sources.name, [...names]));
  return rows.map(({ id }) => id);
}

/** How many jobs were sent again in the last 24 h by another version than they were first sent by (rule R19). */
export async function resentLately(db: Db, targetId: number, version: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY).toISOString();
  const row = await queryRow(db, { n: column.int })`
      select count(*)::int as n from publications where target_id = ${targetId} and wanted_version = ${version}
        and (sent_at >= ${since}::timestamptz or call = 'due') and first_sent_at < ${since}::timestamptz`;
  return row.n;
}

/** Writes what was decided about listings that are not sent, and clears what no longer holds. */
export async function recordDecisions(
  db: Db,
  targetId: number,
  decided: readonly {
    readonly listingId: number;
    readonly outcome: 'skipped' | 'waiting' | 'held';
    readonly step: string;
    readonly reason: string;
    readonly unlisted: readonly Unlisted[];
  }[],
  sentIds: readonly number[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < decided.length; at += 1000) {
    const rows = decided
      .slice(at, at + 1000)
      .map(({ listingId, ...row }) => ({ listing_id: listingId, ...row }));
    await execute(db)`
      insert into decisions as d (target_id, listing_id, outcome, step, reason, decided_at, unlisted)
      select ${targetId}::int, r.listing_id, r.outcome, r.step, r.reason, ${now.toISOString()}::timestamptz, nullif(r.unlisted, '[]')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id bigint, outcome text, step text, reason text, unlisted jsonb)
      on conflict (target_id, listing_id) do update set outcome = excluded.outcome, step = excluded.step, reason = excluded.reason,
        decided_at = excluded.decided_at, unlisted = excluded.unlisted
      where (d.outcome, d.step, d.reason, d.unlisted) is distinct from (excluded.outcome, excluded.step, excluded.reason, excluded.unlisted)`;
  }
  if (sentIds.length === 0) return;
  await execute(db)`
    delete from decisions where target_id = ${targetId}
      and listing_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(sentIds)}::jsonb))`;
}

/** Forgets what was decided about listings whose source addresses the target no longer. */
export async function dropUnaddressed(db: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  await execute(db)`
    delete from decisions d using listings l where d.target_id = ${targetId} and l.id = d.listing_id
      and l.source_id <> all(${`{${sourceIds.join(',')}}`}::int[])`;
}

/** Forgets that listings were left out as copies, at all targets: they wait until they are compared again. */
export async function forgetCopies(db: Db, listingIds: readonly number[]): Promise<void> {
  await execute(db)`
    delete from decisions where step = 'duplicate' and listing_id in ${idRows(listingIds)}`;
}

/** Begins a batch of removals, so that they can be restored together (rule R12). */
export async function beginBatch(
  db: Db,
  batch: {
    readonly targetId: number;
    readonly cause: string;
    /** Ids of the publications that it takes down. */
    readonly subjects: readonly number[];
    readonly now: Date;
  },
): Promise<number> {
  const { targetId, cause, subjects, now } = batch;
  const row = await queryRow(db, { id: column.int })`
      insert into batches (target_id, cause, count, subjects, created_at)
      values (${targetId}, ${cause}, ${subjects.length}, ${JSON.stringify(subjects)}::text::jsonb, ${now.toISOString()}::timestamptz)
      returning id`;
  return row.id;
}

/** Active targets for which something was touched since they were compared: a plan counts as made a minute before it began. */
export async function touchedTargets(db: Db): Promise<ReadonlySet<number>> {
  const rows = await query(db, { id: column.int })`
    select t.id from targets t where t.state = 'active'
      and exists (select 1 from listings l where l.touched_at > t.reconciled_at + interval '1 minute')`;
  return new Set(rows.map((row) => row.id));
}

/** When something is to be done next at a target, for a source or for all: a call is due, one that is parked is tried again, or a lease ends. */
export async function nextDue(db: Db, targetId: number, sourceId?: number): Promise<Date | undefined> {
  const which = sql`target_id = ${targetId} and source_id = coalesce(${sourceId ?? null}::int, source_id)`;
  const row = await queryRow(db, { at: maybe(column.instant) })`
      select least(
        (select min(next_at) from publications where ${which} and call = 'due'),
        (select min(next_at) from publications where ${which} and call = 'parked'),
        (select min(lease_until) from publications where ${which} and call = 'out')) as at`;
  return row.at;
}

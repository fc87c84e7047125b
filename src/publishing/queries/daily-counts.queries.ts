import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { publicationDailyCounts } from '../../db/schema.ts';
import { column, query } from '../../db/query.ts';
import { anyOf } from '../../db/sql.ts';
import type { Access } from '../publishing-types.ts';
import { eventsOfDays } from './activity.queries.ts';

/** How many publications of a target are in a state, live or not, with a call due or not. */
export type DailyCount = Awaited<ReturnType<typeof dailyCounts>>[number];

/** All publications counted, without looking at one. */
export async function dailyCounts(db: Db) {
  const { targetId, state, live, due, parked, n } = publicationDailyCounts;
  return db
    .select({ targetId, state, live, due, parked, n: sql<number>`sum(${n})::int` })
    .from(publicationDailyCounts)
    .groupBy(targetId, state, live, due, parked)
    .having(sql`sum(${n}) <> 0`);
}

/** The seven words of publications, counted at each target. */
export async function countsOfTargets(db: Db) {
  const counted = Map.groupBy(await dailyCounts(db), ({ targetId }) => targetId);
  return new Map(
    [...counted].map(([targetId, own]) => [
      targetId,
      Object.fromEntries(
        [...Map.groupBy(own, ({ state }) => state)].map(([state, some]) => [state, sumOf(some)]),
      ),
    ]),
  );
}

/** The sum of some counts. */
export const sumOf = (some: readonly DailyCount[]): number => some.reduce((sum, { n }) => sum + n, 0);

/** What happened at a target on a day of a zone: `2026-11-20`. */
export type DayAtTarget = Awaited<ReturnType<typeof daysSince>>[number];

/** Jobs that were published, updated and taken down, per target and day since a moment; of some targets and sources alone where they are named. */
export async function daysSince(
  db: Db,
  since: Date,
  timeZone: string,
  { targetIds, sourceIds }: Access = {},
) {
  const later = sql`at >= ${since.toISOString()}::timestamptz`;
  const there = targetIds === undefined ? later : sql`${anyOf(sql`target_id`, targetIds)} and ${later}`;
  const mine = sql`select id from publications where ${anyOf(sql`source_id`, sourceIds ?? [])}`;
  const within = sourceIds === undefined ? there : sql`${there} and publication_id in (${mine})`;
  return query(db, {
    targetId: column.int,
    published: column.int,
    updated: column.int,
    delisted: column.int,
    day: column.text,
  })`
    select target_id as "targetId", day, count(*) filter (where what = 'published') as published, count(*) filter (where what = 'updated') as updated, count(*) filter (where what = 'delisted') as delisted
    from (${eventsOfDays(within, timeZone)}) happened group by 1, 2`;
}

/** How long the jobs of a day took from the reading that first found them to their first sending. */
export type DayOfTimes = Awaited<ReturnType<typeof timesToSchool>>[number];

/**
 * From a feed to its schools, by day of the first sending: half of the jobs took at most `median`, 19 of 20 at most `most`, in ms. A job
 * that was there before its school was added counts from then on.
 */
export async function timesToSchool(db: Db, since: Date, timeZone: string) {
  return query(db, { day: column.text, median: column.number, most: column.number })`
    select day, percentile_cont(0.5) within group (order by ms) as median, percentile_cont(0.95) within group (order by ms) as most
    from (
      select to_char(publications.first_sent_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        greatest(0, extract(epoch from publications.first_sent_at - greatest(listings.first_seen_at, targets.created_at)) * 1000)::float8 as ms
      from publications join listings on listings.id = publications.listing_id join targets on targets.id = publications.target_id
      where publications.first_sent_at >= ${since.toISOString()}::timestamptz
    ) as sent group by 1`;
}

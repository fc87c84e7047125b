import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { column, queryRow } from '../../db/query.ts';

/** What is counted per day. */
export const happenings = ['published', 'updated', 'delisted'] as const;
export type Happening = (typeof happenings)[number];

/** A day of a zone on which something was done: `2026-11-20`. */
export type DailyActivity = {
  readonly what: Happening;
  readonly day: string;
  readonly timeZone: string;
  /** Of what was taken down, the part with one cause. */
  readonly why?: TakeDownCause;
};

/** Why jobs were taken down: 0 is no take-down of a person, and no hold. */
export type TakeDownCause = { readonly cause: string; readonly takeDown: number; readonly hold: number };

/**
 * What happened to jobs while `within` holds of `at`, with its day of a zone. A job counts once a day for each: what was last, so that a
 * number of jobs opens as many.
 */
export function eventsOfDays(within: SQL, timeZone: string): SQL {
  return sql`select distinct on (publication_id, what, day) publication_id, target_id, what, at, day, cause, hold, act from (
    select publication_id, target_id, what, at, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, coalesce(cause, '') as cause,
      coalesce(hold_id, 0) as hold, ${takeDownOf} as act from job_events where ${within}) dated
    order by publication_id, what, day, at desc`;
}

/** The newest take-down of a person that a delisting belongs to, or 0. */
const takeDownOf = sql`case when what = 'delisted' then coalesce((select max(j.take_down_id) from take_down_jobs j join take_downs d on d.id = j.take_down_id
  where j.publication_id = job_events.publication_id and d.at <= job_events.at), 0) else 0 end`;

/** Whether `at` is on one of the days of a zone. */
export function isOnDays(from: string, to: string, timeZone: string): SQL {
  return sql`at >= ${from}::date::timestamp at time zone ${timeZone} and at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** The publications that a day's number counts, as a condition on `publications`. */
export function activityOf({ what, day, timeZone, why }: DailyActivity): SQL {
  const because =
    why === undefined
      ? sql``
      : sql` and cause = ${why.cause} and hold = ${why.hold} and act = ${why.takeDown}`;
  return sql`publications.id in (select publication_id from (${eventsOfDays(isOnDays(day, day, timeZone), timeZone)}) happened where what = ${what}${because})`;
}

/** When a day of a zone begins, or the one that is so many days later. */
export async function startOfDay(db: Db, day: string, timeZone: string, later = 0): Promise<Date> {
  const { at } = await queryRow(db, {
    at: column.instant,
  })`select (${day}::date + ${later}::int)::timestamp at time zone ${timeZone} as at`;
  return at;
}

import { sql, type SQL } from 'drizzle-orm';
import { present } from '../../core/present.ts';
import { column, maybe, query, written, queryRow } from '../../db/query.ts';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import { publications as p } from '../../db/schema.ts';
import type { Access } from '../publishing-types.ts';

/** Jobs that were published, updated or taken down on one day for one cause. */
export type JobEvents = {
  readonly what: Happening;
  readonly day: string;
  /** The last of them. */
  readonly at: Date;
  readonly jobs: number;
  readonly targets: readonly string[];
  /** The feeds that they are of. */
  readonly sources: readonly string[];
  readonly why: TakeDownCause;
  /** A person's act that took them down. */
  readonly takeDown?: { readonly kind: string; readonly name: string };
  readonly by?: string;
};

export type JobEventsQuestion = {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly sight: Access;
  /** A feed or a school. */
  readonly about?: string;
};

/**
 * What happened to jobs, folded by cause: what came or changed by its feed, what was taken down by its reason. It counts the
 * publications that the numbers of a day count.
 */
export async function jobEvents(db: Db, question: JobEventsQuestion): Promise<readonly JobEvents[]> {
  const { from, to, timeZone, sight, about } = question;
  const seen = sql.join(
    [
      sql`true`,
      ...(sight.targetIds ? [anyOf(p.targetId, sight.targetIds)] : []),
      ...(sight.sourceIds ? [anyOf(p.sourceId, sight.sourceIds)] : []),
    ],
    sql` and `,
  );
  const rows = await query(db, {
    what: written<Happening>(),
    day: column.text,
    at: column.instant,
    jobs: column.int,
    targets: written<string[]>(),
    sources: written<string[]>(),
    cause: column.text,
    hold: column.int,
    act: column.int,
    kind: maybe(column.text),
    name: maybe(column.text),
    by: maybe(column.text),
  })`
    with folded as (
      select what, day, max(e.at) as at, count(*) as jobs, json_agg(distinct t.name) as targets, json_agg(distinct s.name) as sources,
        e.cause, e.hold, e.act
      from (${eventsOfDays(isOnDays(from, to, timeZone), timeZone)}) e join publications on publications.id = e.publication_id
        join targets t on t.id = e.target_id join sources s on s.id = publications.source_id
      where ${seen} and (${about ?? null}::text is null or ${about ?? null} in (t.name, s.name))
      group by 1, 2, case when what <> 'delisted' then publications.source_id end, e.cause, e.hold, e.act
    )
    select f.*, d.kind, d.name, coalesce(d.by, h.decided_by) as by
    from folded f left join take_downs d on d.id = f.act left join holds h on h.id = f.hold
    order by f.at desc, f.what, f.cause`;
  return rows.map(({ hold, act, kind, name = '', by, cause, ...row }) => ({
    ...row,
    why: { cause, takeDown: act, hold },
    ...present({ takeDown: kind === undefined ? undefined : { kind, name }, by }),
  }));
}

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
function isOnDays(from: string, to: string, timeZone: string): SQL {
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

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { column, queryRow } from '../../db/query.ts';
import { publications } from '../../db/schema.ts';

/** What is counted per day. */
export const happenings = ['published', 'updated', 'delisted'] as const;
export type Happening = (typeof happenings)[number];

/** A day of a zone on which something was done: `2026-11-20`; with `to` all days until that one. */
export type DailyActivity = {
  readonly what: Happening;
  readonly day: string;
  readonly to?: string;
  readonly timeZone: string;
  /** Of what was taken down, the part with one cause. */
  readonly why?: TakeDownCause;
};

/** Why jobs were taken down: 0 is no take-down of a person, and no hold. */
export type TakeDownCause = { readonly cause: string; readonly takeDown: number; readonly hold: number };

/** The newest take-down of a person that a publication's removal belongs to, or 0. */
export const takeDownOf = sql`coalesce((select max(j.take_down_id) from take_down_jobs j join take_downs d on d.id = j.take_down_id
  where j.publication_id = publications.id and d.at <= publications.delisted_at), 0)`;

/** An answer so much later than the first sending is to an update. */
const isUpdate = sql`${publications.answeredAt} > ${publications.firstSentAt} + interval '1 hour'`;

/** The publications that a day's number counts, as a condition on `publications`. */
export function activityOf({ what, day, to = day, timeZone, why }: DailyActivity): SQL {
  const on = (column: SQL) =>
    sql`${column} >= ${day}::date::timestamp at time zone ${timeZone} and ${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
  const because =
    why === undefined
      ? sql``
      : sql` and coalesce(publications.cause, '') = ${why.cause} and coalesce(publications.hold_id, 0) = ${why.hold} and ${takeDownOf} = ${why.takeDown}`;
  return {
    // First sent on that day, and taken since: what is delisted was there.
    published: sql`${on(sql`publications.first_sent_at`)} and (publications.taken_at is not null or publications.delisted_at is not null)`,
    updated: sql`${on(sql`publications.answered_at`)} and publications.state = 'published' and ${isUpdate}`,
    delisted: sql`${on(sql`publications.delisted_at`)}${because}`,
  }[what];
}

/** When a day of a zone begins, or the one that is so many days later. */
export async function startOfDay(db: Db, day: string, timeZone: string, later = 0): Promise<Date> {
  const { at } = await queryRow(db, {
    at: column.instant,
  })`select (${day}::date + ${later}::int)::timestamp at time zone ${timeZone} as at`;
  return at;
}

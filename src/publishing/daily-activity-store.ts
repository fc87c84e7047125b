import { type SQL, sql } from 'drizzle-orm';
import { publications } from '../db/schema.ts';

/** What is counted per day. */
export const happenings = ['published', 'updated', 'delisted'] as const;
export type Happening = (typeof happenings)[number];

/** A day of a zone on which something was done: `2026-11-20`. */
export type DailyActivity = { readonly what: Happening; readonly day: string; readonly timeZone: string };

/** An answer so much later than the first sending is to an update. */
const isUpdate = sql`${publications.answeredAt} > ${publications.firstSentAt} + interval '1 hour'`;

/** The publications that a day's number counts, as a condition on `publications`. */
export function activityOf({ what, day, timeZone }: DailyActivity): SQL {
  const on = (column: SQL) =>
    sql`${column} >= ${day}::date::timestamp at time zone ${timeZone} and ${column} < (${day}::date + 1)::timestamp at time zone ${timeZone}`;
  return {
    // First sent on that day, and taken since: what is delisted was there.
    published: sql`${on(sql`publications.first_sent_at`)} and (publications.taken_at is not null or publications.delisted_at is not null)`,
    updated: sql`${on(sql`publications.answered_at`)} and publications.state = 'published' and ${isUpdate}`,
    delisted: on(sql`publications.delisted_at`),
  }[what];
}

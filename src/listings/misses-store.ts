import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/rows.ts';
import { listings } from '../db/schema.ts';

/**
 * Listings of a feed that its last complete run lacked, which ended then, and that are missing again when the same document is read again
 * (rule R1, `unchanged`). What a person restored since then stays until another document lacks it.
 */
export async function stillMissing(db: Db, sourceId: number, lastRunAt: Date): Promise<readonly number[]> {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(
      and(
        eq(listings.sourceId, sourceId),
        eq(listings.state, 'live'),
        sql`${listings.misses} > 0`,
        lte(listings.lastSeenAt, lastRunAt),
      ),
    );
  return rows.map(({ id }) => id);
}

export type EndingLimits = { readonly now: Date; readonly missRuns: number; readonly missHours: number };

export type Ending = { readonly id: number; readonly employer: string };

/** Of missing listings, those that one more miss brings past both limits of rule R3. */
export async function endingOf(
  db: Db,
  missingIds: readonly number[],
  lastSeenAt: Date,
  limits: EndingLimits,
): Promise<readonly Ending[]> {
  const since = new Date(limits.now.getTime() - limits.missHours * 3_600_000).toISOString();
  const rows = await db.execute(sql`
    select id, coalesce(company, '') as employer from listings
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(missingIds)}::jsonb))
      and misses + 1 >= ${limits.missRuns} and coalesce(last_seen_at, ${lastSeenAt.toISOString()}::timestamptz) <= ${since}::timestamptz`);
  return rowsOf(rows).map((row) => ({ id: Number(row['id']), employer: String(row['employer']) }));
}

/** What a run says of listings that it lacks. */
export type Misses = {
  readonly now: Date;
  /** When the missing ones were last seen: the end of the last complete run. */
  readonly lastSeenAt: Date;
  readonly missingIds: readonly number[];
  /** Of the missing ones, those that end now; none while the run is held. */
  readonly endIds: readonly number[];
};

/** One more miss for each of these listings; those that end are gone from now on. */
export async function recordMisses(tx: Db, { now, lastSeenAt, missingIds, endIds }: Misses): Promise<void> {
  if (missingIds.length === 0) return;
  await tx.execute(sql`
    update listings set misses = misses + 1, last_seen_at = coalesce(last_seen_at, ${lastSeenAt.toISOString()}::timestamptz)
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(missingIds)}::jsonb))`);
  await endListings(tx, endIds, now);
}

/** Marks listings that are still missing as gone, with the evidence in words. On a person's approval they are not counted against later runs. */
export async function endListings(
  tx: Db,
  ids: readonly number[],
  now: Date,
  onApproval = false,
): Promise<void> {
  if (ids.length === 0) return;
  const at = now.toISOString();
  await tx.execute(sql`
    update listings set state = 'gone', ended_at = ${at}::timestamptz, changed_at = ${at}::timestamptz, ended_on_approval = ${onApproval},
      ended_because = 'Missing in ' || misses || ' complete ' || case when misses = 1 then 'run' else 'runs' end || ', last seen ' || to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
    where state = 'live' and misses > 0 and id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
}

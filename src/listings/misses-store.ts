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
        sql`${listings.state} = 'missing'`,
        lte(listings.missingSince, lastRunAt),
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
  limits: EndingLimits,
): Promise<readonly Ending[]> {
  const since = new Date(limits.now.getTime() - limits.missHours * 3_600_000).toISOString();
  const rows = await db.execute(sql`
    select id, coalesce(company, '') as employer from listings
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(missingIds)}::jsonb))
      and miss_runs + 1 >= ${limits.missRuns} and coalesce(missing_since, ${limits.now.toISOString()}::timestamptz) <= ${since}::timestamptz`);
  return rowsOf(rows).map((row) => ({ id: Number(row['id']), employer: String(row['employer']) }));
}

/** What a run says of listings that it lacks. */
export type Misses = {
  readonly now: Date;
  readonly missingIds: readonly number[];
  /** Of the missing ones, those that end now; none while the run is held. */
  readonly endIds: readonly number[];
};

/** One more miss for each of these listings; those that end are gone from now on. */
export async function recordMisses(tx: Db, { now, missingIds, endIds }: Misses): Promise<void> {
  if (missingIds.length === 0) return;
  await tx.execute(sql`
    update listings set state = 'missing', miss_runs = miss_runs + 1, missing_since = coalesce(missing_since, ${now.toISOString()}::timestamptz), rev = rev + 1
    where state <> 'kept' and state <> 'ended' and id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(missingIds)}::jsonb))`);
  await endListings(tx, endIds, now);
}

/** Ends listings that are still missing, with the evidence in words. What a person approved, by a hold, is not counted against later runs. */
export async function endListings(
  tx: Db,
  ids: readonly number[],
  now: Date,
  holdId: number | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  const at = now.toISOString();
  await tx.execute(sql`
    update listings set state = 'ended', cause = 'missing', verdict = case when ${holdId}::bigint is null then 'guard' else 'hold' end, hold_id = ${holdId}::bigint,
      missing_since = null, miss_runs = 0, ended_at = ${at}::timestamptz, changed_at = ${at}::timestamptz, touched_at = ${at}::timestamptz, rev = rev + 1,
      ended_because = 'Missing in ' || miss_runs || ' complete ' || case when miss_runs = 1 then 'run' else 'runs' end || ', first ' || to_char(missing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
    where state = 'missing' and id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
}

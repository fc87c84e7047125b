import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { listings, runs, sources, isLive } from '../db/schema.ts';
import type { Run } from './feeds.repository.ts';
import { column, query, written } from '../db/query.ts';

/** Names and ids of all sources, the form's too. */
export async function allSources(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db.select({ id: sources.id, name: sources.name }).from(sources).orderBy(sources.name);
}

/** Listings of each source's last runs that have a number, oldest first. */
export async function trendsOf(
  db: Db,
  sourceIds: readonly number[],
  last = 14,
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (sourceIds.length === 0) return new Map();
  const found = await query(db, { counts: written<readonly number[]>(), source_id: column.int })`
    select source_id, array_to_json(array_agg(listings order by id)) as counts
    from (select value::int as source_id from jsonb_array_elements_text(${JSON.stringify(sourceIds)}::jsonb)) of_source,
      lateral (
        select id, listings from runs
        where runs.source_id = of_source.source_id and state in ('complete', 'truncated')
        order by id desc limit ${last}
      ) newest
    group by source_id`;
  return new Map(found.map((row) => [row.source_id, row.counts]));
}

/** When each source was last read completely, an unchanged document counting too. */
export async function lastCompleteAt(db: Db): Promise<ReadonlyMap<number, Date>> {
  const found = await query(db, { at: column.instant, id: column.int })`
    select sources.id, newest.at
    from sources, lateral (
      select coalesce(finished_at, started_at) as at from runs
      where runs.source_id = sources.id and state in ('complete', 'unchanged')
      order by id desc limit 1
    ) newest`;
  return new Map(found.map((row) => [row.id, row.at]));
}

/** One run with the name of its feed. */
export async function runById(db: Db, id: number): Promise<(Run & { readonly feed: string }) | undefined> {
  const [row] = await db
    .select({ run: runs, feed: sources.name })
    .from(runs)
    .innerJoin(sources, eq(sources.id, runs.sourceId))
    .where(eq(runs.id, id));
  return row && { ...row.run, feed: row.feed };
}

/** Runs of one feed, of some, or of all, before another, newest first. */
export async function runsBefore(
  db: Db,
  {
    sourceId,
    sourceIds,
    beforeId,
    limit,
  }: { sourceId?: number; sourceIds?: readonly number[]; beforeId?: number; limit: number },
): Promise<readonly (Run & { readonly feed: string })[]> {
  const rows = await db
    .select({ run: runs, feed: sources.name })
    .from(runs)
    .innerJoin(sources, eq(sources.id, runs.sourceId))
    .where(
      and(
        sourceId === undefined ? undefined : eq(runs.sourceId, sourceId),
        sourceIds && inArray(runs.sourceId, [...sourceIds]),
        beforeId === undefined ? undefined : lt(runs.id, beforeId),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(limit);
  return rows.map(({ run, feed }) => ({ ...run, feed }));
}

/** A source's newest live listings, and how many there are. */
export async function newestListings(db: Db, sourceId: number, limit: number) {
  const live = and(eq(listings.sourceId, sourceId), isLive);
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(listings)
    .where(live);
  const rows = await db
    .select({
      jobId: listings.jobId,
      title: listings.title,
      place: sql<string | null>`${listings.listing} #>> '{places,0,city}'`,
      warnings: sql<readonly string[] | null>`${listings.listing} -> 'warnings'`,
    })
    .from(listings)
    .where(live)
    .orderBy(desc(listings.id))
    .limit(limit);
  return { total: counted?.n ?? 0, rows };
}

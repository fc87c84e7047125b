import { feedDrafts, type FeedDefinition, type FeedState } from '../db/schema/feeds.schema.ts';
import { and, desc, eq, inArray, lt, sql, asc, getTableColumns, notInArray } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { listings, runs, sources, isLive, feeds } from '../db/schema.ts';
import { column, query, written, maybe } from '../db/query.ts';
import { HOUR, DAY } from '../core/clock.ts';
import { allTargets } from '../targets/targets.queries.ts';

/** A feed as stored, with its source's name and ids. */
export type Feed = Readonly<
  Pick<typeof sources.$inferSelect, 'id' | 'name' | 'externalSourceId'> &
    Pick<typeof feeds.$inferSelect, 'definition' | 'state' | 'file' | 'detached' | 'sample' | 'reviewFirst'> &
    Pick<
      typeof feeds.$inferSelect,
      'createdAt' | 'nextAt' | 'failures' | 'fetchState' | 'nodeOnly' | 'countedAt'
    >
>;

export type Run = typeof runs.$inferSelect;

/** Names and ids of all sources, the form's too. */
export async function allSources(db: Db) {
  const { id, name, kind } = sources;
  return db.select({ id, name, kind }).from(sources).orderBy(name);
}

/** Listings of each source's last runs that have a number, oldest first. */
export async function trendsOf(db: Db, sourceIds: readonly number[], last = 14) {
  if (sourceIds.length === 0) return new Map<number, readonly number[]>();
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

/** Feeds with their sources, for more conditions. */
export function selectFeeds(db: Db) {
  const { id, name, externalSourceId } = sources;
  return db
    .select({ id, name, externalSourceId, ...getTableColumns(feeds) })
    .from(feeds)
    .innerJoin(sources, eq(sources.id, feeds.sourceId))
    .$dynamic();
}

export async function feedNamed(db: Db, name: string): Promise<Feed | undefined> {
  return (await selectFeeds(db).where(and(eq(sources.name, name), notInArray(feeds.state, endedStates))))[0];
}

export async function feedById(db: Db, id: number): Promise<Feed | undefined> {
  return (await selectFeeds(db).where(eq(sources.id, id)))[0];
}

/** All feeds that were not removed, by name. */
export async function allFeeds(db: Db): Promise<readonly Feed[]> {
  return selectFeeds(db).where(notInArray(feeds.state, endedStates)).orderBy(asc(sources.name));
}

/** Feeds that name schools which do not exist, each with what is missing. */
export async function feedsWithoutSchool(db: Db): Promise<ReadonlyMap<string, string>> {
  const names = new Set((await allTargets(db)).map(({ name }) => name));
  const missing = ({ definition: { targets = [] } }: Feed) => targets.filter((one) => !names.has(one));
  const lost = (await allFeeds(db)).filter((feed) => missing(feed).length > 0);
  return new Map(lost.map((feed) => [feed.name, `there is no school ${missing(feed).join(', ')}`]));
}

/** When the oldest reading that is still under way began: what it finds is dated from then on, and is in the tables later. */
export async function oldestReading(db: Db, now: Date): Promise<Date | undefined> {
  const [row] = await query(db, { at: maybe(column.instant) })`
      select min(r.started_at) as at from feeds f
      cross join lateral (select started_at from runs where source_id = f.source_id order by id desc limit 1) r
      where f.lease_by is not null and f.lease_until > ${new Date(now.getTime() - HOUR).toISOString()}::timestamptz`;
  return row?.at;
}

/** The newest complete runs of a feed, newest first: what is usual (rules R4, R8). */
export async function completeRunsOf(db: Db, sourceId: number, limit = 5): Promise<readonly Run[]> {
  return db
    .select()
    .from(runs)
    .where(and(eq(runs.sourceId, sourceId), eq(runs.state, 'complete')))
    .orderBy(desc(runs.id))
    .limit(limit);
}

/**
 * The newest complete runs that stand under no hold: what is usual, however many were held since (R4, R8). After an approved fall what was
 * found before it is usual no more.
 */
export async function usualRunsOf(db: Db, sourceId: number, limit: number): Promise<readonly Run[]> {
  return db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.sourceId, sourceId),
        eq(runs.state, 'complete'),
        eq(runs.held, false),
        sql`${runs.id} >= coalesce((select max(run_id) from holds where source_id = ${sourceId} and state = 'approved'
          and kind in ('drop', 'empty', 'rekeyed') and not this_run_only), 0)`,
      ),
    )
    .orderBy(desc(runs.id))
    .limit(limit);
}

/** The newest run of each feed since it was added; a run from before its removal is not among them. */
export async function lastRuns(
  db: Db,
  feeds: readonly Pick<Feed, 'id'>[],
): Promise<ReadonlyMap<number, Run>> {
  if (feeds.length === 0) return new Map();
  const newest = sql`
    select (select max(id) from runs where runs.source_id = of_source.value::int
      and started_at >= coalesce((select created_at from feeds where source_id = of_source.value::int), '-infinity'::timestamptz))
    from jsonb_array_elements_text(${JSON.stringify(feeds.map(({ id }) => id))}::text::jsonb) of_source`;
  const rows = await db
    .select()
    .from(runs)
    .where(sql`${runs.id} = any(array(${newest}))`);
  return new Map(rows.map((run) => [run.sourceId, run]));
}

/**
 * Feeds as the watch sees them: when they were last read with success, how many live jobs their complete runs have long not listed, those
 * of a document that is in doubt and of a feed that is long paused included, and how many are long kept or not understood (R17).
 */
export async function feedsHealth(db: Db, now: Date, unseenDays: number) {
  const before = new Date(now.getTime() - unseenDays * DAY).toISOString();
  return query(db, {
    paused: column.bool,
    unseen: column.int,
    stuck: column.int,
    since: column.instant,
    lastSuccessAt: maybe(column.instant),
    lastCompleteAt: maybe(column.instant),
    reason: maybe(column.text),
    name: column.text,
    definition: written<FeedDefinition>(),
  })`
      select s.name, f.state = 'paused' as paused, f.definition, f.created_at as since,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged', 'truncated')) as "lastSuccessAt",
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) as "lastCompleteAt",
        (select r.reason from runs r where r.source_id = s.id and r.reason is not null order by r.id desc limit 1) as reason,
        (select count(*) from listings l where l.source_id = s.id and l.state in ('kept', 'unread') and l.touched_at < ${before}::timestamptz)::int as stuck,
        (select count(*) from listings l where l.source_id = s.id and case when f.state = 'active' then l.state = 'missing' and l.missing_since < ${before}::timestamptz
            else l.state <> 'ended' and ${before}::timestamptz > (
              select coalesce(max(r.finished_at), f.created_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) end)::int
          + coalesce((select r.missing from held_documents d join runs r on r.id = d.run_id where d.source_id = s.id and ${before}::timestamptz > (
              select min(h.finished_at) from runs h where h.source_id = s.id and h.state = 'complete' and h.id > coalesce((
                select max(c.id) from runs c where c.source_id = s.id and c.state = 'complete' and not c.held), 0))), 0) as unseen
      from feeds f join sources s on s.id = f.source_id where f.state in ('active', 'paused')`;
}

/** States of feeds that were removed. */
export const endedStates: FeedState[] = ['removed', 'left'];

export type FeedDraft = typeof feedDrafts.$inferSelect;

export async function draftById(db: Db, id: number): Promise<FeedDraft | undefined> {
  return (await db.select().from(feedDrafts).where(eq(feedDrafts.id, id)))[0];
}

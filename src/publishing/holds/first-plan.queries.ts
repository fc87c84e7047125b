import { column, maybe, query, queryRow, written } from '../../db/query.ts';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import type { Hold } from './holds.queries.ts';

/** A job that a first plan would send, with the schools that would get it. */
export type FirstPlanJob = Awaited<ReturnType<typeof firstPlanJobs>>[number];

export const firstPlanSorts = ['job', 'employer', 'place', 'feed'] as const;

export type FirstPlanSort = (typeof firstPlanSorts)[number];

export type FirstPlanFilter = {
  readonly employer?: string | undefined;
  readonly feed?: string | undefined;
  readonly place?: string | undefined;
};

/** The publication of a row of a place, which goes by the plan of a school. */
const isRemoval = (id: number) => sql`j.publication_id in (
  select s.value::bigint from holds h, jsonb_array_elements_text(h.subjects) s where h.id = ${id} and h.source_id is null)`;

/** What was picked leaves the list at once, before its schools are compared; with another content, or once it is to go, it is asked about again. A removal leaves the hold when it is decided. */
const isUndecided = (id: number) => sql`(${isRemoval(id)} or not exists (select from hold_subjects k
    join listings c on c.id = k.listing_id and c.fingerprint = k.fingerprint where k.hold_id = ${id} and k.listing_id = j.listing_id)
  and not exists (select from hold_subjects k where k.hold_id = ${id} and k.publication_id = j.publication_id))`;

export type FirstPlanChange = 'publish' | 'update' | 'take down';

/** The jobs that a first plan would send, or take down, now, in an order that does not change while they do not. `removal`: the publication that goes. */
export async function firstPlanJobs(
  db: Db,
  { id }: Pick<Hold, 'id'>,
  { sort = 'job', filter = {} }: { readonly sort?: FirstPlanSort; readonly filter?: FirstPlanFilter } = {},
) {
  const by = { job: sql`title`, employer: sql`company`, place: sql`place`, feed: sql`source` }[sort];
  const { employer = null, feed = null, place = null } = filter;
  return query(db, {
    listingId: column.int,
    fingerprint: column.text,
    source: column.text,
    jobId: column.text,
    title: column.text,
    company: maybe(column.text),
    place: maybe(column.text),
    targets: written<readonly string[]>(),
    removal: maybe(column.int),
    change: written<FirstPlanChange>(),
    isStated: column.bool,
  })`
    select *, removal is not null and exists (select from holds h where h.id = ${id} and h.facts -> 'stated' @> to_jsonb(removal)) as "isStated", case when removal is not null then 'take down' when live then 'update' else 'publish' end as change from (
      select l.id as "listingId", l.fingerprint, s.name as source, l.job_id as "jobId", l.title, l.company,
        nullif(concat_ws(', ', l.listing #>> '{job,job_locations,0,city}', coalesce(l.listing #>> '{job,job_locations,0,state}', l.listing #>> '{job,job_locations,0,country}')), '') as place,
        array_agg(t.name order by t.name) as targets, bool_and(j.live) as live, min(j.publication_id) filter (where ${isRemoval(id)}) as removal
      from unsettled_at_school j join listings l on l.id = j.listing_id join sources s on s.id = l.source_id join targets t on t.id = j.target_id
      where j.hold_id = ${id} and j.state = 'held' and ${isUndecided(id)} group by l.id, s.name) jobs
    where (${employer}::text is null or company = ${employer}) and (${feed}::text is null or source = ${feed})
      and (${place}::text is null or place = ${place})
    order by ${by} nulls last, "listingId"`;
}

/** Of all that a first plan would send, with its content: another one is another revision of the hold. */
export async function firstPlanRevision(db: Db, { id }: Pick<Hold, 'id'>): Promise<string> {
  const { revision } = await queryRow(db, { revision: column.text })`
    select md5(h.count || ':' || coalesce((
      select string_agg(j.listing_id || ' ' || j.target_id || ' ' || l.fingerprint, ',' order by j.listing_id, j.target_id)
      from unsettled_at_school j join listings l on l.id = j.listing_id where j.hold_id = h.id and j.state = 'held'), '')) as revision
    from holds h where h.id = ${id}`;
  return revision.slice(0, 12);
}

/** How jobs of a first plan stand at each school of its feed, or of each feed at its school. */
export type FirstPlanSum = Awaited<ReturnType<typeof firstPlanSums>>[number];

export async function firstPlanSums(
  db: Db,
  { id, sourceId, targetId }: Pick<Hold, 'id' | 'sourceId' | 'targetId'>,
) {
  const name = sourceId === null ? sql`s.name` : sql`t.name`;
  const rows = await query(db, {
    name: column.text,
    live: column.int,
    held: column.int,
    blocked: column.int,
    left: column.int,
  })`
    select ${name} as name, count(*) filter (where j.live)::int as live, count(*) filter (where j.state = 'held' and j.hold_id = ${id} and ${isUndecided(id)})::int as held,
      count(*) filter (where j.state = 'blocked' and (j.source_id = ${sourceId}::int or j.target_id = ${targetId}::int))::int as blocked,
      count(*) filter (where j.state = 'left_out' and (j.source_id = ${sourceId}::int or j.target_id = ${targetId}::int))::int as left
    from job_at_school j join sources s on s.id = j.source_id join targets t on t.id = j.target_id
    where j.target_id = ${targetId}::int or ${targetId}::int is null group by 1 order by 1`;
  return rows.filter(({ held, blocked, left }) => sourceId !== null || held + blocked + left > 0);
}

/** Why jobs of a first plan cannot go yet: how many rows by step, with the most common reason. */
export async function firstPlanBlocked(db: Db, { sourceId, targetId }: Pick<Hold, 'sourceId' | 'targetId'>) {
  return query(db, { step: column.text, target: column.text, reason: column.text, jobs: column.int })`
    select coalesce(j.step, '') as step, t.name as target, mode() within group (order by coalesce(j.because, '')) as reason, count(*)::int as jobs
    from unsettled_at_school j join targets t on t.id = j.target_id
    where j.state = 'blocked' and (j.source_id = ${sourceId}::int or j.target_id = ${targetId}::int) group by 1, 2 order by 4 desc, 1, 2`;
}

/** What a person decided about jobs of first plans, by listing: the content that was decided about. */
export type FirstPlanChoices = Awaited<ReturnType<typeof firstPlanChoices>>;

export async function firstPlanChoices(db: Db, targetId: number, listingIds: readonly number[]) {
  const rows = await query(db, {
    listingId: column.int,
    fingerprint: column.text,
    decision: column.text,
    isFeeds: column.bool,
  })`
    select s.listing_id as "listingId", s.fingerprint, s.decision, h.source_id is not null as "isFeeds" from hold_subjects s join holds h on h.id = s.hold_id
    where s.op = 'show' and ${anyOf(sql`s.listing_id`, listingIds)} and h.kind = 'review' and (h.target_id = ${targetId} or h.target_id is null) order by s.id`;
  const of = (takes: (row: (typeof rows)[number]) => boolean) =>
    new Map(rows.filter(takes).map(({ listingId, fingerprint }) => [listingId, fingerprint] as const));
  return {
    ofFeeds: of(({ decision, isFeeds }) => decision === 'approved' && isFeeds),
    ofTarget: of(({ decision, isFeeds }) => decision === 'approved' && !isFeeds),
    refused: of(({ decision }) => decision === 'kept'),
  };
}

/** Whether a person let any job of a first plan go, as it is now. */
export async function anyGoes(db: Db, { id }: Pick<Hold, 'id'>): Promise<boolean> {
  const { goes } = await queryRow(db, { goes: column.bool })`
    select exists (select from hold_subjects k left join listings l on l.id = k.listing_id
      where k.hold_id = ${id} and k.decision = 'approved' and k.fingerprint is not distinct from l.fingerprint) as goes`;
  return goes;
}

/** Nobody has decided about a live listing `l` as it is in a first plan of its feed, and it goes to no school. */
export const isNewToReview = sql`l.state <> 'ended' and not exists (select from hold_subjects k join holds h on h.id = k.hold_id
    where h.kind = 'review' and h.source_id = l.source_id and k.listing_id = l.id and k.fingerprint = l.fingerprint)
  and not exists (select from publications p where p.listing_id = l.id and p.shown_listing_fingerprint = l.fingerprint)`;

/** Live jobs of a feed that nobody decided about yet: the size of its first plan, however many of them a run brings. */
export async function undecidedJobs(tx: Db, sourceId: number): Promise<number> {
  const { jobs } = await queryRow(tx, { jobs: column.int })`
    select count(*)::int as jobs from listings l where l.source_id = ${sourceId} and ${isNewToReview}`;
  return jobs;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { decisions, listings, publications, targets, isLive } from '../../db/schema.ts';
import { column, query } from '../../db/query.ts';

/**
 * Where a source's understood jobs are at a target; `routed` are all that its rules send there or a hold keeps there, the later ones are
 * parts of it but `still-up`: jobs that have ended. `held` is the state of the view `job_at_school`.
 */
export const funnelStages = [
  'understood',
  'routed',
  'no-key',
  'duplicate',
  'in-review',
  'held',
  'held-back',
  'refused',
  'live',
  'still-up',
] as const;
export type FunnelStage = (typeof funnelStages)[number];

export type FunnelOfTarget = Readonly<Record<Exclude<FunnelStage, 'understood'>, number>> & {
  readonly target: string;
};

/** Counts of a source's listings by stage, at each target that has any. */
export async function funnelOf(db: Db, sourceId: number): Promise<readonly FunnelOfTarget[]> {
  return query(db, {
    target: column.text,
    routed: column.int,
    'no-key': column.int,
    duplicate: column.int,
    'in-review': column.int,
    held: column.int,
    'held-back': column.int,
    refused: column.int,
    live: column.int,
    'still-up': column.int,
  })`
    with mine as (select id from listings where source_id = ${sourceId} and state <> 'ended'),
    -- Apart, so that the planner does not join all decisions of all sources with what was sent.
    concerned as materialized (select d.listing_id, d.target_id, d.step, d.outcome from mine join decisions d on d.listing_id = mine.id),
    kept as materialized (select j.* from (${heldPlaces(sourceId)}) j join mine on mine.id = j.listing_id),
    held as (
      select k.target_id, count(*) as n, count(*) filter (where num_nonnulls(d.listing_id, p.listing_id) = 0) as routed
      from kept k left join concerned d using (listing_id, target_id) left join publications p using (listing_id, target_id) group by k.target_id
    ),
    decided as (
      select target_id, count(*) filter (where k.is_held or ${stepIs('routed')}) as routed, count(*) filter (where ${stepIs('no-key')}) as no_key,
        count(*) filter (where ${stepIs('duplicate')}) as duplicate, count(*) filter (where ${stepIs('in-review')}) as in_review,
        count(*) filter (where k.is_held is null and ${stepIs('held-back')}) as held_back
      from concerned d left join kept k using (listing_id, target_id) group by target_id
    ),
    sent as (
      select p.target_id,
        count(*) filter (where d.listing_id is null) as routed, count(*) filter (where p.state = 'refused') as refused, count(*) filter (where p.shown) as live
      from publications p join mine on mine.id = p.listing_id
      left join concerned d on d.listing_id = p.listing_id and d.target_id = p.target_id group by p.target_id
    ),
    left_up as (select p.target_id, count(*) as n from listings l join publications p on p.listing_id = l.id and p.shown
      where l.source_id = ${sourceId} and l.state = 'ended' group by p.target_id)
    select t.name as target, coalesce(d.routed, 0) + coalesce(s.routed, 0) + coalesce(h.routed, 0) as routed, coalesce(d.no_key, 0) as "no-key",
      coalesce(d.duplicate, 0) as duplicate, coalesce(d.in_review, 0) as "in-review", coalesce(h.n, 0) as held, coalesce(d.held_back, 0) as "held-back",
      coalesce(s.refused, 0) as refused, coalesce(s.live, 0) as live, coalesce(u.n, 0) as "still-up"
    from ${targets} t left join decided d on d.target_id = t.id left join sent s on s.target_id = t.id left join held h on h.target_id = t.id
    left join left_up u on u.target_id = t.id where num_nonnulls(d.target_id, s.target_id, h.target_id, u.target_id) > 0
    order by t.name`;
}

/** Jobs at schools that an open hold keeps. The view is not asked while no hold is open. */
function heldPlaces(sourceId: number | undefined): SQL {
  const ofSource = (id: SQL) => (sourceId === undefined ? sql`true` : sql`${id} = ${sourceId}`);
  // Of one source the rows of that alone are made.
  const places = sourceId === undefined ? sql`unsettled_at_school` : sql`job_at_school`;
  return sql`select j.listing_id, j.target_id, true as is_held from ${places} j where j.state = 'held' and ${ofSource(sql`j.source_id`)}
    and exists (select from holds h where h.state = 'open' and (h.source_id is null or ${ofSource(sql`h.source_id`)}))`;
}

/** The listings of a stage, as a condition on `listings`, all of one source where it is known; `atTarget` limits the column of targets it is given. */
export function isAtStage(stage: FunnelStage, atTarget: (targetId: SQL) => SQL, sourceId?: number): SQL {
  const decided = (how: SQL) =>
    sql`exists (select 1 from ${decisions} d where d.listing_id = ${listings.id} and ${atTarget(sql`d.target_id`)} and ${how})`;
  const sent = (how: SQL) =>
    sql`exists (select 1 from ${publications} p where p.listing_id = ${listings.id} and ${atTarget(sql`p.target_id`)} and ${how})`;
  // Not correlated, so that the view is computed once.
  const held = sql`${listings.id} in (select k.listing_id from (${heldPlaces(sourceId)}) k where ${atTarget(sql`k.target_id`)})`;
  const isKept = sql`(d.listing_id, d.target_id) in (select k.listing_id, k.target_id from (${heldPlaces(sourceId)}) k where k.listing_id is not null)`;
  switch (stage) {
    case 'understood':
      return isLive;
    case 'live':
      return sql`${isLive} and ${sent(sql`p.shown`)}`;
    case 'still-up':
      return sql`${listings.state} = 'ended' and ${sent(sql`p.shown`)}`;
    case 'refused':
      return sql`${isLive} and ${sent(sql`p.state = 'refused'`)}`;
    case 'routed':
      return sql`${isLive} and (${decided(stepIs(stage))} or ${sent(undecided)} or ${held})`;
    case 'held':
      return sql`${isLive} and ${held}`;
    case 'held-back':
      return sql`${isLive} and ${decided(sql`${stepIs(stage)} and not ${isKept}`)}`;
    default:
      return sql`${isLive} and ${decided(stepIs(stage))}`;
  }
}

const undecided = sql`not exists (select 1 from decisions d where d.listing_id = p.listing_id and d.target_id = p.target_id)`;

/** Steps of the road that come before a job is routed to a target. */
const before = sql`('ended', 'addressed', 'right', 'window', 'routing')`;

const isInReview = sql`(d.step = 'screening' and d.outcome = 'waiting')`;

const steps: Readonly<Partial<Record<FunnelStage, SQL>>> = {
  'no-key': sql`d.step = 'picklist'`,
  duplicate: sql`d.step = 'duplicate'`,
  'in-review': isInReview,
  /** Where no open hold keeps it; what a decided hold keeps back waits for nobody. */
  'held-back': sql`(d.step not in ('picklist', 'duplicate') and d.step not in ${before} and not ${isInReview})`,
};

const stepIs = (stage: FunnelStage): SQL => steps[stage] ?? sql`d.step not in ${before}`;

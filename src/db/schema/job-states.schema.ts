import { type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgView, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import type { PublicationState } from './publishing.ts';

/** Where a job stands at a school, in the order in which the first that fits is its state. */
export const placeStates = [
  'look',
  'sending',
  'unclear',
  'refused',
  'blocked',
  'held',
  'to_remove',
  'update_due',
  'to_publish',
  'live',
  'left_out',
  'down',
] as const;
export type PlaceState = (typeof placeStates)[number];

/** Open holds with the jobs that they keep, and the jobs that were touched since a school was compared. */
const around = sql`
with open_holds as (
  select id, kind, source_id, target_id, subjects from holds where state = 'open'
), held_listings as materialized (
  select s.value::bigint as listing_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is not null group by 1
), held_publications as materialized (
  select s.value::bigint as publication_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is null group by 1
), touched as materialized (
  select l.id, l.source_id, l.fingerprint, l.state, l.touched_at, l.jumped_at from listings l
  where l.touched_at > (select min(coalesce(t.reconciled_at, '-infinity'::timestamptz)) from targets t where t.state in ('active', 'paused'))
)`;

/**
 * A row for each job that a school may show or that waits for something; `shown` gives the publications among them as `p`, `decided` the decisions as
 * `d`, each with its publication as `p`, if any, and `apart` says which of these are not among those shown.
 */
const placesOf = (shown: SQL, decided: SQL, apart: SQL) => sql`
select p.listing_id, p.target_id, p.source_id, p.id as publication_id,
  case
    when p.parked in ('unanswered', 'denied', 'unusual') then 'look'
    when p.call = 'out' then 'sending'
    when p.call = 'due' and p.outcome is not null then 'unclear'
    when p.parked = 'refused' then 'refused'
    when d.outcome = 'waiting' and d.step not in ('judged', 'ended', 'window') then 'blocked'
    when f.hold_id is not null then 'held'
    when p.intent = 'leave' and p.belief = 'maybe' then 'unclear'
    when p.intent = 'hide' or n.changed = 'ended' then 'to_remove'
    when not p.shown then 'to_publish'
    when p.call = 'due' or n.changed = 'content' or d.outcome = 'waiting' and d.step = 'judged' then 'update_due'
    else 'live'
  end as state,
  p.shown as live, f.hold_id, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.state as publication_state,
  d.outcome as decision, d.step, d.reason as because, d.decided_at,
  n.changed
from ${shown}
join targets t on t.id = p.target_id and t.state <> 'removed'
left join decisions d on d.target_id = p.target_id and d.listing_id = p.listing_id
left join held_listings hl on hl.listing_id = p.listing_id
left join held_publications hp on hp.publication_id = p.id
left join touched c on c.id = p.listing_id and c.touched_at > coalesce(t.reconciled_at, '-infinity'::timestamptz)
left join lateral (
  select case when c.id is null then null when c.state = 'ended' then case when p.intent = 'show' then 'ended' end
    when p.intent = 'show' and c.fingerprint <> p.shown_listing_fingerprint and c.jumped_at is null
      or p.intent = 'leave' and not exists (select 1 from clearances k where k.listing_id = c.id and k.fingerprint = c.fingerprint) then 'content' end as changed
) n on true
left join lateral (
  select coalesce(hp.hold_id, hl.hold_id, case when d.outcome is not distinct from 'held'
    and not exists (select from hold_subjects k where k.publication_id = p.id and k.op = 'hide' and k.decision = 'kept') then
    (select min(h.id) from open_holds h where h.source_id = p.source_id or h.source_id is null and h.target_id = p.target_id) end) as hold_id
) f on true
where p.live or p.call = 'due'
union all
select d.listing_id, d.target_id, l.source_id, p.id,
  case
    when d.outcome = 'waiting' and d.step = 'judged' then 'to_publish'
    when d.outcome = 'waiting' and d.step not in ('ended', 'window') then 'blocked'
    when (d.outcome = 'held' or d.outcome = 'waiting') and f.hold_id is not null then 'held'
    else 'left_out'
  end,
  false, f.hold_id, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.state, d.outcome, d.step, d.reason, d.decided_at, null
from ${decided}
left join lateral (
  select coalesce(case when d.listing_id in (select h.listing_id from held_listings h) then
    (select h.hold_id from held_listings h where h.listing_id = d.listing_id) end, case when d.outcome = 'held' then
    (select min(h.id) from open_holds h where h.source_id = l.source_id or h.source_id is null and h.target_id = d.target_id) end) as hold_id
) f on true
where ${apart}
union all
select c.id, t.id, c.source_id, null, case when h.hold_id is null then 'to_publish' else 'held' end, false, h.hold_id, null, null, null, null, null, null, null, null, null, null, null, null, 'new'
from touched c
join targets t on t.state in ('active', 'paused') and c.touched_at > coalesce(t.reconciled_at, '-infinity'::timestamptz)
join sources s on s.id = c.source_id
left join feeds f on f.source_id = s.id
left join lateral (
  select min(o.id) as hold_id from open_holds o where o.kind = 'review' and (o.source_id = c.source_id or o.target_id = t.id)
    and not exists (select from hold_subjects k where k.hold_id = o.id and k.listing_id = c.id)
) h on true
where c.state <> 'ended' and (f.source_id is null or f.state in ('active', 'paused') and (not f.sample or t.built_in)
    and f.definition -> 'right' is not null and (f.definition -> 'targets' is null or f.definition -> 'targets' ? t.name))
  and (s.kind <> 'form' or coalesce((select l.listing -> 'chosenTargets' ? t.name from listings l where l.id = c.id), true))
  and not exists (select 1 from decisions d where d.target_id = t.id and d.listing_id = c.id)
  and not exists (select 1 from publications p where p.target_id = t.id and p.listing_id = c.id)`;

const ofDecisions = sql`join targets t on t.id = d.target_id and t.state <> 'removed'
join listings l on l.id = d.listing_id and l.state <> 'ended'`;
const ofDecided = sql`left join publications p on p.target_id = d.target_id and p.listing_id = d.listing_id`;
const isApart = sql`d.outcome <> 'skipped' and not (p.live or p.call = 'due')`;

/** What those rows need of a publication. */
const shownColumns = sql.raw(
  'p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint',
);

const placesNamed = (name: string) =>
  pgView(name, {
    listingId: bigint('listing_id', { mode: 'number' }),
    targetId: integer('target_id').notNull(),
    sourceId: integer('source_id').notNull(),
    publicationId: bigint('publication_id', { mode: 'number' }),
    state: text('state').$type<PlaceState>().notNull(),
    /** The school shows the job, as far as is known. */
    live: boolean('live').notNull(),
    /** The open hold that keeps it, whatever its state. */
    holdId: bigint('hold_id', { mode: 'number' }),
    belief: text('belief').$type<'none' | 'maybe' | 'has'>(),
    intent: text('intent').$type<'leave' | 'show' | 'hide'>(),
    call: text('call').$type<'idle' | 'due' | 'out' | 'parked'>(),
    parked: text('parked').$type<'refused' | 'denied' | 'unusual' | 'unanswered'>(),
    outcome: text('outcome').$type<'troubled' | 'unanswered' | 'unsure'>(),
    cause: text('cause'),
    nextAt: instant('next_at'),
    /** Of the publication, one of the seven words of PRODUCT.md. */
    publicationState: text('publication_state').$type<PublicationState>(),
    decision: text('decision').$type<'skipped' | 'waiting' | 'held'>(),
    step: text('step'),
    /** What was decided, in a sentence. */
    because: text('because'),
    decidedAt: instant('decided_at'),
    /** Touched since the school was compared: another content that would go out, an end, or not looked at yet. */
    changed: text('changed').$type<'content' | 'ended' | 'new'>(),
  });

/**
 * One row for each job and school that it is addressed to, with its one state: the source of every count. The cases are those of
 * `stateOf` in `publishing/job-state.ts`; a test compares the two. Most jobs have no decision: what is compared with one that is null is null,
 * not false, and would have a hold looked for each of them.
 */
export const jobAtSchool = placesNamed('job_at_school')
  .as(sql`${around}${placesOf(sql`publications p`, sql`decisions d\n${ofDecisions}\n${ofDecided}`, sql`p.id is null or ${isApart}`)}
union all
select p.listing_id, p.target_id, p.source_id, p.id, 'down', false, null, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.state, d.outcome, d.step, d.reason, d.decided_at, null
from publications p
join targets t on t.id = p.target_id and t.state <> 'removed'
left join decisions d on d.target_id = p.target_id and d.listing_id = p.listing_id and d.outcome = 'skipped'
where not (p.live or p.call = 'due') and not exists (select 1 from decisions o join listings l on l.id = o.listing_id and l.state <> 'ended'
  where o.target_id = p.target_id and o.listing_id = p.listing_id and o.outcome <> 'skipped')`);

/**
 * The rows of `jobAtSchool` without those of most jobs: published, and nothing is said of them, since they have no decision, no hold keeps them
 * and they were not touched. Who asks for jobs that wait asks here, so that it costs what waits, not what schools show. Without `down`.
 */
export const unsettledAtSchool = placesNamed('unsettled_at_school')
  .as(sql`${around}, decided as materialized (
  select d.target_id, d.listing_id, d.outcome, d.step, d.reason, d.decided_at, p.id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome as sent, p.cause, p.next_at, p.shown_listing_fingerprint
  from decisions d ${ofDecided}
), unsettled as materialized (
  select ${shownColumns} from publications p where p.state not in ('published', 'delisted')
  union select ${shownColumns} from publications p where p.call = 'due' and p.state = 'delisted'
  union select id, target_id, listing_id, source_id, state, live, shown, belief, intent, call, parked, sent, cause, next_at, shown_listing_fingerprint from decided where state = 'published'
  union select ${shownColumns} from held_listings h join publications p on p.listing_id = h.listing_id where p.state = 'published'
  union select ${shownColumns} from held_publications h join publications p on p.id = h.publication_id where p.state = 'published'
  union select p.* from touched c cross join lateral (
    select ${shownColumns} from publications p join targets t on t.id = p.target_id and c.touched_at > coalesce(t.reconciled_at, '-infinity'::timestamptz)
    where p.listing_id = c.id and p.state = 'published' offset 0) p
)${placesOf(
  sql`unsettled p`,
  sql`decided e
cross join lateral (select e.target_id, e.listing_id, e.outcome, e.step, e.reason, e.decided_at) d
cross join lateral (select e.id, e.live, e.belief, e.intent, e.call, e.parked, e.sent as outcome, e.cause, e.next_at, e.state) p
${ofDecisions}`,
  // The planner takes few to be without a publication, and with a case half of them: most are.
  sql`case when p.id is null then true else ${isApart} end`,
)}`);

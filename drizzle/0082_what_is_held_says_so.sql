DROP VIEW "public"."job_at_school";--> statement-breakpoint
DROP VIEW "public"."unsettled_at_school";--> statement-breakpoint
CREATE VIEW "public"."job_at_school" AS (
with open_holds as (
  select id, kind, source_id, target_id, subjects from holds where state = 'open'
), held_listings as materialized (
  select s.value::bigint as listing_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is not null group by 1
), held_publications as materialized (
  select s.value::bigint as publication_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is null group by 1
), touched as materialized (
  select l.id, l.source_id, l.fingerprint, l.state, l.touched_at, l.jumped_at from listings l
  where l.touched_at > (select min(coalesce(t.reconciled_at, '-infinity'::timestamptz)) from targets t where t.state in ('active', 'paused'))
)
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
from publications p
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
from decisions d
join targets t on t.id = d.target_id and t.state <> 'removed'
join listings l on l.id = d.listing_id and l.state <> 'ended'
left join publications p on p.target_id = d.target_id and p.listing_id = d.listing_id
left join lateral (
  select coalesce(case when d.listing_id in (select h.listing_id from held_listings h) then
    (select h.hold_id from held_listings h where h.listing_id = d.listing_id) end, case when d.outcome = 'held' then
    (select min(h.id) from open_holds h where h.source_id = l.source_id or h.source_id is null and h.target_id = d.target_id) end) as hold_id
) f on true
where p.id is null or d.outcome <> 'skipped' and not (p.live or p.call = 'due')
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
  and not exists (select 1 from publications p where p.target_id = t.id and p.listing_id = c.id)
union all
select p.listing_id, p.target_id, p.source_id, p.id, 'down', false, null, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.state, d.outcome, d.step, d.reason, d.decided_at, null
from publications p
join targets t on t.id = p.target_id and t.state <> 'removed'
left join decisions d on d.target_id = p.target_id and d.listing_id = p.listing_id and d.outcome = 'skipped'
where not (p.live or p.call = 'due') and not exists (select 1 from decisions o join listings l on l.id = o.listing_id and l.state <> 'ended'
  where o.target_id = p.target_id and o.listing_id = p.listing_id and o.outcome <> 'skipped'));--> statement-breakpoint
CREATE VIEW "public"."unsettled_at_school" AS (
with open_holds as (
  select id, kind, source_id, target_id, subjects from holds where state = 'open'
), held_listings as materialized (
  select s.value::bigint as listing_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is not null group by 1
), held_publications as materialized (
  select s.value::bigint as publication_id, min(h.id) as hold_id from open_holds h, jsonb_array_elements_text(h.subjects) s where h.source_id is null group by 1
), touched as materialized (
  select l.id, l.source_id, l.fingerprint, l.state, l.touched_at, l.jumped_at from listings l
  where l.touched_at > (select min(coalesce(t.reconciled_at, '-infinity'::timestamptz)) from targets t where t.state in ('active', 'paused'))
), decided as materialized (
  select d.target_id, d.listing_id, d.outcome, d.step, d.reason, d.decided_at, p.id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome as sent, p.cause, p.next_at, p.shown_listing_fingerprint
  from decisions d left join publications p on p.target_id = d.target_id and p.listing_id = d.listing_id
), unsettled as materialized (
  select p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint from publications p where p.state not in ('published', 'delisted')
  union select p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint from publications p where p.call = 'due' and p.state = 'delisted'
  union select id, target_id, listing_id, source_id, state, live, shown, belief, intent, call, parked, sent, cause, next_at, shown_listing_fingerprint from decided where state = 'published'
  union select p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint from held_listings h join publications p on p.listing_id = h.listing_id where p.state = 'published'
  union select p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint from held_publications h join publications p on p.id = h.publication_id where p.state = 'published'
  union select p.* from touched c cross join lateral (
    select p.id, p.target_id, p.listing_id, p.source_id, p.state, p.live, p.shown, p.belief, p.intent, p.call, p.parked, p.outcome, p.cause, p.next_at, p.shown_listing_fingerprint from publications p join targets t on t.id = p.target_id and c.touched_at > coalesce(t.reconciled_at, '-infinity'::timestamptz)
    where p.listing_id = c.id and p.state = 'published' offset 0) p
)
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
from unsettled p
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
from decided e
cross join lateral (select e.target_id, e.listing_id, e.outcome, e.step, e.reason, e.decided_at) d
cross join lateral (select e.id, e.live, e.belief, e.intent, e.call, e.parked, e.sent as outcome, e.cause, e.next_at, e.state) p
join targets t on t.id = d.target_id and t.state <> 'removed'
join listings l on l.id = d.listing_id and l.state <> 'ended'
left join lateral (
  select coalesce(case when d.listing_id in (select h.listing_id from held_listings h) then
    (select h.hold_id from held_listings h where h.listing_id = d.listing_id) end, case when d.outcome = 'held' then
    (select min(h.id) from open_holds h where h.source_id = l.source_id or h.source_id is null and h.target_id = d.target_id) end) as hold_id
) f on true
where case when p.id is null then true else d.outcome <> 'skipped' and not (p.live or p.call = 'due') end
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
  and not exists (select 1 from publications p where p.target_id = t.id and p.listing_id = c.id));
-- Whoever writes publications meanwhile waits: its trigger would count without a source, or in another order of locks.
LOCK TABLE publications IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE job_events IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "publication_tallies" ADD COLUMN "source_id" integer;--> statement-breakpoint
DELETE FROM publication_tallies;--> statement-breakpoint
INSERT INTO publication_tallies (target_id, source_id, state, live, due, parked, n)
  SELECT target_id, source_id, state, live, call IN ('due', 'out'), call = 'parked', count(*) FROM publications GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
ALTER TABLE "publication_tallies" ALTER COLUMN "source_id" SET NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_publications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO publication_tallies (target_id, source_id, state, live, due, parked, n)
      SELECT target_id, source_id, state, live, call IN ('due', 'out'), call = 'parked', count(*) FROM new_rows GROUP BY 1, 2, 3, 4, 5, 6;
    INSERT INTO job_events (publication_id, target_id, what, at, cause, hold_id)
      SELECT id, target_id, 'published', first_sent_at, NULL::text, NULL::bigint FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
      UNION ALL SELECT id, target_id, 'updated', answered_at, NULL, NULL FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
      UNION ALL SELECT id, target_id, 'delisted', delisted_at, cause, hold_id FROM new_rows WHERE delisted_at IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO publication_tallies (target_id, source_id, state, live, due, parked, n)
      SELECT target_id, source_id, state, live, call IN ('due', 'out'), call = 'parked', -count(*) FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO publication_tallies (target_id, source_id, state, live, due, parked, n)
      SELECT target_id, source_id, state, live, due, parked, sum(n) FROM (
        SELECT target_id, source_id, state, live, call IN ('due', 'out') AS due, call = 'parked' AS parked, 1 AS n FROM new_rows
        UNION ALL SELECT target_id, source_id, state, live, call IN ('due', 'out'), call = 'parked', -1 FROM old_rows
      ) both_rows GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0;
    -- What is taken down was there, even where no answer ever said so.
    INSERT INTO job_events (publication_id, target_id, what, at, cause, hold_id)
      SELECT n.id, n.target_id, e.what, e.at, e.cause, e.hold_id FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES
        ('published', CASE WHEN o.taken_at IS NULL AND n.taken_at IS NOT NULL THEN n.taken_at
          WHEN o.taken_at IS NULL AND o.delisted_at IS NULL AND n.delisted_at IS NOT NULL THEN n.first_sent_at END, NULL::text, NULL::bigint),
        ('updated', CASE WHEN n.taken_at <> o.taken_at AND n.taken IS DISTINCT FROM o.taken THEN n.taken_at END, NULL, NULL),
        ('delisted', CASE WHEN n.delisted_at IS DISTINCT FROM o.delisted_at THEN n.delisted_at END, n.cause, n.hold_id)
      ) AS e (what, at, cause, hold_id) WHERE e.at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE INDEX "job_events_of_target" ON "job_events" USING btree ("target_id","at");--> statement-breakpoint
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
    when p.call = 'due' and p.outcome is not null or p.intent = 'leave' and p.belief = 'maybe' then 'unclear'
    when p.parked = 'refused' then 'refused'
    when d.outcome = 'waiting' and d.step not in ('judged', 'ended', 'window') then 'blocked'
    when f.hold_id is not null then 'held'
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
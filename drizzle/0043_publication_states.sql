LOCK TABLE publications IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
DROP INDEX "publications_due";--> statement-breakpoint
DROP INDEX "publications_of_listing";--> statement-breakpoint
DROP INDEX "publications_held";--> statement-breakpoint
DROP INDEX "publications_not_held";--> statement-breakpoint
DROP INDEX "publications_delisted_at";--> statement-breakpoint
DROP INDEX "publications_unsettled";--> statement-breakpoint
DROP INDEX "publications_of_batch";--> statement-breakpoint
DROP INDEX "publications_live";--> statement-breakpoint
DROP INDEX "publications_removals";--> statement-breakpoint
DROP INDEX "publications_delisted";--> statement-breakpoint
ALTER TABLE "publications" DROP CONSTRAINT "publications_identity";--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "job_key" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "belief" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "belief_fingerprint" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "intent_fingerprint" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "shown_listing_id" bigint;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "shown_listing_fingerprint" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "hold_id" bigint;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "intended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "call" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "call_op" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "call_fingerprint" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "call_before" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "call_before_fingerprint" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "parked" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "denied" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "retried" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
-- The rows of before as belief, intent and call. A try that may have been carried out is a "maybe"; what nobody judged stays as it is.
UPDATE publications p SET
  job_key = n.key || CASE WHEN n.nth > 1 THEN '#' || p.id ELSE '' END,
  belief = n.belief, belief_fingerprint = CASE WHEN n.belief = 'has' THEN p.taken_fingerprint END,
  intent = n.intent,
  intent_fingerprint = CASE WHEN n.intent = 'show' THEN p.wanted_fingerprint END,
  shown_listing_id = CASE WHEN n.intent = 'show' THEN p.listing_id END,
  shown_listing_fingerprint = CASE WHEN n.intent = 'show' THEN n.judged END,
  cause = CASE WHEN n.intent = 'hide' THEN n.why END,
  verdict = CASE WHEN n.intent <> 'hide' THEN NULL WHEN n.why NOT IN ('missing', 'duplicate', 'unrouted') THEN 'stated' WHEN n.approved IS NOT NULL THEN 'hold' ELSE 'guard' END,
  hold_id = CASE WHEN n.intent = 'hide' AND n.why IN ('missing', 'duplicate', 'unrouted') THEN n.approved END,
  intended_at = CASE WHEN n.intent = 'hide' THEN coalesce(p.delisted_at, p.sent_at, now()) END,
  call = n.call, parked = n.parked,
  next_at = CASE WHEN n.call = 'due' THEN greatest(p.due_at, now() + interval '10 minutes') WHEN n.call = 'parked' AND n.intent = 'hide' THEN now() + interval '1 day' END,
  tries = CASE WHEN n.call IN ('due', 'parked') THEN p.attempts ELSE 0 END,
  denied = CASE WHEN n.parked = 'denied' THEN 2 ELSE 0 END,
  outcome = CASE WHEN n.intent = 'show' AND n.call IN ('due', 'parked') AND p.state IN ('troubled', 'unanswered') THEN p.state END,
  taken_at = CASE WHEN p.taken_fingerprint IS NOT NULL THEN coalesce(p.answered_at, p.sent_at, p.first_sent_at, now()) END,
  lease_until = NULL, lease_by = NULL
FROM (
  SELECT m.*,
    CASE m.intent
      WHEN 'hide' THEN CASE WHEN m.belief = 'none' THEN 'idle' WHEN m.state = 'refused' THEN 'parked' WHEN m.due_at IS NOT NULL THEN 'due' ELSE 'parked' END
      WHEN 'show' THEN CASE WHEN m.state = 'refused' THEN 'parked' WHEN m.belief = 'has' AND m.taken_fingerprint = m.wanted_fingerprint THEN 'idle'
        WHEN m.due_at IS NULL AND m.state = 'unanswered' THEN 'parked' WHEN m.due_at IS NULL THEN 'idle' ELSE 'due' END
      ELSE 'idle' END AS call,
    CASE WHEN m.intent = 'hide' AND m.belief <> 'none' AND m.state = 'refused' OR m.intent = 'show' AND m.state = 'refused' THEN 'refused'
      WHEN m.intent = 'hide' AND m.belief <> 'none' AND m.due_at IS NULL THEN 'denied'
      WHEN m.intent = 'show' AND m.state = 'unanswered' AND m.due_at IS NULL THEN 'unanswered' END AS parked
  FROM (
    SELECT k.*,
      CASE WHEN k.gone THEN CASE WHEN k.cause IS NOT NULL AND k.belief = 'none' THEN 'hide' ELSE 'leave' END
        WHEN k.wanted_fingerprint IS NOT NULL AND k.judged IS NOT NULL AND k.wanted IS NOT NULL
          AND (k.due_at IS NOT NULL OR k.state IN ('refused', 'unanswered') OR k.belief = 'has' AND k.taken_fingerprint = k.wanted_fingerprint) THEN 'show'
        WHEN k.wanted_fingerprint IS NOT NULL THEN 'leave'
        WHEN k.cause IS NOT NULL AND (k.live OR k.state = 'delisted') OR k.live AND k.due_at IS NOT NULL THEN 'hide'
        ELSE 'leave' END AS intent,
      CASE WHEN k.cause IS NULL THEN 'missing'
        WHEN k.cause IN ('missing', 'duplicate', 'unrouted', 'expired', 'withdrawn', 'blocked', 'refused by rule') THEN k.cause ELSE 'operator' END AS why
    FROM (
      SELECT p.*, t.state = 'removed' AS gone, c.fingerprint AS judged, l.hold_id AS approved,
        lower(btrim(normalize(p.job_id), E' \t\n\r')) AS key,
        row_number() OVER (PARTITION BY p.target_id, p.external_source_id, lower(btrim(normalize(p.job_id), E' \t\n\r')) ORDER BY p.id) AS nth,
        CASE WHEN NOT p.live THEN 'none'
          WHEN p.taken_fingerprint IS NOT NULL AND p.lease_by IS NULL AND p.attempts = 0 AND NOT p.delete_unanswered AND p.state NOT IN ('unanswered', 'troubled', 'refused')
            AND NOT (p.due_at IS NOT NULL AND p.wanted_fingerprint IS NOT DISTINCT FROM p.taken_fingerprint) THEN 'has'
          ELSE 'maybe' END AS belief
      FROM (SELECT id, target_id, listing_id, external_source_id, job_id, state, live, wanted, wanted_fingerprint, taken_fingerprint, cause, due_at, attempts, lease_by, delete_unanswered FROM publications) p
      JOIN targets t ON t.id = p.target_id
      LEFT JOIN listings l ON l.id = p.listing_id
      LEFT JOIN clearances c ON c.listing_id = l.id AND c.fingerprint = l.fingerprint
    ) k
  ) m
) n WHERE n.id = p.id;--> statement-breakpoint
-- What never left and is wanted no longer leaves no row.
DELETE FROM publications WHERE belief = 'none' AND intent = 'leave' AND first_sent_at IS NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_publications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', count(*) FROM new_rows GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', -count(*) FROM old_rows GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSE
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, due, parked, sum(n) FROM (
        SELECT target_id, state, live, call IN ('due', 'out') AS due, call = 'parked' AS parked, 1 AS n FROM new_rows
        UNION ALL SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', -1 FROM old_rows
      ) both_rows GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
        UNION ALL SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "wanted_fingerprint";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "taken_fingerprint";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "live";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "delete_unanswered";--> statement-breakpoint
ALTER TABLE "publications" ALTER COLUMN "job_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ALTER COLUMN "belief" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ALTER COLUMN "intent" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ALTER COLUMN "call" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "state" text GENERATED ALWAYS AS (case
  when intent <> 'show' and belief = 'none' then 'delisted'
  when parked = 'refused' then 'refused'
  when intent = 'hide' then 'delisting'
  when parked is not null or outcome = 'unanswered' then 'unanswered'
  when outcome = 'troubled' then 'troubled'
  when intent = 'show' and call in ('due', 'out') then 'sending'
  when belief = 'maybe' then 'unanswered'
  else 'published' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "live" boolean GENERATED ALWAYS AS (belief <> 'none') STORED NOT NULL;--> statement-breakpoint
DELETE FROM publication_tallies;--> statement-breakpoint
ALTER TABLE "publication_tallies" ADD COLUMN "parked" boolean NOT NULL;--> statement-breakpoint
INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
  SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', count(*) FROM publications GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "judged_first" FOREIGN KEY ("shown_listing_id","shown_listing_fingerprint") REFERENCES "public"."clearances"("listing_id","fingerprint") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_due" ON "publications" USING btree ("target_id","priority" DESC NULLS LAST,"next_at","id") WHERE "publications"."call" = 'due';--> statement-breakpoint
CREATE INDEX "publications_leases" ON "publications" USING btree ("target_id","lease_until") WHERE "publications"."call" = 'out';--> statement-breakpoint
CREATE INDEX "publications_parked" ON "publications" USING btree ("target_id","next_at") WHERE "publications"."call" = 'parked';--> statement-breakpoint
CREATE INDEX "publications_of_listing" ON "publications" USING btree ("listing_id","target_id","state","live");--> statement-breakpoint
CREATE INDEX "publications_held" ON "publications" USING btree ("target_id","listing_id") WHERE "publications"."live" or "publications"."call" = 'due';--> statement-breakpoint
CREATE INDEX "publications_not_held" ON "publications" USING btree ("target_id","listing_id") WHERE not ("publications"."live" or "publications"."call" = 'due');--> statement-breakpoint
CREATE INDEX "publications_delisted_at" ON "publications" USING btree ("delisted_at","cause","target_id","listing_id","id") WHERE "publications"."delisted_at" is not null;--> statement-breakpoint
CREATE INDEX "publications_unsettled" ON "publications" USING btree ("state","id") WHERE "publications"."state" not in ('published', 'delisted');--> statement-breakpoint
CREATE INDEX "publications_of_batch" ON "publications" USING btree ("batch_id") WHERE "publications"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "publications_live" ON "publications" USING btree ("target_id","source_id") WHERE "publications"."live";--> statement-breakpoint
CREATE INDEX "publications_removals" ON "publications" USING btree ("target_id","sent_at") WHERE "publications"."verdict" in ('guard', 'hold');--> statement-breakpoint
CREATE INDEX "publications_counted" ON "publications" USING btree ("target_id","intended_at") WHERE "publications"."verdict" = 'guard';--> statement-breakpoint
CREATE INDEX "publications_delisted" ON "publications" USING btree ("target_id","delisted_at") WHERE "publications"."delisted_at" is not null;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_identity" UNIQUE("target_id","external_source_id","job_key");--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "belief_known" CHECK (belief in ('none', 'maybe', 'has') and (belief = 'has') = (belief_fingerprint is not null));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "intent_show" CHECK (intent in ('leave', 'show', 'hide') and num_nonnulls(intent_fingerprint, shown_listing_id, shown_listing_fingerprint) = case intent when 'show' then 3 else 0 end);--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "intent_hide" CHECK ((intent = 'hide') = (cause is not null) and (cause is null) = (verdict is null) and (cause is null) = (intended_at is null));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "verdict_known" CHECK (cause is null or case when cause in ('missing', 'jumped', 'duplicate', 'unrouted') then verdict in ('guard', 'hold') else verdict = 'stated' and cause in ('expired', 'withdrawn', 'blocked', 'refused by rule', 'operator') end);--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "verdict_hold" CHECK ((verdict is not distinct from 'hold') = (hold_id is not null));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "call_known" CHECK (call in ('idle', 'due', 'out', 'parked'));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "leave_retracts" CHECK (intent <> 'leave' or call in ('idle', 'out'));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "idle_is_met" CHECK (call <> 'idle' or intent = 'leave' or (intent = 'show' and belief_fingerprint is not distinct from intent_fingerprint) or (intent = 'hide' and belief = 'none'));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "out_is_leased" CHECK ((call = 'out') = (lease_until is not null) and (call = 'out') = (call_op is not null) and (call = 'out') = (call_before is not null) and (call <> 'out' or belief = 'maybe'));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "out_is_known" CHECK (call <> 'out' or call_op in ('process', 'delete') and (call_op = 'process') = (call_fingerprint is not null) and (call_before = 'has') = (call_before_fingerprint is not null));--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "due_has_time" CHECK (case call when 'due' then next_at is not null when 'parked' then true else next_at is null end);--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "parked_has_reason" CHECK ((call = 'parked') = (parked is not null) and (parked is null or parked in ('refused', 'denied', 'unusual', 'unanswered')));--> statement-breakpoint
-- Nothing is sent for ten minutes, and then everything is compared first.
UPDATE targets t SET mapping_version = NULL,
  open_until = CASE WHEN t.state IN ('active', 'leaving') THEN greatest(t.open_until, now() + interval '10 minutes') ELSE t.open_until END,
  last_trouble = coalesce(t.last_trouble, 'its jobs were carried over to a new version, calls go on after ten minutes')
  WHERE EXISTS (SELECT 1 FROM publications p WHERE p.target_id = t.id);

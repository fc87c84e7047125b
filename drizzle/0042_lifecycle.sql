CREATE TABLE "clearances" (
	"listing_id" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "clearances_listing_id_fingerprint_pk" PRIMARY KEY("listing_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "hold_subjects" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"hold_id" bigint NOT NULL,
	"listing_id" bigint,
	"publication_id" bigint,
	"job_id" text,
	"op" text NOT NULL,
	"fingerprint" text,
	"decision" text,
	CONSTRAINT "hold_subjects_identity" UNIQUE NULLS NOT DISTINCT("hold_id","listing_id","publication_id","job_id"),
	CONSTRAINT "hold_subjects_one" CHECK (num_nonnulls("hold_subjects"."listing_id", "hold_subjects"."publication_id", "hold_subjects"."job_id") = 1),
	CONSTRAINT "hold_subjects_op" CHECK ("hold_subjects"."op" in ('hide', 'show') and ("hold_subjects"."op" = 'hide' or "hold_subjects"."fingerprint" is not null)),
	CONSTRAINT "hold_subjects_decision" CHECK ("hold_subjects"."decision" in ('approved', 'kept'))
);
--> statement-breakpoint
DROP INDEX "listings_missing";--> statement-breakpoint
DROP INDEX "listings_ended";--> statement-breakpoint
DROP INDEX "listings_live";--> statement-breakpoint
DROP INDEX "listings_live_ids";--> statement-breakpoint
DROP INDEX "listings_expiring";--> statement-breakpoint
DROP INDEX "listings_ended_on_approval";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "closes_announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "refused_fingerprint" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "refused_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "missing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "miss_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "hold_id" bigint;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "touched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clearances" ADD CONSTRAINT "clearances_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_subjects" ADD CONSTRAINT "hold_subjects_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What a person approved before this version has one hold a source, so that every approved ending names one.
INSERT INTO holds (kind, state, source_id, count, reasons, sample, fingerprint, created_at, decided_by, decided_at)
  SELECT 'share', 'lapsed', source_id, count(*), '["Approved before holds kept their subjects."]'::jsonb, '[]'::jsonb, 'before subjects', min(ended_at), 'an earlier version', max(ended_at)
  FROM listings WHERE state = 'gone' AND ended_on_approval GROUP BY source_id;--> statement-breakpoint
UPDATE listings l SET
  touched_at = l.changed_at,
  closes_announced = l.expires_at IS NOT NULL AND (l.changed_at < l.expires_at OR EXISTS (
    SELECT 1 FROM publications p WHERE p.listing_id = l.id AND p.first_sent_at < l.expires_at)),
  state = CASE WHEN l.state IN ('gone', 'withdrawn') THEN 'ended' WHEN l.misses > 0 THEN 'missing' ELSE 'listed' END,
  -- The hours of rule R3 start again: the safe side.
  missing_since = CASE WHEN l.state NOT IN ('gone', 'withdrawn') AND l.misses > 0 THEN now() END,
  miss_runs = CASE WHEN l.state NOT IN ('gone', 'withdrawn') THEN l.misses ELSE 0 END,
  cause = CASE WHEN l.state = 'withdrawn' THEN 'withdrawn' WHEN l.state = 'gone' AND l.ended_because = 'Its feed was removed' THEN 'operator' WHEN l.state = 'gone' THEN 'missing' END,
  verdict = CASE WHEN l.state = 'withdrawn' OR l.state = 'gone' AND l.ended_because = 'Its feed was removed' THEN 'stated'
    WHEN l.state = 'gone' AND l.ended_on_approval THEN 'hold' WHEN l.state = 'gone' THEN 'guard' END,
  hold_id = CASE WHEN l.state = 'gone' AND l.ended_on_approval AND l.ended_because IS DISTINCT FROM 'Its feed was removed' THEN (
    SELECT h.id FROM holds h WHERE h.source_id = l.source_id AND h.fingerprint = 'before subjects') END,
  ended_at = CASE WHEN l.state IN ('gone', 'withdrawn') THEN coalesce(l.ended_at, l.changed_at) END;--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "touched_at" SET NOT NULL;--> statement-breakpoint
INSERT INTO hold_subjects (hold_id, listing_id, publication_id, op, decision)
  SELECT DISTINCT h.id, CASE WHEN h.source_id IS NOT NULL THEN s.id::bigint END, CASE WHEN h.source_id IS NULL THEN s.id::bigint END, 'hide',
    CASE h.state WHEN 'approved' THEN 'approved' WHEN 'rejected' THEN 'kept' END
  FROM holds h, jsonb_array_elements_text(CASE jsonb_typeof(h.subjects) WHEN 'array' THEN h.subjects ELSE '[]' END) s (id);--> statement-breakpoint
-- What a person decided to keep, or restored, stays until it is listed again.
UPDATE listings l SET state = 'kept', missing_since = NULL, miss_runs = 0 WHERE state = 'missing' AND (
  EXISTS (SELECT 1 FROM hold_subjects s JOIN holds h ON h.id = s.hold_id WHERE s.listing_id = l.id AND s.decision = 'kept' AND h.decided_at >= l.changed_at)
  OR EXISTS (SELECT 1 FROM publications p JOIN batches b ON b.id = p.batch_id WHERE p.listing_id = l.id AND b.restored_at IS NOT NULL AND b.restored_at >= l.changed_at));--> statement-breakpoint
UPDATE holds h SET state = 'lifted', decided_by = 'a later run', decided_at = h.created_at WHERE state = 'open' AND EXISTS (
  SELECT 1 FROM holds n WHERE n.state = 'open' AND n.kind = h.kind AND n.source_id IS NOT DISTINCT FROM h.source_id AND n.target_id IS NOT DISTINCT FROM h.target_id AND n.id > h.id);--> statement-breakpoint
-- Contents that were compared and screened, and let through, by rules or by a person.
INSERT INTO clearances (listing_id, fingerprint, at, by)
  SELECT l.id, l.fingerprint, coalesce(s.decided_at, s.screened_at), CASE WHEN s.state = 'approved' THEN coalesce(s.decided_by, 'rules') ELSE 'rules' END
  FROM listings l JOIN sources o ON o.id = l.source_id JOIN screenings s ON s.listing_id = l.id AND s.fingerprint = l.fingerprint AND s.state IN ('clear', 'approved')
  WHERE o.kind = 'form' OR EXISTS (SELECT 1 FROM adverts a WHERE a.listing_id = l.id AND a.fingerprint = l.fingerprint AND a.judged);--> statement-breakpoint
CREATE INDEX "hold_subjects_listing" ON "hold_subjects" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "hold_subjects_publication" ON "hold_subjects" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "listings_touched" ON "listings" USING btree ("touched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_hold" ON "holds" USING btree ("kind",coalesce("source_id", 0),coalesce("target_id", 0)) WHERE "holds"."state" = 'open';--> statement-breakpoint
CREATE INDEX "listings_missing" ON "listings" USING btree ("source_id") WHERE "listings"."state" = 'missing';--> statement-breakpoint
CREATE INDEX "listings_ended" ON "listings" USING btree ("source_id","ended_at") WHERE "listings"."state" = 'ended' and "listings"."verdict" = 'guard';--> statement-breakpoint
CREATE INDEX "listings_live" ON "listings" USING btree ("source_id","id") WHERE "listings"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "listings_live_ids" ON "listings" USING btree ("id") WHERE "listings"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "listings_expiring" ON "listings" USING btree ("expires_at") WHERE "listings"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "listings_ended_on_approval" ON "listings" USING btree ("id") WHERE "listings"."verdict" = 'hold';--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_state" CHECK ("listings"."state" in ('listed', 'unread', 'missing', 'kept', 'ended'));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_missing_since" CHECK (("listings"."state" = 'missing') = ("listings"."missing_since" is not null) and ("listings"."state" = 'missing') = ("listings"."miss_runs" > 0));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_ended_why" CHECK (("listings"."state" = 'ended') = ("listings"."cause" is not null) and ("listings"."cause" is null) = ("listings"."verdict" is null) and ("listings"."state" = 'ended') = ("listings"."ended_at" is not null));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_verdict" CHECK (case when "listings"."cause" in ('missing', 'jumped') then "listings"."verdict" in ('guard', 'hold') when "listings"."cause" in ('expired', 'withdrawn', 'operator') then "listings"."verdict" = 'stated' else "listings"."cause" is null end);--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_verdict_hold" CHECK (("listings"."verdict" is not distinct from 'hold') = ("listings"."hold_id" is not null));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_announced" CHECK ("listings"."expires_at" is not null or not "listings"."closes_announced");--> statement-breakpoint
ALTER TABLE "listings" DROP COLUMN "misses";--> statement-breakpoint
ALTER TABLE "listings" DROP COLUMN "last_seen_at";--> statement-breakpoint
ALTER TABLE "listings" DROP COLUMN "ended_on_approval";
CREATE TABLE "job_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"publication_id" bigint NOT NULL,
	"target_id" integer NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause" text,
	"hold_id" bigint,
	CONSTRAINT "job_events_what" CHECK ("job_events"."what" in ('published', 'updated', 'delisted'))
);
--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_events_at" ON "job_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "job_events_of" ON "job_events" USING btree ("publication_id");--> statement-breakpoint
-- What is known of before: the first publishing, the last update and the last delisting of each.
INSERT INTO job_events (publication_id, target_id, what, at, cause, hold_id)
  SELECT id, target_id, 'published', first_sent_at, NULL::text, NULL::bigint FROM publications WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
  UNION ALL SELECT id, target_id, 'updated', answered_at, NULL, NULL FROM publications WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
  UNION ALL SELECT id, target_id, 'delisted', delisted_at, cause, hold_id FROM publications WHERE delisted_at IS NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_publications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', count(*) FROM new_rows GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO job_events (publication_id, target_id, what, at, cause, hold_id)
      SELECT id, target_id, 'published', first_sent_at, NULL::text, NULL::bigint FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_at IS NOT NULL OR delisted_at IS NOT NULL)
      UNION ALL SELECT id, target_id, 'updated', answered_at, NULL, NULL FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
      UNION ALL SELECT id, target_id, 'delisted', delisted_at, cause, hold_id FROM new_rows WHERE delisted_at IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', -count(*) FROM old_rows GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO publication_tallies (target_id, state, live, due, parked, n)
      SELECT target_id, state, live, due, parked, sum(n) FROM (
        SELECT target_id, state, live, call IN ('due', 'out') AS due, call = 'parked' AS parked, 1 AS n FROM new_rows
        UNION ALL SELECT target_id, state, live, call IN ('due', 'out'), call = 'parked', -1 FROM old_rows
      ) both_rows GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
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
DROP TABLE happenings;--> statement-breakpoint
DROP INDEX "listings_expiring";--> statement-breakpoint
CREATE INDEX "listings_expiring" ON "listings" USING btree ("expires_at") WHERE "listings"."expires_at" is not null;

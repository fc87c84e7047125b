CREATE TABLE "happenings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"target_id" integer NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"published" integer NOT NULL,
	"updated" integer NOT NULL,
	"delisted" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publication_tallies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"target_id" integer NOT NULL,
	"state" text NOT NULL,
	"live" boolean NOT NULL,
	"due" boolean NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "publications_of_listing";--> statement-breakpoint
CREATE INDEX "happenings_at" ON "happenings" USING btree ("quarter");--> statement-breakpoint
CREATE INDEX "publication_tallies_of" ON "publication_tallies" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "decisions_waiting" ON "decisions" USING btree ("target_id") WHERE "decisions"."outcome" = 'waiting';--> statement-breakpoint
CREATE INDEX "publications_held" ON "publications" USING btree ("target_id","listing_id") WHERE "publications"."live" or "publications"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "publications_delisted_at" ON "publications" USING btree ("delisted_at") WHERE "publications"."delisted_at" is not null;--> statement-breakpoint
CREATE INDEX "publications_of_listing" ON "publications" USING btree ("listing_id","target_id");
--> statement-breakpoint
CREATE FUNCTION tally_publications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due_at IS NOT NULL, count(*) FROM new_rows GROUP BY 1, 2, 3, 4;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due_at IS NOT NULL, -count(*) FROM old_rows GROUP BY 1, 2, 3, 4;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSE
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due, sum(n) FROM (
        SELECT target_id, state, live, due_at IS NOT NULL AS due, 1 AS n FROM new_rows
        UNION ALL SELECT target_id, state, live, due_at IS NOT NULL, -1 FROM old_rows
      ) both_rows GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
        UNION ALL SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER publications_inserted AFTER INSERT ON publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_publications();--> statement-breakpoint
CREATE TRIGGER publications_updated AFTER UPDATE ON publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_publications();--> statement-breakpoint
CREATE TRIGGER publications_deleted AFTER DELETE ON publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_publications();--> statement-breakpoint
INSERT INTO publication_tallies (target_id, state, live, due, n)
  SELECT target_id, state, live, due_at IS NOT NULL, count(*) FROM publications GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM publications WHERE first_sent_at IS NOT NULL
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM publications WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM publications WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;

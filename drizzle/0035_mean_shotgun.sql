CREATE TABLE "live_edges" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"month" text NOT NULL,
	"n" integer NOT NULL,
	"elapsed" bigint NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "live_edges_folded" ON "live_edges" USING btree ("source_id","target_id","month") WHERE "live_edges"."folded";--> statement-breakpoint
CREATE INDEX "live_edges_fresh" ON "live_edges" USING btree ("id") WHERE not "live_edges"."folded";--> statement-breakpoint
CREATE INDEX "usage_of_month" ON "usage" USING btree ("month");--> statement-breakpoint
CREATE FUNCTION live_edges_of(came timestamptz, went timestamptz, live boolean) RETURNS TABLE (month text, n integer, elapsed bigint) LANGUAGE sql STABLE AS $$
  SELECT to_char(at, 'YYYY-MM'), edge, edge * (extract(epoch FROM at - date_trunc('month', at)) * 1000000)::bigint
  FROM (VALUES (came AT TIME ZONE 'UTC', 1), (CASE WHEN NOT live THEN went END AT TIME ZONE 'UTC', -1)) AS edges (at, edge)
  WHERE at IS NOT NULL AND came IS NOT NULL AND (live OR went > came)
$$;--> statement-breakpoint
CREATE FUNCTION keep_live_edges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO live_edges (source_id, target_id, month, n, elapsed)
      SELECT source_id, target_id, e.month, sum(e.n), sum(e.elapsed) FROM new_rows, live_edges_of(first_sent_at, delisted_at, live) e GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO live_edges (source_id, target_id, month, n, elapsed)
      SELECT source_id, target_id, e.month, -sum(e.n), -sum(e.elapsed) FROM old_rows, live_edges_of(first_sent_at, delisted_at, live) e GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO live_edges (source_id, target_id, month, n, elapsed)
      SELECT source_id, target_id, month, sum(n), sum(elapsed) FROM (
        SELECT source_id, target_id, e.month, e.n, e.elapsed FROM new_rows, live_edges_of(first_sent_at, delisted_at, live) e
        UNION ALL SELECT source_id, target_id, e.month, -e.n, -e.elapsed FROM old_rows, live_edges_of(first_sent_at, delisted_at, live) e
      ) both_rows GROUP BY 1, 2, 3 HAVING sum(n) <> 0 OR sum(elapsed) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER publications_inserted_edges AFTER INSERT ON publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_live_edges();--> statement-breakpoint
CREATE TRIGGER publications_updated_edges AFTER UPDATE ON publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_live_edges();--> statement-breakpoint
CREATE TRIGGER publications_deleted_edges AFTER DELETE ON publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_live_edges();--> statement-breakpoint
INSERT INTO live_edges (source_id, target_id, month, n, elapsed, folded)
  SELECT source_id, target_id, e.month, sum(e.n), sum(e.elapsed), true FROM publications, live_edges_of(first_sent_at, delisted_at, live) e GROUP BY 1, 2, 3;

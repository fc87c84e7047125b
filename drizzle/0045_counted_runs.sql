CREATE TABLE "held_documents" (
	"run_id" bigint PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"items" "bytea" NOT NULL,
	CONSTRAINT "held_documents_source_id_unique" UNIQUE("source_id")
);
--> statement-breakpoint
DROP INDEX "listings_missing";--> statement-breakpoint
ALTER TABLE "staged" ADD COLUMN "unread" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "run_id" bigint;--> statement-breakpoint
ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_jumped" ON "listings" USING btree ("source_id","expires_at") WHERE "listings"."state" = 'listed' and not "listings"."closes_announced";--> statement-breakpoint
CREATE INDEX "listings_missing" ON "listings" USING btree ("source_id") WHERE "listings"."state" in ('missing', 'unread', 'kept');--> statement-breakpoint
-- Holds of feeds that may still be decided name the run that they are about.
UPDATE holds h SET run_id = (SELECT max(r.id) FROM runs r WHERE r.source_id = h.source_id AND r.state = 'complete' AND r.held)
  WHERE h.source_id IS NOT NULL AND h.state IN ('open', 'rejected', 'muted');

CREATE TABLE "domain_facts" (
	"domain" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"looked_up_at" timestamp with time zone,
	"registered_at" timestamp with time zone,
	"has_mx" boolean,
	"site_answers" boolean
);
--> statement-breakpoint
ALTER TABLE "screenings" ADD COLUMN "domains" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "domain_facts_due" ON "domain_facts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "domain_facts_looked_up" ON "domain_facts" USING btree ("looked_up_at");--> statement-breakpoint
CREATE INDEX "screenings_domains" ON "screenings" USING gin ("domains") WHERE "screenings"."domains" <> '{}';
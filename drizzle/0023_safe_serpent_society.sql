CREATE TABLE "job_reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"listing_id" bigint NOT NULL,
	"why" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_by" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "screenings" ADD COLUMN "asks" text;--> statement-breakpoint
ALTER TABLE "screenings" ADD COLUMN "appeal" text;--> statement-breakpoint
ALTER TABLE "screenings" ADD COLUMN "appealed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_reports" ADD CONSTRAINT "job_reports_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_reports_open" ON "job_reports" USING btree ("listing_id") WHERE "job_reports"."settled_at" is null;
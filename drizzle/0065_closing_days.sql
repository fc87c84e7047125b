DROP INDEX "listings_jumped";--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "jumped_at" timestamp with time zone;--> statement-breakpoint
UPDATE "feeds" f SET "counted_at" = (SELECT max(r."started_at") FROM "runs" r WHERE r."source_id" = f."source_id" AND r."state" IN ('complete', 'unchanged') AND NOT r."held");--> statement-breakpoint
UPDATE "listings" SET "jumped_at" = now() WHERE "expires_at" IS NOT NULL AND NOT "closes_announced";--> statement-breakpoint
CREATE INDEX "listings_jumped" ON "listings" USING btree ("source_id","jumped_at") WHERE "listings"."state" = 'listed' and "listings"."jumped_at" is not null;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_jumped_since" CHECK (("listings"."jumped_at" is not null) = ("listings"."expires_at" is not null and not "listings"."closes_announced"));

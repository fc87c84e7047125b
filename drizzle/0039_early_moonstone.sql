DROP INDEX "publications_delisted_at";--> statement-breakpoint
CREATE INDEX "listings_ended_on_approval" ON "listings" USING btree ("id") WHERE "listings"."ended_on_approval";--> statement-breakpoint
CREATE INDEX "publications_delisted_at" ON "publications" USING btree ("delisted_at","cause","target_id","listing_id","id") WHERE "publications"."delisted_at" is not null;
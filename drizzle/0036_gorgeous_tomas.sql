DROP INDEX "publications_of_listing";--> statement-breakpoint
CREATE INDEX "listings_live_ids" ON "listings" USING btree ("id") WHERE "listings"."state" = 'live';--> statement-breakpoint
CREATE INDEX "publications_not_held" ON "publications" USING btree ("target_id","listing_id") WHERE not ("publications"."live" or "publications"."due_at" is not null);--> statement-breakpoint
CREATE INDEX "publications_of_listing" ON "publications" USING btree ("listing_id","target_id","state","live");
ALTER TABLE "school_reviews" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "school_reviews_open" ON "school_reviews" USING btree ("target_id","listing_id") WHERE "school_reviews"."state" = 'open';--> statement-breakpoint
UPDATE "screenings" SET "seconded_by" = NULL WHERE "band" = 'stopped' AND "state" = 'open';

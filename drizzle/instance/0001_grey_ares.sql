DROP INDEX "instance"."record_page";--> statement-breakpoint
DROP INDEX "instance"."record_label";--> statement-breakpoint
ALTER TABLE "instance"."record" ADD COLUMN "label_start" text GENERATED ALWAYS AS (left(lower(label), 128)) STORED;--> statement-breakpoint
ALTER TABLE "instance"."record" ADD COLUMN "search_start" text GENERATED ALWAYS AS (left(search, 400)) STORED;--> statement-breakpoint
CREATE INDEX "record_long_label" ON "instance"."record" USING btree ("collection") WHERE char_length("instance"."record"."label") > 128;--> statement-breakpoint
CREATE INDEX "record_long_search" ON "instance"."record" USING btree ("collection") WHERE char_length("instance"."record"."search") > 400;--> statement-breakpoint
CREATE INDEX "record_page" ON "instance"."record" USING btree ("collection","id","search_start","last_modified");--> statement-breakpoint
CREATE INDEX "record_label" ON "instance"."record" USING btree ("collection","label_start" collate "C","id","search_start","last_modified");
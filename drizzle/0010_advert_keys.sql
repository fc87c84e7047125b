CREATE TABLE "advert_keys" (
	"key" integer NOT NULL,
	"listing_id" bigint NOT NULL,
	CONSTRAINT "advert_keys_key_listing_id_pk" PRIMARY KEY("key","listing_id")
);
--> statement-breakpoint
DROP INDEX "adverts_exact";--> statement-breakpoint
DROP INDEX "adverts_open";--> statement-breakpoint
DROP INDEX "adverts_bands";--> statement-breakpoint
ALTER TABLE "advert_keys" ADD CONSTRAINT "advert_keys_listing_id_adverts_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."adverts"("listing_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advert_keys_of" ON "advert_keys" USING btree ("listing_id");--> statement-breakpoint
ALTER TABLE "adverts" DROP COLUMN "exact_keys";--> statement-breakpoint
ALTER TABLE "adverts" DROP COLUMN "open_keys";--> statement-breakpoint
ALTER TABLE "adverts" DROP COLUMN "bands";
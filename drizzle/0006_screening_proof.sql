ALTER TABLE "screenings" ADD COLUMN "proof" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screenings" ADD COLUMN "contacts" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "screenings_rejected_contacts" ON "screenings" USING gin ("contacts") WHERE "screenings"."state" = 'rejected';
ALTER TABLE "directory_mirrors" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "directory_mirrors" ADD COLUMN "held_until" timestamp with time zone;
CREATE TABLE "origins" (
	"origin" text PRIMARY KEY NOT NULL,
	"robots" jsonb,
	"next_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "held" boolean DEFAULT false NOT NULL;
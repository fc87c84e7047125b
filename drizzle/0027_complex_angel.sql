CREATE TABLE "feed_drafts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"items" integer DEFAULT 0 NOT NULL,
	"found" jsonb,
	"reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);

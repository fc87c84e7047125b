CREATE TABLE "tasks" (
	"name" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"waiting_id" text,
	"waiting_at" timestamp with time zone,
	"held_by" text,
	"held_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"dead_at" timestamp with time zone,
	CONSTRAINT "tasks_name_key_pk" PRIMARY KEY("name","key")
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "node_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_dead" ON "tasks" USING btree ("dead_at");
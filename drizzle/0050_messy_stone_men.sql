CREATE TABLE "take_down_jobs" (
	"take_down_id" bigint NOT NULL,
	"publication_id" bigint NOT NULL,
	CONSTRAINT "take_down_jobs_take_down_id_publication_id_pk" PRIMARY KEY("take_down_id","publication_id")
);
--> statement-breakpoint
CREATE TABLE "take_downs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"name" text NOT NULL,
	"reason" text,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"at_paused" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "take_downs_kind" CHECK ("take_downs"."kind" in ('employer', 'job', 'feed', 'target', 'rule'))
);
--> statement-breakpoint
ALTER TABLE "take_down_jobs" ADD CONSTRAINT "take_down_jobs_take_down_id_take_downs_id_fk" FOREIGN KEY ("take_down_id") REFERENCES "public"."take_downs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_down_jobs" ADD CONSTRAINT "take_down_jobs_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "take_down_jobs_publication" ON "take_down_jobs" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "take_downs_open" ON "take_downs" USING btree ("id") WHERE "take_downs"."ended_at" is null;
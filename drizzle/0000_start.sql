CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"source_id" integer PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL,
	"state" text NOT NULL,
	"file" text,
	"detached" boolean DEFAULT false NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"review_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_by" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"fetch_state" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"version" text NOT NULL,
	"digest" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"items" integer DEFAULT 0 NOT NULL,
	"listings" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"proof" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"source_id" integer PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"version" text NOT NULL,
	"items" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"external_source_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sources_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_id" integer NOT NULL,
	"job_id" text NOT NULL,
	"state" text NOT NULL,
	"listing" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"company" text,
	"expires_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp with time zone,
	"ended_because" text,
	"ended_at" timestamp with time zone,
	"run_id" bigint,
	CONSTRAINT "listings_identity" UNIQUE("source_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "staged" (
	"run_id" bigint NOT NULL,
	"job_id" text NOT NULL,
	"listing" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"company" text,
	"expires_at" timestamp with time zone,
	"items" jsonb NOT NULL,
	CONSTRAINT "staged_run_id_job_id_pk" PRIMARY KEY("run_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "picklist_aliases" (
	"id" serial PRIMARY KEY NOT NULL,
	"target_id" integer,
	"field" text NOT NULL,
	"label" text NOT NULL,
	"keys" jsonb NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picklists" (
	"target_id" integer NOT NULL,
	"field" text NOT NULL,
	"version" integer NOT NULL,
	"current" boolean NOT NULL,
	"entries" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "picklists_target_id_field_version_pk" PRIMARY KEY("target_id","field","version")
);
--> statement-breakpoint
CREATE TABLE "unresolved_labels" (
	"target_id" integer NOT NULL,
	"field" text NOT NULL,
	"label" text NOT NULL,
	"jobs" integer NOT NULL,
	"blocked" integer NOT NULL,
	"example" text,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unresolved_labels_target_id_field_label_pk" PRIMARY KEY("target_id","field","label")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"target_id" integer NOT NULL,
	"source_id" integer,
	"cause" text NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"target_id" integer NOT NULL,
	"listing_id" bigint NOT NULL,
	"outcome" text NOT NULL,
	"step" text NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decisions_target_id_listing_id_pk" PRIMARY KEY("target_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"source_id" integer,
	"target_id" integer,
	"count" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"sample" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"until" timestamp with time zone,
	"this_run_only" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"target_id" integer NOT NULL,
	"listing_id" bigint,
	"source_id" integer NOT NULL,
	"external_source_id" text NOT NULL,
	"job_id" text NOT NULL,
	"state" text NOT NULL,
	"wanted" jsonb,
	"wanted_fingerprint" text,
	"wanted_version" text,
	"taken" jsonb,
	"taken_fingerprint" text,
	"live" boolean NOT NULL,
	"due_at" timestamp with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_by" text,
	"answer" text,
	"reason" text,
	"delete_unanswered" boolean DEFAULT false NOT NULL,
	"cause" text,
	"batch_id" bigint,
	"first_sent_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"delisted_at" timestamp with time zone,
	CONSTRAINT "publications_identity" UNIQUE("target_id","external_source_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settings_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "targets" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"state" text NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"review_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp with time zone,
	"last_answer_at" timestamp with time zone,
	"last_trouble" text,
	"reconciled_at" timestamp with time zone,
	"repeats_safe" text DEFAULT 'assumed' NOT NULL,
	CONSTRAINT "targets_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picklist_aliases" ADD CONSTRAINT "picklist_aliases_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picklists" ADD CONSTRAINT "picklists_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unresolved_labels" ADD CONSTRAINT "unresolved_labels_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "feeds_due" ON "feeds" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "runs_of_source" ON "runs" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "listings_missing" ON "listings" USING btree ("source_id") WHERE "listings"."misses" > 0 and "listings"."state" = 'live';--> statement-breakpoint
CREATE INDEX "listings_live" ON "listings" USING btree ("source_id","id") WHERE "listings"."state" = 'live';--> statement-breakpoint
CREATE INDEX "listings_expiring" ON "listings" USING btree ("expires_at") WHERE "listings"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "picklist_aliases_one" ON "picklist_aliases" USING btree (coalesce("target_id", 0),"field","label");--> statement-breakpoint
CREATE UNIQUE INDEX "picklists_current" ON "picklists" USING btree ("target_id","field") WHERE "picklists"."current";--> statement-breakpoint
CREATE INDEX "unresolved_by_blocked" ON "unresolved_labels" USING btree ("target_id","blocked");--> statement-breakpoint
CREATE INDEX "decisions_of_listing" ON "decisions" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "holds_open" ON "holds" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "holds_of_source" ON "holds" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "publications_due" ON "publications" USING btree ("target_id","priority","due_at") WHERE "publications"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "publications_of_listing" ON "publications" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "publications_live" ON "publications" USING btree ("target_id","source_id") WHERE "publications"."live";--> statement-breakpoint
CREATE INDEX "publications_delisted" ON "publications" USING btree ("target_id","delisted_at") WHERE "publications"."delisted_at" is not null;
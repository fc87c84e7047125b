CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SCHEMA "instance";
--> statement-breakpoint
CREATE SEQUENCE "instance"."turn" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "instance"."batch" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"class_name" text NOT NULL,
	"responses" json,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance"."call" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation" text NOT NULL,
	"identity" text,
	"job_id" text,
	"external_source_id" text,
	"hash" text NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance"."job" (
	"id" text PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"external_source_id" text NOT NULL,
	"job_id" text NOT NULL,
	"job" json NOT NULL,
	"employer" json,
	"employer_id" text,
	"contact_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" text NOT NULL,
	"turn" bigint NOT NULL,
	CONSTRAINT "job_identity_unique" UNIQUE("identity")
);
--> statement-breakpoint
CREATE TABLE "instance"."mark" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance"."picklist" (
	"name" text PRIMARY KEY NOT NULL,
	"entries" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance"."record" (
	"id" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"data" jsonb NOT NULL,
	"label" text NOT NULL,
	"match_key" text,
	"search" text NOT NULL,
	"owner_id" text,
	"last_modified" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "batch_age" ON "instance"."batch" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "call_job" ON "instance"."call" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "job_turn" ON "instance"."job" USING btree ("turn");--> statement-breakpoint
CREATE INDEX "job_employer" ON "instance"."job" USING btree ("employer_id") WHERE "instance"."job"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "record_page" ON "instance"."record" USING btree ("collection","id");--> statement-breakpoint
CREATE INDEX "record_modified" ON "instance"."record" USING btree ("collection","last_modified","id");--> statement-breakpoint
CREATE INDEX "record_label" ON "instance"."record" USING btree ("collection",left(lower("label"), 128) collate "C","id");--> statement-breakpoint
CREATE INDEX "record_match" ON "instance"."record" USING hash ("match_key");--> statement-breakpoint
CREATE INDEX "record_owner" ON "instance"."record" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "record_search" ON "instance"."record" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "student_school_id" ON "instance"."record" USING btree (("data" ->> 'schoolStudentId')) WHERE "instance"."record"."collection" = 'students' and "instance"."record"."data" ->> 'schoolStudentId' <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "student_username" ON "instance"."record" USING btree (("data" ->> 'username')) WHERE "instance"."record"."collection" = 'students' and "instance"."record"."data" ->> 'username' <> '';
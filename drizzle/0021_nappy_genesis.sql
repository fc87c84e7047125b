CREATE TABLE "call_counts" (
	"target_id" integer PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"used" integer NOT NULL,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "publications_due";--> statement-breakpoint
ALTER TABLE "call_counts" ADD CONSTRAINT "call_counts_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_due" ON "publications" USING btree ("target_id","priority" DESC NULLS LAST,"due_at","id") WHERE "publications"."due_at" is not null;
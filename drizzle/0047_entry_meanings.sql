CREATE TABLE "entry_meanings" (
	"id" serial PRIMARY KEY NOT NULL,
	"target_id" integer NOT NULL,
	"field" text NOT NULL,
	"label" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"concepts" jsonb NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entry_meanings" ADD CONSTRAINT "entry_meanings_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entry_meanings_one" ON "entry_meanings" USING btree ("target_id","field","label");--> statement-breakpoint
CREATE INDEX "entry_meanings_by_label" ON "entry_meanings" USING btree ("field","label");
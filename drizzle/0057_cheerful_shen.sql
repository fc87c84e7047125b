CREATE TABLE "picks" (
	"actor" text NOT NULL,
	"form" text NOT NULL,
	"is_all" boolean NOT NULL,
	"except" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "picks_actor_form_pk" PRIMARY KEY("actor","form")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "undo" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "calls_after" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "picks_by_age" ON "picks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_undo" ON "audit" USING btree ("who","undo_until") WHERE "audit"."undo_until" is not null;
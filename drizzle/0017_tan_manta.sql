CREATE TABLE "form_turns" (
	"key" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "form_turns_key_since_pk" PRIMARY KEY("key","since")
);
--> statement-breakpoint
CREATE TABLE "submission_tokens" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"submission_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"email" text,
	"draft" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answers" jsonb,
	"behavior" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"declared" text,
	"listing_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"told" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "submissions_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
ALTER TABLE "submission_tokens" ADD CONSTRAINT "submission_tokens_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_tokens_of" ON "submission_tokens" USING btree ("submission_id","purpose");--> statement-breakpoint
CREATE INDEX "submissions_email" ON "submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "submissions_unconfirmed" ON "submissions" USING btree ("touched_at") WHERE "submissions"."confirmed_at" is null;
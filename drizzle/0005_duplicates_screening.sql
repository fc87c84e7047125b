CREATE TABLE "adverts" (
	"listing_id" bigint PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"source_id" integer NOT NULL,
	"kind" text NOT NULL,
	"multi_employer" boolean NOT NULL,
	"company" text NOT NULL,
	"aliases" jsonb NOT NULL,
	"title" text NOT NULL,
	"places" jsonb NOT NULL,
	"url" text,
	"shingles" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"length" integer NOT NULL,
	"teaser" boolean NOT NULL,
	"posted_at" timestamp with time zone,
	"exact_keys" integer[] NOT NULL,
	"open_keys" integer[] NOT NULL,
	"bands" integer[] NOT NULL,
	"judged" boolean NOT NULL,
	"group_name" bigint
);
--> statement-breakpoint
CREATE TABLE "duplicate_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"a" bigint NOT NULL,
	"b" bigint NOT NULL,
	"rule" text NOT NULL,
	"score" real NOT NULL,
	"evidence" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"ended_by" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shingle_counts" (
	"id" integer PRIMARY KEY NOT NULL,
	"texts" integer NOT NULL,
	"cells" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_employers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"blocked_by" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"lifted_by" text,
	"lifted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "school_policies" (
	"target_id" integer PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"approves_forms" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school_reviews" (
	"target_id" integer NOT NULL,
	"listing_id" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "school_reviews_target_id_listing_id_pk" PRIMARY KEY("target_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"listing_id" bigint PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"score" integer NOT NULL,
	"band" text NOT NULL,
	"forced" boolean NOT NULL,
	"signals" jsonb NOT NULL,
	"state" text NOT NULL,
	"approved" jsonb,
	"note" text,
	"screened_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"seconded_by" text
);
--> statement-breakpoint
ALTER TABLE "adverts" ADD CONSTRAINT "adverts_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_a_listings_id_fk" FOREIGN KEY ("a") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_b_listings_id_fk" FOREIGN KEY ("b") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_policies" ADD CONSTRAINT "school_policies_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_reviews" ADD CONSTRAINT "school_reviews_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_reviews" ADD CONSTRAINT "school_reviews_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adverts_exact" ON "adverts" USING gin ("exact_keys");--> statement-breakpoint
CREATE INDEX "adverts_open" ON "adverts" USING gin ("open_keys");--> statement-breakpoint
CREATE INDEX "adverts_bands" ON "adverts" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "adverts_group" ON "adverts" USING btree ("group_name") WHERE "adverts"."group_name" is not null;--> statement-breakpoint
CREATE INDEX "duplicate_decisions_a" ON "duplicate_decisions" USING btree ("a");--> statement-breakpoint
CREATE INDEX "duplicate_decisions_b" ON "duplicate_decisions" USING btree ("b");--> statement-breakpoint
CREATE INDEX "duplicate_decisions_open" ON "duplicate_decisions" USING btree ("kind","id") WHERE "duplicate_decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "blocked_employers_value" ON "blocked_employers" USING btree ("kind","value") WHERE "blocked_employers"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "screenings_open" ON "screenings" USING btree ("score","listing_id") WHERE "screenings"."state" = 'open';
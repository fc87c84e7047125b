CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "directory_contacts" (
	"target_id" integer NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"employer_id" text,
	"met_by" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "directory_contacts_target_id_id_pk" PRIMARY KEY("target_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_employers" (
	"target_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"alias" text,
	"key" text NOT NULL,
	"alias_key" text,
	"folded" text NOT NULL,
	"domain" text,
	"tax_id" text,
	"imported_id" text,
	"website" text,
	"contact_id" text,
	"last_modified" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "directory_employers_target_id_id_pk" PRIMARY KEY("target_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_mirrors" (
	"target_id" integer PRIMARY KEY NOT NULL,
	"as_of" timestamp with time zone,
	"full_at" timestamp with time zone,
	"employers" integer DEFAULT 0 NOT NULL,
	"trouble" text,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_names" (
	"target_id" integer NOT NULL,
	"key" text NOT NULL,
	"domain" text NOT NULL,
	"name" text NOT NULL,
	"employer_id" text,
	"state" text NOT NULL,
	"why" text,
	"candidates" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"decided_by" text,
	CONSTRAINT "directory_names_target_id_key_domain_pk" PRIMARY KEY("target_id","key","domain")
);
--> statement-breakpoint
ALTER TABLE "directory_contacts" ADD CONSTRAINT "directory_contacts_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_employers" ADD CONSTRAINT "directory_employers_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_mirrors" ADD CONSTRAINT "directory_mirrors_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_names" ADD CONSTRAINT "directory_names_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_contacts_email" ON "directory_contacts" USING btree ("target_id","email");--> statement-breakpoint
CREATE INDEX "directory_employers_key" ON "directory_employers" USING btree ("target_id","key");--> statement-breakpoint
CREATE INDEX "directory_employers_alias" ON "directory_employers" USING btree ("target_id","alias_key");--> statement-breakpoint
CREATE INDEX "directory_employers_domain" ON "directory_employers" USING btree ("target_id","domain");--> statement-breakpoint
CREATE INDEX "directory_employers_tax_id" ON "directory_employers" USING btree ("target_id","tax_id");--> statement-breakpoint
CREATE INDEX "directory_employers_imported_id" ON "directory_employers" USING btree ("target_id","imported_id");--> statement-breakpoint
CREATE INDEX "directory_employers_words" ON "directory_employers" USING gin ("folded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "directory_names_asked" ON "directory_names" USING btree ("target_id","at") WHERE "directory_names"."state" = 'asked';
CREATE TABLE "exact_calls" (
	"publication_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"request" "bytea" NOT NULL,
	"answer" "bytea",
	"reason" text,
	CONSTRAINT "exact_calls_publication_id_operation_pk" PRIMARY KEY("publication_id","operation"),
	CONSTRAINT "exact_calls_end" CHECK (("exact_calls"."answer" is null) = ("exact_calls"."reason" is not null)),
	CONSTRAINT "exact_calls_operation" CHECK ("exact_calls"."operation" in ('processJob', 'deleteJob'))
);
--> statement-breakpoint
ALTER TABLE "exact_calls" ADD CONSTRAINT "exact_calls_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exact_calls_ended" ON "exact_calls" USING btree ("ended_at");
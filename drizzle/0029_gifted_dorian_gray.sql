CREATE TABLE "employer_proofs" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"level" integer NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "employer_proofs_kind_value_pk" PRIMARY KEY("kind","value")
);

CREATE TABLE "usage" (
	"target" text NOT NULL,
	"source" text NOT NULL,
	"month" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "usage_target_source_month_pk" PRIMARY KEY("target","source","month")
);

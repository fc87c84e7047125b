CREATE TABLE "rest_tokens" (
	"key" text PRIMARY KEY NOT NULL,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"used" integer NOT NULL,
	"daily" integer NOT NULL,
	"day_ends" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	"batch_holder" text,
	"batch_until" timestamp with time zone
);

CREATE TABLE "employer_profiles" (
	"email" text PRIMARY KEY NOT NULL,
	"answers" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);

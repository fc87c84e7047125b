ALTER TABLE "listings" ADD COLUMN "brief" jsonb GENERATED ALWAYS AS ((listing - '{job,descriptionText,hidden,provenance,warnings,questions,quality,salary,sourceUrl,applyUrl}'::text[]) #- '{employer,description}') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "inputs" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "unlisted" jsonb;
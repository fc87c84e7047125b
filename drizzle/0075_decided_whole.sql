ALTER TABLE "hold_subjects" ADD COLUMN "whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What stands among the subjects of its hold was decided with it; what was decided alone has left them.
UPDATE "hold_subjects" k SET "whole" = true FROM "holds" h WHERE h."id" = k."hold_id" AND h."subjects" @> to_jsonb(k."publication_id");--> statement-breakpoint
-- The jobs of a first plan that a person rejected last are not asked about again as they are.
INSERT INTO "hold_subjects" ("hold_id", "listing_id", "op", "fingerprint", "decision", "whole")
SELECT h."id", l."id", 'show', l."fingerprint", 'kept', true FROM "holds" h
  JOIN "feeds" f ON f."source_id" = h."source_id" AND f."review_first" JOIN "listings" l ON l."source_id" = h."source_id" AND l."state" <> 'ended'
WHERE h."kind" = 'review' AND h."state" = 'rejected'
  AND NOT EXISTS (SELECT FROM "holds" n WHERE n."kind" = 'review' AND n."source_id" = h."source_id" AND n."id" > h."id")
ON CONFLICT DO NOTHING;

-- Holds that removals of feeds and schools left open, before removals lifted them, ask nobody any more.
UPDATE "holds" h SET "state" = 'lifted', "decided_by" = 'its removal', "decided_at" = now() WHERE h."state" IN ('open', 'muted') AND (
  EXISTS (SELECT 1 FROM "feeds" f WHERE f."source_id" = h."source_id" AND f."state" IN ('removed', 'left'))
  OR EXISTS (SELECT 1 FROM "targets" t WHERE t."id" = h."target_id" AND t."state" IN ('leaving', 'removed')));--> statement-breakpoint
-- What of removed schools the hold over everything asks about leaves it.
WITH kept AS (
  SELECT h."id", coalesce(jsonb_agg(s."value" ORDER BY s."ordinality") FILTER (WHERE t."id" IS NULL), '[]') AS subjects, jsonb_agg(DISTINCT t."id") AS gone
  FROM "holds" h CROSS JOIN jsonb_array_elements(h."subjects") WITH ORDINALITY s
    LEFT JOIN "publications" p ON p."id" = (s."value" #>> '{}')::bigint
    LEFT JOIN "targets" t ON t."id" = p."target_id" AND t."state" IN ('leaving', 'removed')
  WHERE h."source_id" IS NULL AND h."target_id" IS NULL AND h."state" IN ('open', 'rejected', 'muted')
  GROUP BY h."id" HAVING count(t."id") > 0)
UPDATE "holds" h SET "subjects" = kept.subjects,
  "count" = CASE h."state" WHEN 'open' THEN jsonb_array_length(kept.subjects) ELSE h."count" END,
  "facts" = jsonb_set(h."facts", '{perTarget}', (SELECT coalesce(jsonb_agg(one), '[]') FROM jsonb_array_elements(h."facts" -> 'perTarget') one WHERE NOT kept.gone @> (one -> 'targetId'))),
  "state" = CASE WHEN kept.subjects = '[]' THEN 'lifted' ELSE h."state" END,
  "decided_by" = CASE WHEN kept.subjects = '[]' THEN 'its removal' ELSE h."decided_by" END,
  "decided_at" = CASE WHEN kept.subjects = '[]' THEN now() ELSE h."decided_at" END,
  "rev" = h."rev" + 1
FROM kept WHERE kept."id" = h."id";

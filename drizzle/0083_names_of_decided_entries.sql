ALTER TABLE "picklist_aliases" ADD COLUMN "names" jsonb;--> statement-breakpoint
-- What the entries of each decision were called in the list that it was made with.
UPDATE picklist_aliases a SET names = (
  SELECT jsonb_agg(coalesce((
    SELECT e ->> 'ivalue' FROM picklists l
    CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(l.entries) WHEN 'array' THEN l.entries ELSE '[]' END) e
    WHERE l.target_id = a.target_id AND l.field = a.field AND e ->> 'ikey' = k.key
    ORDER BY l.read_at <= a.decided_at DESC, abs(extract(epoch FROM l.read_at - a.decided_at)) LIMIT 1
  ), '') ORDER BY k.place)
  FROM jsonb_array_elements_text(a.keys) WITH ORDINALITY k(key, place)
)
WHERE a.target_id IS NOT NULL AND CASE jsonb_typeof(a.keys) WHEN 'array' THEN jsonb_array_length(a.keys) > 0 END;

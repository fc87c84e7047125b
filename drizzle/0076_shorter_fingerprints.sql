-- A fingerprint of an item has 8 bytes instead of 16: an entry is 24 bytes long, not 32. The old ones are of another version, so each item is read again.
UPDATE "snapshots" s SET "items" = (SELECT coalesce(string_agg(substring(w.items FROM at FOR 8) || substring(w.items FROM at + 16 FOR 16), ''::bytea ORDER BY at), ''::bytea)
  FROM (SELECT substring(s."items" FROM 1) AS items OFFSET 0) w, generate_series(1, length(w.items), 32) at);
--> statement-breakpoint
UPDATE "held_documents" h SET "items" = (SELECT coalesce(string_agg(substring(w.items FROM at FOR 8) || substring(w.items FROM at + 16 FOR 16), ''::bytea ORDER BY at), ''::bytea)
  FROM (SELECT substring(h."items" FROM 1) AS items OFFSET 0) w, generate_series(1, length(w.items), 32) at);
--> statement-breakpoint
UPDATE "staged" SET "items" = (SELECT jsonb_agg(left(item, 16) ORDER BY nth) FROM jsonb_array_elements_text("items") WITH ORDINALITY t(item, nth)) WHERE jsonb_typeof("items") = 'array' AND "items" <> '[]'::jsonb;

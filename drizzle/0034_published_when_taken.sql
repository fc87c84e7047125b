-- A first sending counts as published once the target has taken the job.
LOCK TABLE publications IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_publications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due_at IS NOT NULL, count(*) FROM new_rows GROUP BY 1, 2, 3, 4;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_fingerprint IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due_at IS NOT NULL, -count(*) FROM old_rows GROUP BY 1, 2, 3, 4;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL AND (taken_fingerprint IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  ELSE
    INSERT INTO publication_tallies (target_id, state, live, due, n)
      SELECT target_id, state, live, due, sum(n) FROM (
        SELECT target_id, state, live, due_at IS NOT NULL AS due, 1 AS n FROM new_rows
        UNION ALL SELECT target_id, state, live, due_at IS NOT NULL, -1 FROM old_rows
      ) both_rows GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
    INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM new_rows WHERE first_sent_at IS NOT NULL AND (taken_fingerprint IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM new_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM new_rows WHERE delisted_at IS NOT NULL
        UNION ALL SELECT target_id, first_sent_at AS at, -1 AS published, 0 AS updated, 0 AS delisted FROM old_rows WHERE first_sent_at IS NOT NULL AND (taken_fingerprint IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, -1, 0 FROM old_rows WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, -1 FROM old_rows WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM happenings;--> statement-breakpoint
INSERT INTO happenings (target_id, quarter, published, updated, delisted)
      SELECT target_id, date_bin('15 minutes', at, '2000-01-01'), sum(published), sum(updated), sum(delisted) FROM (
        SELECT target_id, first_sent_at AS at, 1 AS published, 0 AS updated, 0 AS delisted FROM publications WHERE first_sent_at IS NOT NULL AND (taken_fingerprint IS NOT NULL OR delisted_at IS NOT NULL)
        UNION ALL SELECT target_id, answered_at, 0, 1, 0 FROM publications WHERE state = 'published' AND answered_at > first_sent_at + interval '1 hour'
        UNION ALL SELECT target_id, delisted_at, 0, 0, 1 FROM publications WHERE delisted_at IS NOT NULL
      ) happened GROUP BY 1, 2 HAVING sum(published) <> 0 OR sum(updated) <> 0 OR sum(delisted) <> 0;

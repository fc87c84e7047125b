CREATE OR REPLACE FUNCTION hold_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What ended by itself, or was not begun in time, stays so: its jobs are judged again.
  -- Removals of a feed that were approved are rejected when the decision is taken back.
  IF (OLD.state, NEW.state) NOT IN (
    ('open', 'approved'), ('open', 'rejected'), ('open', 'muted'), ('open', 'lifted'),
    ('muted', 'open'), ('muted', 'lifted'), ('rejected', 'open'), ('rejected', 'lifted'),
    ('approved', 'open'), ('approved', 'rejected'), ('approved', 'lapsed')) THEN
    RAISE EXCEPTION 'hold % is %, and cannot become %', NEW.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'hold_follows';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION listing_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What a person keeps is never missing. An end stays as it was until the job is listed again or kept: only its words may go.
  IF (OLD.state, NEW.state) IN (('kept', 'missing'), ('ended', 'unread'), ('ended', 'missing'), ('ended', 'ended')) THEN
    RAISE EXCEPTION 'listing % is % (%), and cannot become % (%)', NEW.id, OLD.state, OLD.cause, NEW.state, NEW.cause
      USING ERRCODE = 'check_violation', CONSTRAINT = 'listing_follows';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER listing_follows BEFORE UPDATE OF state, cause, verdict, hold_id, ended_at ON listings
  FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.state = 'ended'
    AND (OLD.cause, OLD.verdict, OLD.hold_id, OLD.ended_at) IS DISTINCT FROM (NEW.cause, NEW.verdict, NEW.hold_id, NEW.ended_at))
  EXECUTE FUNCTION listing_follows();

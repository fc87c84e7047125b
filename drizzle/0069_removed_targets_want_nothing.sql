CREATE FUNCTION removed_wants_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM publications WHERE target_id = NEW.id AND intent <> 'leave' AND belief <> 'none') THEN
    RAISE EXCEPTION 'target % is removed while it may have jobs that are to be sent or taken down', NEW.name
      USING ERRCODE = 'check_violation', CONSTRAINT = 'removed_wants_nothing';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER removed_wants_nothing AFTER INSERT OR UPDATE OF state ON targets DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'removed') EXECUTE FUNCTION removed_wants_nothing();

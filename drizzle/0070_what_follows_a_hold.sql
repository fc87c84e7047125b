UPDATE "holds" SET "decided_at" = null, "decided_by" = null, "until" = null WHERE "state" = 'open' AND "decided_at" IS NOT NULL;--> statement-breakpoint
UPDATE "holds" SET "until" = "created_at" WHERE "state" = 'muted' AND "until" IS NULL;--> statement-breakpoint
UPDATE "holds" SET "decided_at" = "created_at" WHERE "state" <> 'open' AND "decided_at" IS NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "hold_states" CHECK (state in ('open', 'approved', 'rejected', 'muted', 'lifted', 'lapsed'));--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "hold_open_undecided" CHECK ((state = 'open') = (decided_at is null));--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "hold_muted_until" CHECK (state <> 'muted' or until is not null);--> statement-breakpoint
CREATE FUNCTION hold_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What ended by itself, or was not begun in time, stays so: its jobs are judged again.
  IF (OLD.state, NEW.state) NOT IN (
    ('open', 'approved'), ('open', 'rejected'), ('open', 'muted'), ('open', 'lifted'),
    ('muted', 'open'), ('muted', 'lifted'), ('rejected', 'open'), ('rejected', 'lifted'),
    ('approved', 'open'), ('approved', 'lapsed')) THEN
    RAISE EXCEPTION 'hold % is %, and cannot become %', NEW.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'hold_follows';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER hold_follows BEFORE UPDATE OF state ON holds
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION hold_follows();

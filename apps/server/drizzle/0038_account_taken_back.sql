ALTER TABLE "auth_two_factors" ADD COLUMN "set_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "access_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Those that an address can still be put back from and that came after the change count as new.
UPDATE auth_two_factors f SET set_up_at = now()
  WHERE EXISTS (SELECT FROM auth_email_reversals r WHERE r.user_id = f.user_id AND NOT r.had_second_factor);
--> statement-breakpoint
ALTER TABLE "auth_email_reversals" DROP COLUMN "had_second_factor";
--> statement-breakpoint
-- A second factor is as young as its secret or its first right code, whichever came later: neither a set-up that was begun long
-- before nor the row of another secret makes it older.
CREATE FUNCTION second_factor_set_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.secret IS DISTINCT FROM OLD.secret OR NEW.verified IS DISTINCT FROM OLD.verified THEN
    NEW.set_up_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_two_factors_set_up BEFORE INSERT OR UPDATE OF secret, verified ON auth_two_factors
  FOR EACH ROW EXECUTE FUNCTION second_factor_set_up();
--> statement-breakpoint
-- Twenty passkeys for one account, also where two are added at once: each waits for the user's row before it counts.
CREATE FUNCTION refuse_too_many_passkeys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auth_users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM auth_passkeys WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'too many passkeys'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'auth_passkeys_at_most_twenty';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_passkeys_at_most_twenty BEFORE INSERT ON auth_passkeys
  FOR EACH ROW EXECUTE FUNCTION refuse_too_many_passkeys();

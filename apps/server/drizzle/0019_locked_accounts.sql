ALTER TABLE "auth_users" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "locked_reason" text;--> statement-breakpoint
ALTER TABLE "auth_users" ADD CONSTRAINT "auth_users_locked_with_reason" CHECK (("auth_users"."locked_at" is null) = ("auth_users"."locked_reason" is null));--> statement-breakpoint
-- Nobody who is locked has a session, whichever way it would begin. The user's row is held until the session is
-- committed: a lock at the same moment either finds it and ends it, or comes first and keeps it from beginning.
CREATE FUNCTION refuse_session_of_locked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  locked timestamptz;
BEGIN
  SELECT locked_at INTO locked FROM auth_users WHERE id = NEW.user_id FOR SHARE;
  IF locked IS NOT NULL THEN
    RAISE EXCEPTION 'the account is locked'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'auth_sessions_not_locked';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_sessions_not_locked BEFORE INSERT ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION refuse_session_of_locked();

CREATE TABLE "auth_email_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"had_second_factor" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_email_reversals_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth_sign_in_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slot" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"device" text NOT NULL,
	"network" text,
	CONSTRAINT "auth_sign_in_events_times" CHECK ("auth_sign_in_events"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "auth_email_reversals" ADD CONSTRAINT "auth_email_reversals_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sign_in_events" ADD CONSTRAINT "auth_sign_in_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_email_reversals_user" ON "auth_email_reversals" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "auth_email_reversals_email" ON "auth_email_reversals" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_sign_in_events_slot" ON "auth_sign_in_events" USING btree ("user_id","kind","slot");--> statement-breakpoint
CREATE INDEX "auth_sign_in_events_user" ON "auth_sign_in_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "auth_sign_in_events_age" ON "auth_sign_in_events" USING btree ("at");--> statement-breakpoint
-- An address that somebody can still put back belongs to that account: a new one under it would stand in the way. Asked after
-- the row is there, so that a change which commits at the same moment is seen.
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM auth_email_reversals WHERE email = NEW.email AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address can still be put back'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'auth_users_email_not_reserved';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_users_email_not_reserved AFTER INSERT OR UPDATE OF email ON auth_users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();
--> statement-breakpoint
-- However a session begins or is renewed, it ends so long after its login: a session of an admin on the same day.
CREATE FUNCTION session_lasts(role text) RETURNS interval LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE role WHEN 'admin' THEN interval '12 hours' ELSE interval '30 days' END $$;
--> statement-breakpoint
CREATE FUNCTION bound_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := LEAST(NEW.expires_at,
    NEW.created_at + session_lasts((SELECT role FROM auth_users WHERE id = NEW.user_id)));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_sessions_bounded BEFORE INSERT OR UPDATE OF expires_at, created_at ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION bound_session();
--> statement-breakpoint
CREATE FUNCTION bound_sessions_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth_sessions SET expires_at = LEAST(expires_at, created_at + session_lasts(NEW.role))
    WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_users_role_bounds_sessions AFTER UPDATE OF role ON auth_users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION bound_sessions_of_role();
--> statement-breakpoint
-- Those that have begun already.
UPDATE auth_sessions s SET expires_at = LEAST(s.expires_at, s.created_at + session_lasts(u.role))
  FROM auth_users u WHERE u.id = s.user_id;

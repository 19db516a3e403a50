-- What leads from 0031 of the migrations of old to where the baseline begins: 0032 to 0040 of them, in their order.
ALTER TABLE "bot_ticks" ADD COLUMN "stale" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "bot_ticks" ADD COLUMN "filled" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "bot_unit_entries" ADD COLUMN "filled" jsonb DEFAULT '{}'::jsonb NOT NULL;
-- Of accounts that linked the same identity at the same moment, the first one keeps it.
DELETE FROM auth_accounts AS later USING auth_accounts AS first
WHERE later.provider_id = first.provider_id AND later.account_id = first.account_id
  AND (later.created_at, later.id) > (first.created_at, first.id);
CREATE UNIQUE INDEX "auth_accounts_identity" ON "auth_accounts" USING btree ("provider_id","account_id");
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
ALTER TABLE "auth_email_reversals" ADD CONSTRAINT "auth_email_reversals_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "auth_sign_in_events" ADD CONSTRAINT "auth_sign_in_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "auth_email_reversals_user" ON "auth_email_reversals" USING btree ("user_id","changed_at");
CREATE INDEX "auth_email_reversals_email" ON "auth_email_reversals" USING btree ("email");
CREATE UNIQUE INDEX "auth_sign_in_events_slot" ON "auth_sign_in_events" USING btree ("user_id","kind","slot");
CREATE INDEX "auth_sign_in_events_user" ON "auth_sign_in_events" USING btree ("user_id","at");
CREATE INDEX "auth_sign_in_events_age" ON "auth_sign_in_events" USING btree ("at");
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
CREATE TRIGGER auth_users_email_not_reserved AFTER INSERT OR UPDATE OF email ON auth_users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();
-- However a session begins or is renewed, it ends so long after its login: a session of an admin on the same day.
CREATE FUNCTION session_lasts(role text) RETURNS interval LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE role WHEN 'admin' THEN interval '12 hours' ELSE interval '30 days' END $$;
CREATE FUNCTION bound_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := LEAST(NEW.expires_at,
    NEW.created_at + session_lasts((SELECT role FROM auth_users WHERE id = NEW.user_id)));
  RETURN NEW;
END $$;
CREATE TRIGGER auth_sessions_bounded BEFORE INSERT OR UPDATE OF expires_at, created_at ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION bound_session();
CREATE FUNCTION bound_sessions_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth_sessions SET expires_at = LEAST(expires_at, created_at + session_lasts(NEW.role))
    WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auth_users_role_bounds_sessions AFTER UPDATE OF role ON auth_users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION bound_sessions_of_role();
-- Those that have begun already.
UPDATE auth_sessions s SET expires_at = LEAST(s.expires_at, s.created_at + session_lasts(u.role))
  FROM auth_users u WHERE u.id = s.user_id;
ALTER TABLE "approval_requests" ADD COLUMN "request_note" text;
ALTER TABLE "auth_known_devices" ADD COLUMN "first_seen_at" timestamp (3) with time zone;
ALTER TABLE "crypto_withdrawals" ADD COLUMN "held_at" timestamp (3) with time zone;
CREATE INDEX "crypto_withdrawals_address" ON "crypto_withdrawals" USING btree ("withdrawal_address","user_id");
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_held" CHECK ("crypto_withdrawals"."held_at" is null or "crypto_withdrawals"."status" <> 'approved');
ALTER TABLE "market_simulations" ADD COLUMN "model_since" timestamp (3) with time zone;
DROP INDEX "approval_requests_once";
ALTER TABLE "four_eyes_settings" ADD COLUMN "deposit_threshold_usd" numeric(20,6);
ALTER TABLE "ledger_transfers" ADD COLUMN "requested_by" uuid;
CREATE INDEX "ledger_transfers_moved_alone" ON "ledger_transfers" USING btree ("actor_id","created_at") WHERE requested_by is null and kind in ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return');
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("kind","subject_id") WHERE status = 'pending' and kind in ('deposit', 'withdrawal', 'threshold');
ALTER TABLE "four_eyes_settings" ADD CONSTRAINT "four_eyes_settings_deposits_positive" CHECK ("four_eyes_settings"."deposit_threshold_usd" > 0);
-- As in 0001, with the admin who asked for it where another one has approved it. A server of the release before calls it with
-- the arguments it knows.
DROP FUNCTION post_transfer(uuid, text, uuid, uuid, text, uuid, timestamptz, numeric, numeric, uuid[], numeric[]);
CREATE FUNCTION post_transfer(
  p_id uuid, p_kind text, p_user uuid, p_reference uuid, p_description text, p_actor uuid, p_at timestamptz,
  p_available numeric, p_reserved numeric, p_accounts uuid[], p_amounts numeric[],
  p_requested_by uuid DEFAULT NULL
) RETURNS TABLE (available_after numeric, reserved_after numeric)
LANGUAGE plpgsql AS $$
DECLARE
  w user_wallets%ROWTYPE;
  accounts uuid[] := p_accounts;
  amounts numeric[] := p_amounts;
  befores numeric[] := array_fill(NULL::numeric, ARRAY[cardinality(p_accounts)]);
BEGIN
  IF p_user IS NOT NULL THEN
    UPDATE user_wallets
      SET usd_balance = usd_balance + p_available + p_reserved,
          usd_locked_balance = usd_locked_balance + p_reserved,
          updated_at = p_at
      WHERE user_id = p_user
      RETURNING * INTO w;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no wallet' USING ERRCODE = 'no_data_found';
    END IF;
    IF p_available <> 0 THEN
      accounts := accounts || w.available_account_id;
      amounts := amounts || p_available;
      befores := befores || (w.usd_balance - w.usd_locked_balance - p_available);
    END IF;
    IF p_reserved <> 0 THEN
      accounts := accounts || w.reserved_account_id;
      amounts := amounts || p_reserved;
      befores := befores || (w.usd_locked_balance - p_reserved);
    END IF;
  END IF;

  INSERT INTO ledger_transfers (id, kind, user_id, reference_id, description, actor_id, requested_by, created_at)
    VALUES (p_id, p_kind, p_user, p_reference, p_description, p_actor, p_requested_by, p_at);
  INSERT INTO ledger_entries (transfer_id, position, account_id, amount, balance_before, balance_after)
    SELECT p_id, e.position, e.account, e.amount, e.before, e.before + e.amount
    FROM unnest(accounts, amounts, befores) WITH ORDINALITY AS e(account, amount, before, position);

  RETURN QUERY SELECT w.usd_balance - w.usd_locked_balance, w.usd_locked_balance;
END $$;
ALTER TABLE "auth_two_factors" ADD COLUMN "set_up_at" timestamp (3) with time zone;
ALTER TABLE "auth_users" ADD COLUMN "access_version" integer DEFAULT 0 NOT NULL;
-- Those that an address can still be put back from and that came after the change count as new.
UPDATE auth_two_factors f SET set_up_at = now()
  WHERE EXISTS (SELECT FROM auth_email_reversals r WHERE r.user_id = f.user_id AND NOT r.had_second_factor);
ALTER TABLE "auth_email_reversals" DROP COLUMN "had_second_factor";
-- A second factor is as young as its secret or its first right code, whichever came later: neither a set-up that was begun long
-- before nor the row of another secret makes it older.
CREATE FUNCTION second_factor_set_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.secret IS DISTINCT FROM OLD.secret OR NEW.verified IS DISTINCT FROM OLD.verified THEN
    NEW.set_up_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auth_two_factors_set_up BEFORE INSERT OR UPDATE OF secret, verified ON auth_two_factors
  FOR EACH ROW EXECUTE FUNCTION second_factor_set_up();
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
CREATE TRIGGER auth_passkeys_at_most_twenty BEFORE INSERT ON auth_passkeys
  FOR EACH ROW EXECUTE FUNCTION refuse_too_many_passkeys();
DROP INDEX "approval_requests_once";
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("kind","subject_id",coalesce(input ->> 'botType', '')) WHERE status = 'pending' and kind in ('deposit', 'withdrawal', 'bot_pause', 'threshold');
ALTER TABLE "auth_users" ADD COLUMN "limited_to" text;
ALTER TABLE "auth_users" ADD CONSTRAINT "auth_users_limited_to" CHECK ("auth_users"."limited_to" in ('support', 'review', 'audit'));

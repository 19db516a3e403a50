-- What the tables alone cannot say: append-only books, balanced transfers, the one function that moves money, who may have a
-- session, rows that exist once, and the views that carry the specification's names.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

-- The books ---------------------------------------------------------------------------------------------------------------

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- They stay append-only but for one thing: the text that an admin wrote about a customer, the reason of a correction or of a
-- manual return, is erased with the customer's account. Amounts, accounts, times and ids never change.
CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kind IN ('wallet_corrected', 'manual_return') AND NEW.description = ''
    AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger_transfers is append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

CREATE TRIGGER ledger_transfers_only_erased BEFORE UPDATE ON ledger_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_transfer_change();--> statement-breakpoint

-- A transfer's entries are written in one statement and sum to zero within it, so they sum to zero over all.
CREATE FUNCTION check_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_entries GROUP BY transfer_id HAVING sum(amount) <> 0 OR count(*) < 2) THEN
    RAISE EXCEPTION 'the entries of a transfer must be at least two and sum to zero'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION check_transfer_balances();--> statement-breakpoint

-- House accounts exist once, with fixed ids. The last one takes what the owner of a deleted account left behind.
INSERT INTO ledger_accounts (id, kind) VALUES
  ('00000000-0000-7000-8000-000000000001', 'house_deposits'),
  ('00000000-0000-7000-8000-000000000002', 'house_withdrawals'),
  ('00000000-0000-7000-8000-000000000003', 'house_market_pnl'),
  ('00000000-0000-7000-8000-000000000004', 'house_corrections'),
  ('00000000-0000-7000-8000-000000000005', 'house_manual_returns'),
  ('00000000-0000-7000-8000-000000000006', 'house_rounding'),
  ('00000000-0000-7000-8000-000000000007', 'house_closed_accounts');--> statement-breakpoint

-- Opens a customer's wallet: the row must exist before it can be locked. Safe to call again.
CREATE FUNCTION open_wallet(p_user uuid, p_wallet uuid, p_available uuid, p_reserved uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (id, kind, user_id)
    VALUES (p_available, 'customer_available', p_user), (p_reserved, 'customer_reserved', p_user)
    ON CONFLICT ON CONSTRAINT ledger_accounts_owner DO NOTHING;
  INSERT INTO user_wallets (id, user_id, available_account_id, reserved_account_id)
    SELECT p_wallet, p_user, a.id, r.id FROM ledger_accounts a, ledger_accounts r
    WHERE a.kind = 'customer_available' AND a.user_id = p_user
      AND r.kind = 'customer_reserved' AND r.user_id = p_user
    ON CONFLICT (user_id) DO NOTHING;
END $$;--> statement-breakpoint

-- The one function that moves money, in one round trip. A transfer concerns at most one customer, so it locks at most
-- one wallet row (the UPDATE below) and two postings can never wait for each other in a circle. p_available and
-- p_reserved are the customer's changes; p_accounts and p_amounts the house and pool side; p_requested_by the admin who
-- asked for it where another one has approved it. Raises check_violation when a balance would fall below zero,
-- no_data_found when the customer has no wallet.
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
END $$;--> statement-breakpoint

-- The audit log and its chain ---------------------------------------------------------------------------------------------

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- What may be erased of a row, with the account it is about, is its free text with the salt; the hash stays, so the chain stays
-- whole.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reason IS NULL AND NEW.reason_salt IS NULL
    AND to_jsonb(NEW) - '{reason,reason_salt}'::text[] = to_jsonb(OLD) - '{reason,reason_salt}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

CREATE TRIGGER audit_log_only_erased BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint

CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- The chain begins with the hash of its format and with nothing sealed.
INSERT INTO audit_chain (id, position, hash, audit_seq, sealed_at)
  VALUES (1, 0, sha256('botdepot-audit/1'::bytea), 0, now());--> statement-breakpoint

-- What bots and markets have done -----------------------------------------------------------------------------------------

CREATE TRIGGER bot_unit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_unit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER bot_fills_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_fills
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER bot_nav_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_nav
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER bot_protocol_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_protocol
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER bot_state_snapshots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_state_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER bot_closed_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_closed_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER track_record_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON track_record_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Old candles are deleted.
CREATE TRIGGER market_candles_append_only BEFORE UPDATE OR TRUNCATE ON market_candles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE TRIGGER market_sources_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_sources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Replays and the public record follow from when a bot was held, and customers were told why.
CREATE FUNCTION refuse_pause_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open text[] := '{effective_at,resumed_at,resumed_by,resume_reason}';
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - open = to_jsonb(OLD) - open
    AND (OLD.effective_at IS NULL OR NEW.effective_at = OLD.effective_at)
    AND (OLD.resumed_at IS NULL OR ROW(NEW.resumed_at, NEW.resumed_by, NEW.resume_reason)
      = ROW(OLD.resumed_at, OLD.resumed_by, OLD.resume_reason)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a pause is ended once and never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

CREATE TRIGGER bot_pauses_kept BEFORE UPDATE OR DELETE ON bot_pauses
  FOR EACH ROW EXECUTE FUNCTION refuse_pause_change();--> statement-breakpoint

CREATE TRIGGER bot_pauses_append_only BEFORE TRUNCATE ON bot_pauses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- What has begun is history: bots have traded on it and simulated prices contain it.
CREATE FUNCTION refuse_begun_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.starts_at <= clock_timestamp() OR (TG_OP = 'UPDATE' AND NEW.starts_at <= clock_timestamp()) THEN
    RAISE EXCEPTION 'a trading event that has begun is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint

CREATE TRIGGER trading_events_begun BEFORE UPDATE OR DELETE ON trading_events
  FOR EACH ROW EXECUTE FUNCTION refuse_begun_event();--> statement-breakpoint

CREATE TRIGGER trading_events_append_only BEFORE TRUNCATE ON trading_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Who leads writes prices under its epoch; the first one finds this row.
INSERT INTO leadership (name, epoch, holder, acquired_at) VALUES ('market', 0, 'nobody', now());--> statement-breakpoint

-- A row that is overwritten twice a second needs room on its page, or every tick would touch the index.
ALTER TABLE bot_ticks SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint

-- Accounts and their sessions ---------------------------------------------------------------------------------------------

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
END $$;--> statement-breakpoint

CREATE TRIGGER auth_sessions_not_locked BEFORE INSERT ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION refuse_session_of_locked();--> statement-breakpoint

-- However a session begins or is renewed, it ends so long after its login: a session of an admin on the same day.
CREATE FUNCTION session_lasts(role text) RETURNS interval LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE role WHEN 'admin' THEN interval '12 hours' ELSE interval '30 days' END $$;--> statement-breakpoint

CREATE FUNCTION bound_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := LEAST(NEW.expires_at,
    NEW.created_at + session_lasts((SELECT role FROM auth_users WHERE id = NEW.user_id)));
  RETURN NEW;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_sessions_bounded BEFORE INSERT OR UPDATE OF expires_at, created_at ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION bound_session();--> statement-breakpoint

CREATE FUNCTION bound_sessions_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth_sessions SET expires_at = LEAST(expires_at, created_at + session_lasts(NEW.role))
    WHERE user_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_users_role_bounds_sessions AFTER UPDATE OF role ON auth_users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION bound_sessions_of_role();--> statement-breakpoint

-- An address that somebody can still put back belongs to that account: a new one under it would stand in the way. Asked after
-- the row is there, so that a change which commits at the same moment is seen.
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM auth_email_reversals WHERE email = NEW.email AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address can still be put back'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'auth_users_email_not_reserved';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_users_email_not_reserved AFTER INSERT OR UPDATE OF email ON auth_users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();--> statement-breakpoint

-- A second factor is as young as its secret or its first right code, whichever came later: neither a set-up that was begun long
-- before nor the row of another secret makes it older.
CREATE FUNCTION second_factor_set_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.secret IS DISTINCT FROM OLD.secret OR NEW.verified IS DISTINCT FROM OLD.verified THEN
    NEW.set_up_at := now();
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_two_factors_set_up BEFORE INSERT OR UPDATE OF secret, verified ON auth_two_factors
  FOR EACH ROW EXECUTE FUNCTION second_factor_set_up();--> statement-breakpoint

-- Twenty passkeys for one account, also where two are added at once: each waits for the user's row before it counts.
CREATE FUNCTION refuse_too_many_passkeys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auth_users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM auth_passkeys WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'too many passkeys'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'auth_passkeys_at_most_twenty';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_passkeys_at_most_twenty BEFORE INSERT ON auth_passkeys
  FOR EACH ROW EXECUTE FUNCTION refuse_too_many_passkeys();--> statement-breakpoint

-- What goes with an account ----------------------------------------------------------------------------------------------

-- Modules do not import each other's tables, so what refers to accounts of another module is not in the schema.
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_user_id_auth_users_id_fk
  FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;--> statement-breakpoint

-- What somebody wrote ends with their account, whichever way that is deleted.
ALTER TABLE support_chats ADD CONSTRAINT support_chats_user_fk
  FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;--> statement-breakpoint

-- Whoever's account is deleted holds no chat and stands under no note any more.
ALTER TABLE support_chats ADD CONSTRAINT support_chats_assigned_to_fk
  FOREIGN KEY (assigned_to) REFERENCES auth_users(id) ON DELETE SET NULL;--> statement-breakpoint

ALTER TABLE support_notes ADD CONSTRAINT support_notes_author_fk
  FOREIGN KEY (author_id) REFERENCES auth_users(id) ON DELETE SET NULL;--> statement-breakpoint

-- The specification's names ----------------------------------------------------------------------------------------------

CREATE VIEW user_profiles AS
  SELECT id AS user_id, email, role, created_at FROM auth_users;--> statement-breakpoint

-- The customer's bookings: one row per transfer and available account. A start is a `bot_investment` here; the ledger keeps
-- its own kinds.
CREATE VIEW transactions AS
  SELECT t.id, t.user_id, CASE t.kind WHEN 'bot_started' THEN 'bot_investment' ELSE t.kind END AS type,
         'USDT'::text AS currency, e.amount, e.balance_before, e.balance_after, t.reference_id, t.description, t.created_at
  FROM ledger_entries e
  JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'customer_available'
  JOIN ledger_transfers t ON t.id = e.transfer_id;--> statement-breakpoint

-- The daily records. Market returns are derived: an investment's time is cut at its manual returns and at every midnight
-- (UTC), and each piece is a row that begins where the one before it ended. Amounts are whole cents, as a stop at that moment
-- would have paid: taken to the nearest micro, because units are rounded down when they are bought and 100.00 would be 99.99
-- at once, then rounded down. A midnight belongs to the day that has just ended.
CREATE VIEW bot_trading_records AS
SELECT investment_id,
       CASE WHEN amount_before = 0 THEN NULL
            ELSE ((amount_after - amount_before) / amount_before)::float8 END AS daily_return_rate,
       amount_before, amount_after, amount_after - amount_before AS profit_loss,
       ((recorded_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date AS day,
       source, recorded_at
FROM (
  SELECT c.investment_id, 'market'::text AS source, c.recorded_at, c.closes AS amount_after,
         coalesce(lag(c.opens) OVER (PARTITION BY c.investment_id ORDER BY c.recorded_at), c.initial) AS amount_before
  FROM (
    SELECT i.id AS investment_id, i.usd_initial_amount AS initial, cut.recorded_at, cut.closes, cut.opens
    FROM bot_investments i
    JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    -- The newest tick may be a moment older than the last manual return, which must come before the end all the same.
    CROSS JOIN LATERAL (
      SELECT coalesce(i.stopped_at, greatest(t.at, CASE WHEN i.last_updated > i.started_at
        THEN i.last_updated + interval '1 millisecond' ELSE i.started_at END)) AS at
    ) finish
    CROSS JOIN LATERAL (
      SELECT midnight.at AS recorded_at, value.amount AS closes, value.amount AS opens
      FROM generate_series(date_trunc('day', i.started_at, 'UTC') + interval '24 hours', finish.at,
                           interval '24 hours') AS midnight(at)
      CROSS JOIN LATERAL (
        -- The NAV that was known then: of the last strike, or of a later start or manual return.
        SELECT nav FROM (
          (SELECT n.at, n.nav FROM bot_nav n WHERE n.portfolio_id = i.portfolio_id AND n.at <= midnight.at
           ORDER BY n.at DESC LIMIT 1)
          UNION ALL
          (SELECT e.created_at, e.nav FROM bot_unit_entries e
           WHERE e.investment_id = i.id AND e.created_at <= midnight.at ORDER BY e.seq DESC LIMIT 1)
        ) known ORDER BY at DESC LIMIT 1
      ) newest
      CROSS JOIN LATERAL (
        SELECT (floor(round(sum(e.units) * newest.nav, 6) * 100) / 100)::numeric(20,6) AS amount
        FROM bot_unit_entries e WHERE e.investment_id = i.id AND e.created_at <= midnight.at
      ) value
      WHERE midnight.at < finish.at
      UNION ALL
      SELECT m.created_at, m.amount_before, m.amount_after FROM bot_manual_records m WHERE m.investment_id = i.id
      UNION ALL
      SELECT finish.at, last.amount, last.amount
      FROM (SELECT coalesce(i.usd_current_amount, (floor(round(i.units * t.nav, 6) * 100) / 100)::numeric(20,6)) AS amount) last
    ) cut
  ) c
) market
UNION ALL
SELECT investment_id, daily_return_rate, amount_before, amount_after, profit_loss,
       ((created_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date, 'manual', created_at
FROM bot_manual_records;

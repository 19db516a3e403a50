-- What the tables alone cannot say: append-only books, balanced transfers, the one function that moves money, and
-- the views that carry the specification's names.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bot_unit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_unit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bot_fills_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_fills
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bot_nav_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_nav
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bot_protocol_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_protocol
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER market_candles_append_only BEFORE UPDATE OR TRUNCATE ON market_candles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A transfer's entries are written in one statement and sum to zero within it, so they sum to zero over all.
CREATE FUNCTION check_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_entries GROUP BY transfer_id HAVING sum(amount) <> 0 OR count(*) < 2) THEN
    RAISE EXCEPTION 'the entries of a transfer must be at least two and sum to zero'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION check_transfer_balances();
--> statement-breakpoint
-- House accounts exist once, with fixed ids.
INSERT INTO ledger_accounts (id, kind) VALUES
  ('00000000-0000-7000-8000-000000000001', 'house_deposits'),
  ('00000000-0000-7000-8000-000000000002', 'house_withdrawals'),
  ('00000000-0000-7000-8000-000000000003', 'house_market_pnl'),
  ('00000000-0000-7000-8000-000000000004', 'house_corrections'),
  ('00000000-0000-7000-8000-000000000005', 'house_manual_returns'),
  ('00000000-0000-7000-8000-000000000006', 'house_rounding');
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
-- The one function that moves money, in one round trip. A transfer concerns at most one customer, so it locks at most
-- one wallet row (the UPDATE below) and two postings can never wait for each other in a circle. p_available and
-- p_reserved are the customer's changes; p_accounts and p_amounts the house and pool side. Raises check_violation when
-- a balance would fall below zero, no_data_found when the customer has no wallet.
CREATE FUNCTION post_transfer(
  p_id uuid, p_kind text, p_user uuid, p_reference uuid, p_description text, p_actor uuid, p_at timestamptz,
  p_available numeric, p_reserved numeric, p_accounts uuid[], p_amounts numeric[]
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

  INSERT INTO ledger_transfers (id, kind, user_id, reference_id, description, actor_id, created_at)
    VALUES (p_id, p_kind, p_user, p_reference, p_description, p_actor, p_at);
  INSERT INTO ledger_entries (transfer_id, position, account_id, amount, balance_before, balance_after)
    SELECT p_id, e.position, e.account, e.amount, e.before, e.before + e.amount
    FROM unnest(accounts, amounts, befores) WITH ORDINALITY AS e(account, amount, before, position);

  RETURN QUERY SELECT w.usd_balance - w.usd_locked_balance, w.usd_locked_balance;
END $$;
--> statement-breakpoint
INSERT INTO leadership (name, epoch, holder, acquired_at) VALUES ('market', 0, 'nobody', now());
--> statement-breakpoint
CREATE VIEW user_profiles AS
  SELECT id AS user_id, email, role, created_at FROM auth_users;
--> statement-breakpoint
-- The customer's bookings under the specification's names: one row per transfer and available account.
CREATE VIEW transactions AS
  SELECT t.id, t.user_id, t.kind AS type, 'USDT'::text AS currency, e.amount, e.balance_before, e.balance_after,
         t.reference_id, t.description, t.created_at
  FROM ledger_entries e
  JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'customer_available'
  JOIN ledger_transfers t ON t.id = e.transfer_id;

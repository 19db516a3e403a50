DROP INDEX "approval_requests_once";--> statement-breakpoint
ALTER TABLE "four_eyes_settings" ADD COLUMN "deposit_threshold_usd" numeric(20,6);--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
CREATE INDEX "ledger_transfers_moved_alone" ON "ledger_transfers" USING btree ("actor_id","created_at") WHERE requested_by is null and kind in ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return');--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("kind","subject_id") WHERE status = 'pending' and kind in ('deposit', 'withdrawal', 'threshold');--> statement-breakpoint
ALTER TABLE "four_eyes_settings" ADD CONSTRAINT "four_eyes_settings_deposits_positive" CHECK ("four_eyes_settings"."deposit_threshold_usd" > 0);--> statement-breakpoint
-- As in 0001, with the admin who asked for it where another one has approved it. A server of the release before calls it with
-- the arguments it knows.
DROP FUNCTION post_transfer(uuid, text, uuid, uuid, text, uuid, timestamptz, numeric, numeric, uuid[], numeric[]);
--> statement-breakpoint
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

ALTER TABLE "ledger_transfers" DROP CONSTRAINT "ledger_transfers_kind";--> statement-breakpoint
ALTER TABLE "user_wallets" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_kind" CHECK (kind in ('deposit_approved', 'withdrawal_requested', 'withdrawal_approved', 'withdrawal_released', 'bot_started', 'bot_stopped', 'bot_settled', 'wallet_corrected', 'manual_return', 'account_closed'));--> statement-breakpoint
ALTER TABLE "user_wallets" ADD CONSTRAINT "user_wallets_closed_is_empty" CHECK ("user_wallets"."closed_at" is null or "user_wallets"."usd_balance" = 0);--> statement-breakpoint
-- What the owner of a deleted account left behind.
INSERT INTO ledger_accounts (id, kind) VALUES ('00000000-0000-7000-8000-000000000007', 'house_closed_accounts');
--> statement-breakpoint
-- The audit log stays append-only but for one thing: the free text of a row is erased with the account it is about.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reason IS NULL AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_only_erased BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

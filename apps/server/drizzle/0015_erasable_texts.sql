-- The books stay append-only but for one thing: the text that an admin wrote about a customer, the reason of a correction
-- or of a manual return, is erased with the customer's account. Amounts, accounts, times and ids never change.
CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kind IN ('wallet_corrected', 'manual_return') AND NEW.description = ''
    AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger_transfers is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_transfers_append_only ON ledger_transfers;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_only_erased BEFORE UPDATE ON ledger_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_transfer_change();

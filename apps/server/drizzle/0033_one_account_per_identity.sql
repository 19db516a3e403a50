-- Of accounts that linked the same identity at the same moment, the first one keeps it.
DELETE FROM auth_accounts AS later USING auth_accounts AS first
WHERE later.provider_id = first.provider_id AND later.account_id = first.account_id
  AND (later.created_at, later.id) > (first.created_at, first.id);--> statement-breakpoint
CREATE UNIQUE INDEX "auth_accounts_identity" ON "auth_accounts" USING btree ("provider_id","account_id");
CREATE INDEX "crypto_deposits_created" ON "crypto_deposits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_status" ON "crypto_deposits" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_decider" ON "crypto_deposits" USING btree ("decided_by","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_amount" ON "crypto_deposits" USING btree ("amount_usd");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_created" ON "crypto_withdrawals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_status" ON "crypto_withdrawals" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_decider" ON "crypto_withdrawals" USING btree ("decided_by","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_amount" ON "crypto_withdrawals" USING btree ("amount_usd");
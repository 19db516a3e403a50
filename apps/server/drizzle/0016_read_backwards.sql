DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "bot_investments_user";--> statement-breakpoint
DROP INDEX "bot_protocol_time";--> statement-breakpoint
DROP INDEX "user_notifications_user";--> statement-breakpoint
DROP INDEX "support_chats_user";--> statement-breakpoint
DROP INDEX "support_chats_desk";--> statement-breakpoint
DROP INDEX "support_chats_latest";--> statement-breakpoint
DROP INDEX "crypto_deposits_user";--> statement-breakpoint
DROP INDEX "ledger_transfers_user";--> statement-breakpoint
DROP INDEX "crypto_withdrawals_user";--> statement-breakpoint
CREATE INDEX "crypto_deposits_user_status" ON "crypto_deposits" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_time" ON "ledger_transfers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user_status" ON "crypto_withdrawals" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "bot_investments_user" ON "bot_investments" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "bot_protocol_time" ON "bot_protocol" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "user_notifications_user" ON "user_notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_chats_user" ON "support_chats" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "support_chats_desk" ON "support_chats" USING btree ("status","last_message_at");--> statement-breakpoint
CREATE INDEX "support_chats_latest" ON "support_chats" USING btree ("last_message_at");--> statement-breakpoint
CREATE INDEX "crypto_deposits_user" ON "crypto_deposits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user" ON "ledger_transfers" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user" ON "crypto_withdrawals" USING btree ("user_id","created_at","id");
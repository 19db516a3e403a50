ALTER TABLE "approval_requests" ADD COLUMN "request_note" text;--> statement-breakpoint
ALTER TABLE "auth_known_devices" ADD COLUMN "first_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_address" ON "crypto_withdrawals" USING btree ("withdrawal_address","user_id");--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_held" CHECK ("crypto_withdrawals"."held_at" is null or "crypto_withdrawals"."status" <> 'approved');
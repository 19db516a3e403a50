ALTER TABLE "support_chats" ADD COLUMN "reply_notice_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "support_chats_notice_due" ON "support_chats" USING btree ("reply_notice_due_at") WHERE reply_notice_due_at is not null;--> statement-breakpoint
UPDATE "support_chats" SET "first_human_reply_at" = NULL WHERE "status" = 'active' AND NOT "human_in_charge";

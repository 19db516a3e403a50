CREATE TABLE "last_backup" (
	"id" integer PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "last_backup_once" CHECK (id = 1)
);
--> statement-breakpoint
CREATE INDEX "notification_mails_failed" ON "notification_mails" USING btree ("created_at") WHERE last_error is not null;--> statement-breakpoint
CREATE INDEX "support_chats_team" ON "support_chats" USING btree ("escalated_at") WHERE status <> 'resolved' and (status = 'escalated' or human_in_charge);
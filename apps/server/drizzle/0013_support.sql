CREATE TABLE "support_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"assigned_to" uuid,
	"escalated_at" timestamp (3) with time zone,
	"escalation_reason" text,
	"first_human_reply_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"user_read_seq" integer DEFAULT 0 NOT NULL,
	"user_read_at" timestamp (3) with time zone,
	"admin_read_seq" integer DEFAULT 0 NOT NULL,
	"admin_read_at" timestamp (3) with time zone,
	"bot_reply_due_at" timestamp (3) with time zone,
	"bot_replied_seq" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"human_in_charge" boolean DEFAULT false NOT NULL,
	CONSTRAINT "support_chats_status" CHECK ("support_chats"."status" in ('active', 'escalated', 'resolved')),
	CONSTRAINT "support_chats_resolved" CHECK (("support_chats"."status" = 'resolved') = ("support_chats"."resolved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "support_late_deposits" (
	"deposit_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"message" text NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid,
	CONSTRAINT "support_messages_order" UNIQUE("chat_id","seq"),
	CONSTRAINT "support_messages_once" UNIQUE("chat_id","client_id"),
	CONSTRAINT "support_messages_sender" CHECK (("support_messages"."sender_type" = 'bot') = ("support_messages"."sender_id" is null))
);
--> statement-breakpoint
ALTER TABLE "support_late_deposits" ADD CONSTRAINT "support_late_deposits_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_chats_one_open" ON "support_chats" USING btree ("user_id") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "support_chats_user" ON "support_chats" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_chats_desk" ON "support_chats" USING btree ("status","last_message_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_chats_latest" ON "support_chats" USING btree ("last_message_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_chats_reply_due" ON "support_chats" USING btree ("bot_reply_due_at") WHERE bot_reply_due_at is not null;
--> statement-breakpoint
-- What somebody wrote ends with their account, whichever way that is deleted.
ALTER TABLE "support_chats" ADD CONSTRAINT "support_chats_user_fk" FOREIGN KEY ("user_id") REFERENCES "auth_users"("id") ON DELETE cascade;

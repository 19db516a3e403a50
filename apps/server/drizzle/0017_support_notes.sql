CREATE TABLE "support_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"author_id" uuid,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "support_notes_once" UNIQUE("chat_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_notes_order" ON "support_notes" USING btree ("chat_id","created_at");
--> statement-breakpoint
-- Whoever's account is deleted holds no chat and stands under no note any more.
UPDATE "support_chats" SET "assigned_to" = NULL WHERE NOT EXISTS (SELECT 1 FROM "auth_users" WHERE "auth_users"."id" = "support_chats"."assigned_to");--> statement-breakpoint
ALTER TABLE "support_chats" ADD CONSTRAINT "support_chats_assigned_to_fk" FOREIGN KEY ("assigned_to") REFERENCES "auth_users"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_author_fk" FOREIGN KEY ("author_id") REFERENCES "auth_users"("id") ON DELETE set null;

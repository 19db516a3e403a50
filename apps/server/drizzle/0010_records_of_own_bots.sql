-- A chain has had the type of its bot as its key; own bots have none.
ALTER TABLE "track_record_chains" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
ALTER TABLE "track_record_chains" ADD COLUMN "kind" text;--> statement-breakpoint
UPDATE "track_record_chains" c SET "bot_id" = b.id, "kind" = s.kind
  FROM "bots" b, "track_record_seals" s
  WHERE b.bot_type = c.bot_type AND s.bot_type = c.bot_type AND s.position = c.position;--> statement-breakpoint
ALTER TABLE "track_record_chains" DROP COLUMN "bot_type";--> statement-breakpoint
ALTER TABLE "track_record_chains" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "track_record_chains" ADD PRIMARY KEY ("bot_id");--> statement-breakpoint
ALTER TABLE "track_record_chains" ADD CONSTRAINT "track_record_chains_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint

-- Whose link it is, is told in another way; what it seals stays as it is.
DROP INDEX "track_record_seals_ends";--> statement-breakpoint
ALTER TABLE "track_record_seals" DROP CONSTRAINT "track_record_seals_bot_type_position_pk";--> statement-breakpoint
ALTER TABLE "track_record_seals" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
ALTER TABLE "track_record_seals" DISABLE TRIGGER "track_record_seals_append_only";--> statement-breakpoint
UPDATE "track_record_seals" s SET "bot_id" = b.id FROM "bots" b WHERE b.bot_type = s.bot_type;--> statement-breakpoint
ALTER TABLE "track_record_seals" ENABLE TRIGGER "track_record_seals_append_only";--> statement-breakpoint
ALTER TABLE "track_record_seals" DROP COLUMN "bot_type";--> statement-breakpoint
ALTER TABLE "track_record_seals" ADD CONSTRAINT "track_record_seals_bot_id_position_pk" PRIMARY KEY("bot_id","position");--> statement-breakpoint
CREATE INDEX "track_record_seals_ends" ON "track_record_seals" USING btree ("bot_id","position") WHERE kind <> 'bar';

CREATE TABLE "track_record_checkpoints" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"replay" jsonb NOT NULL,
	"whole_night" date
);
--> statement-breakpoint
ALTER TABLE "track_record_checkpoints" ADD CONSTRAINT "track_record_checkpoints_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;
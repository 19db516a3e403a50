CREATE TABLE "bot_pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_type" text NOT NULL,
	"reason" text NOT NULL,
	"paused_by" uuid NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	"effective_at" timestamp (3) with time zone,
	"resumed_by" uuid,
	"resumed_at" timestamp (3) with time zone,
	"resume_reason" text,
	CONSTRAINT "bot_pauses_ended" CHECK (("bot_pauses"."resumed_at" is null) = ("bot_pauses"."resume_reason" is null)
        and ("bot_pauses"."resumed_at" is null) = ("bot_pauses"."resumed_by" is null)
        and ("bot_pauses"."resumed_at" is null or "bot_pauses"."resumed_at" >= "bot_pauses"."paused_at"))
);
--> statement-breakpoint
ALTER TABLE "trading_events" DROP CONSTRAINT "trading_events_once";--> statement-breakpoint
ALTER TABLE "trading_events" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "trading_events" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trading_events" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
ALTER TABLE "trading_events" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_pauses_lasting" ON "bot_pauses" USING btree ("bot_type") WHERE resumed_at is null;--> statement-breakpoint
CREATE INDEX "bot_pauses_time" ON "bot_pauses" USING btree ("paused_at","id");--> statement-breakpoint
CREATE INDEX "bot_pauses_bot" ON "bot_pauses" USING btree ("bot_type","paused_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_events_entered" ON "trading_events" USING btree ("origin","starts_at") WHERE cancelled_at is null or origin <> 'admin';--> statement-breakpoint
CREATE INDEX "trading_events_cancelled" ON "trading_events" USING btree ("cancelled_at","id") WHERE cancelled_at is not null;--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_called_off" CHECK (("trading_events"."cancelled_at" is null) = ("trading_events"."cancel_reason" is null)
        and ("trading_events"."cancelled_at" is not null or "trading_events"."cancelled_by" is null)
        and ("trading_events"."cancelled_at" is null or "trading_events"."cancelled_at" < "trading_events"."starts_at"));--> statement-breakpoint
-- Replays and the public record follow from when a bot was held, and customers were told why.
CREATE FUNCTION refuse_pause_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open text[] := '{effective_at,resumed_at,resumed_by,resume_reason}';
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - open = to_jsonb(OLD) - open
    AND (OLD.effective_at IS NULL OR NEW.effective_at = OLD.effective_at)
    AND (OLD.resumed_at IS NULL OR ROW(NEW.resumed_at, NEW.resumed_by, NEW.resume_reason)
      = ROW(OLD.resumed_at, OLD.resumed_by, OLD.resume_reason)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a pause is ended once and never changed' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER bot_pauses_kept BEFORE UPDATE OR DELETE ON bot_pauses
  FOR EACH ROW EXECUTE FUNCTION refuse_pause_change();
--> statement-breakpoint
CREATE TRIGGER bot_pauses_append_only BEFORE TRUNCATE ON bot_pauses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

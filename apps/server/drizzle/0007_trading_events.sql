CREATE INDEX "trading_events_end" ON "trading_events" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_once" UNIQUE("origin","starts_at");--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_window" CHECK ("trading_events"."ends_at" > "trading_events"."starts_at" and "trading_events"."ends_at" <= "trading_events"."starts_at" + interval '24 hours');--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_origin" CHECK ("trading_events"."origin" in ('calendar', 'specification', 'demo', 'admin'));--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_beforehand" CHECK ("trading_events"."created_at" < "trading_events"."starts_at" or "trading_events"."origin" = 'specification');--> statement-breakpoint
-- What has begun is history: bots have traded on it and simulated prices contain it.
CREATE FUNCTION refuse_begun_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.starts_at <= clock_timestamp() OR (TG_OP = 'UPDATE' AND NEW.starts_at <= clock_timestamp()) THEN
    RAISE EXCEPTION 'a trading event that has begun is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER trading_events_begun BEFORE UPDATE OR DELETE ON trading_events
  FOR EACH ROW EXECUTE FUNCTION refuse_begun_event();
--> statement-breakpoint
CREATE TRIGGER trading_events_append_only BEFORE TRUNCATE ON trading_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

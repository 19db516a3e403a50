CREATE TABLE "bot_ticks" (
	"portfolio_id" uuid PRIMARY KEY NOT NULL,
	"nav_seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"figures" jsonb NOT NULL,
	"exposure" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot_investments" DROP CONSTRAINT "bot_investments_stopped";--> statement-breakpoint
DROP INDEX "bot_fills_time";--> statement-breakpoint
DROP INDEX "bot_protocol_time";--> statement-breakpoint
DROP INDEX "bot_unit_entries_investment";--> statement-breakpoint
ALTER TABLE "bot_unit_entries" ALTER COLUMN "transfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_fills" ADD COLUMN "nav_seq" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_fills" ADD COLUMN "filled_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_fills" ADD COLUMN "financing" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_fills" ADD COLUMN "units_after" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_fills" ADD COLUMN "decision" integer;--> statement-breakpoint
ALTER TABLE "bot_nav" ADD COLUMN "max_drawdown" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_nav" ADD COLUMN "day_peak" numeric(30,12) NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_nav" ADD COLUMN "day_low" numeric(30,12) NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_nav" ADD COLUMN "day_drawdown" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD COLUMN "live_nav" numeric(30,12);--> statement-breakpoint
ALTER TABLE "bot_protocol" ADD COLUMN "at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_unit_entries" ADD COLUMN "figures" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_unit_entries" ADD COLUMN "nav_seq" bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "bot_fills_strike" ON "bot_fills" USING btree ("portfolio_id","nav_seq");--> statement-breakpoint
CREATE INDEX "bot_protocol_time" ON "bot_protocol" USING btree ("portfolio_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bot_unit_entries_investment" ON "bot_unit_entries" USING btree ("investment_id","seq");--> statement-breakpoint
ALTER TABLE "bot_investments" ADD CONSTRAINT "bot_investments_stopped" CHECK (("bot_investments"."status" = 'inactive') = ("bot_investments"."usd_current_amount" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."stop_nav" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."stopped_at" is not null)
        and ("bot_investments"."status" = 'inactive' or "bot_investments"."stop_transfer_id" is null)
        and ("bot_investments"."status" = 'active' or "bot_investments"."stop_transfer_id" is not null or "bot_investments"."usd_current_amount" = 0));--> statement-breakpoint
-- A row that is overwritten twice a second needs room on its page, or every tick would touch the index.
ALTER TABLE bot_ticks SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- The specification's daily records. Market returns are derived: an investment's time is cut at its manual returns and
-- at every midnight (UTC), and each piece is a row that begins where the one before it ended. Amounts are whole cents,
-- rounded down, as a stop at that moment would have paid. A midnight belongs to the day that has just ended.
CREATE VIEW bot_trading_records AS
SELECT investment_id,
       CASE WHEN amount_before = 0 THEN NULL
            ELSE ((amount_after - amount_before) / amount_before)::float8 END AS daily_return_rate,
       amount_before, amount_after, amount_after - amount_before AS profit_loss,
       ((recorded_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date AS day,
       source, recorded_at
FROM (
  SELECT c.investment_id, 'market'::text AS source, c.recorded_at, c.closes AS amount_after,
         coalesce(lag(c.opens) OVER (PARTITION BY c.investment_id ORDER BY c.recorded_at), c.initial) AS amount_before
  FROM (
    SELECT i.id AS investment_id, i.usd_initial_amount AS initial, cut.recorded_at, cut.closes, cut.opens
    FROM bot_investments i
    JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    CROSS JOIN LATERAL (SELECT coalesce(i.stopped_at, greatest(t.at, i.started_at)) AS at) finish
    CROSS JOIN LATERAL (
      SELECT midnight.at AS recorded_at, value.amount AS closes, value.amount AS opens
      FROM generate_series(date_trunc('day', i.started_at, 'UTC') + interval '24 hours', finish.at,
                           interval '24 hours') AS midnight(at)
      CROSS JOIN LATERAL (
        -- The NAV that was known then: of the last strike, or of a later start or manual return.
        SELECT nav FROM (
          (SELECT n.at, n.nav FROM bot_nav n WHERE n.portfolio_id = i.portfolio_id AND n.at <= midnight.at
           ORDER BY n.at DESC LIMIT 1)
          UNION ALL
          (SELECT e.created_at, e.nav FROM bot_unit_entries e
           WHERE e.investment_id = i.id AND e.created_at <= midnight.at ORDER BY e.seq DESC LIMIT 1)
        ) known ORDER BY at DESC LIMIT 1
      ) newest
      CROSS JOIN LATERAL (
        SELECT (floor(sum(e.units) * newest.nav * 100) / 100)::numeric(20,6) AS amount
        FROM bot_unit_entries e WHERE e.investment_id = i.id AND e.created_at <= midnight.at
      ) value
      WHERE midnight.at < finish.at
      UNION ALL
      SELECT m.created_at, m.amount_before, m.amount_after FROM bot_manual_records m WHERE m.investment_id = i.id
      UNION ALL
      SELECT finish.at, last.amount, last.amount
      FROM (SELECT coalesce(i.usd_current_amount, (floor(i.units * t.nav * 100) / 100)::numeric(20,6)) AS amount) last
    ) cut
  ) c
) market
UNION ALL
SELECT investment_id, daily_return_rate, amount_before, amount_after, profit_loss,
       ((created_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date, 'manual', created_at
FROM bot_manual_records;

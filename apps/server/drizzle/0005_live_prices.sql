CREATE TABLE "bot_closed_records" (
	"portfolio_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"since_nav" numeric(30,12) NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"until_nav" numeric(30,12) NOT NULL,
	"max_drawdown" double precision NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "bot_closed_records_portfolio_id_since_pk" PRIMARY KEY("portfolio_id","since")
);
--> statement-breakpoint
CREATE TABLE "market_sources" (
	"symbol" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "market_sources_symbol_since_pk" PRIMARY KEY("symbol","since")
);
--> statement-breakpoint
CREATE TABLE "market_ticks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "market_prices" ADD COLUMN "stale_after_ms" integer;--> statement-breakpoint
CREATE TRIGGER market_sources_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_sources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bot_closed_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_closed_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

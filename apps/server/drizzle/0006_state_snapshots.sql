CREATE TABLE "bot_state_snapshots" (
	"portfolio_id" uuid NOT NULL,
	"nav_seq" bigint NOT NULL,
	"next_bar_at" timestamp (3) with time zone NOT NULL,
	"strategy_version" text NOT NULL,
	"engine_version" text NOT NULL,
	"state" jsonb,
	"sources" jsonb,
	CONSTRAINT "bot_state_snapshots_portfolio_id_nav_seq_pk" PRIMARY KEY("portfolio_id","nav_seq")
);
--> statement-breakpoint
CREATE TRIGGER bot_state_snapshots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_state_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

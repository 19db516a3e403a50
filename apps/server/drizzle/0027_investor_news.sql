CREATE TABLE "bot_investor_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_until" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot_investor_news" ADD CONSTRAINT "bot_investor_news_portfolio_id_bot_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."bot_portfolios"("id") ON DELETE no action ON UPDATE no action;
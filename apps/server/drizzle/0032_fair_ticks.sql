ALTER TABLE "bot_ticks" ADD COLUMN "stale" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_ticks" ADD COLUMN "filled" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_unit_entries" ADD COLUMN "filled" jsonb DEFAULT '{}'::jsonb NOT NULL;
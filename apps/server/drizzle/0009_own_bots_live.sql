CREATE TABLE "own_bot_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" uuid,
	"reason" text NOT NULL,
	"held_by" uuid NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"released_by" uuid,
	"released_at" timestamp (3) with time zone,
	"release_reason" text,
	CONSTRAINT "own_bot_holds_ended" CHECK (("own_bot_holds"."released_at" is null) = ("own_bot_holds"."release_reason" is null)
        and ("own_bot_holds"."released_at" is null) = ("own_bot_holds"."released_by" is null))
);
--> statement-breakpoint
CREATE TABLE "own_bot_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"amount" numeric(20,6),
	"status" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"portfolio_id" uuid,
	"nav_seq" bigint,
	"nav" numeric(30,12),
	"units" numeric(30,12),
	"payout" numeric(20,6),
	"ordered_transfer_id" uuid,
	"decided_transfer_id" uuid,
	CONSTRAINT "own_bot_orders_kind" CHECK ("own_bot_orders"."kind" in ('start', 'stop')),
	CONSTRAINT "own_bot_orders_status" CHECK ("own_bot_orders"."status" in ('waiting', 'executed', 'cancelled', 'expired')),
	CONSTRAINT "own_bot_orders_amount" CHECK (("own_bot_orders"."kind" = 'start') = ("own_bot_orders"."amount" is not null) and ("own_bot_orders"."amount" is null or "own_bot_orders"."amount" > 0)
        and ("own_bot_orders"."kind" = 'start') = ("own_bot_orders"."ordered_transfer_id" is not null)),
	CONSTRAINT "own_bot_orders_decided" CHECK (("own_bot_orders"."status" = 'waiting') = ("own_bot_orders"."decided_at" is null)),
	CONSTRAINT "own_bot_orders_executed" CHECK (("own_bot_orders"."status" = 'executed') = ("own_bot_orders"."nav" is not null) and ("own_bot_orders"."status" = 'executed') = ("own_bot_orders"."nav_seq" is not null)
        and ("own_bot_orders"."status" = 'executed') = ("own_bot_orders"."units" is not null)
        and ("own_bot_orders"."kind" = 'stop' and "own_bot_orders"."status" = 'executed') = ("own_bot_orders"."payout" is not null)
        and ("own_bot_orders"."portfolio_id" is not null or "own_bot_orders"."kind" = 'start' and "own_bot_orders"."status" <> 'executed')),
	CONSTRAINT "own_bot_orders_moved" CHECK ("own_bot_orders"."kind" = 'stop' or ("own_bot_orders"."status" <> 'waiting') = ("own_bot_orders"."decided_transfer_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "own_bot_progress" (
	"shard" integer NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"epoch" bigint NOT NULL,
	"numbers" integer[] NOT NULL,
	"navs" numeric(30, 12)[] NOT NULL,
	CONSTRAINT "own_bot_progress_shard_minute_pk" PRIMARY KEY("shard","minute")
);
--> statement-breakpoint
CREATE TABLE "testbench_quotas" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"live" integer,
	"capital" numeric(20,6),
	"is_barred" boolean DEFAULT false NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_transfers" DROP CONSTRAINT "ledger_transfers_kind";--> statement-breakpoint
ALTER TABLE "bot_portfolios" ALTER COLUMN "bot_type" DROP NOT NULL;--> statement-breakpoint
-- Portfolios of the house have had the type of their bot as the key to it.
ALTER TABLE "bot_portfolios" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
UPDATE "bot_portfolios" p SET "bot_id" = b.id FROM "bots" b WHERE b.bot_type = p.bot_type;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ALTER COLUMN "bot_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD COLUMN "own_version" integer;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD COLUMN "own_state" text;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD COLUMN "own_shard" integer;--> statement-breakpoint
ALTER TABLE "own_bot_holds" ADD CONSTRAINT "own_bot_holds_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_bot_orders" ADD CONSTRAINT "own_bot_orders_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_bot_holds_lasting" ON "own_bot_holds" USING btree (coalesce(bot_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "own_bot_holds_time" ON "own_bot_holds" USING btree ("held_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "own_bot_orders_waiting" ON "own_bot_orders" USING btree ("bot_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "own_bot_orders_bot" ON "own_bot_orders" USING btree ("bot_id","created_at","id");--> statement-breakpoint
CREATE INDEX "own_bot_orders_user" ON "own_bot_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "own_bot_orders_run" ON "own_bot_orders" USING btree ("portfolio_id");--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD CONSTRAINT "bot_portfolios_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_portfolios_own_open" ON "bot_portfolios" USING btree ("bot_id") WHERE bot_type is null and closed_at is null;--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD CONSTRAINT "bot_portfolios_series" UNIQUE("bot_id","series");--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD CONSTRAINT "bot_portfolios_whose" CHECK (("bot_portfolios"."bot_type" is null) = ("bot_portfolios"."own_version" is not null)
      and ("bot_portfolios"."bot_type" is null) = ("bot_portfolios"."own_state" is not null)
      and ("bot_portfolios"."bot_type" is null) = ("bot_portfolios"."own_shard" is not null));--> statement-breakpoint
ALTER TABLE "bot_portfolios" ADD CONSTRAINT "bot_portfolios_own_ended" CHECK (("bot_portfolios"."own_state" in ('liquidated', 'stopped')) = ("bot_portfolios"."closed_at" is not null));--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_kind" CHECK (kind in ('deposit_approved', 'withdrawal_requested', 'withdrawal_approved', 'withdrawal_released', 'bot_started', 'bot_stopped', 'bot_settled', 'own_bot_ordered', 'own_bot_started', 'own_bot_order_returned', 'own_bot_settled', 'own_bot_stopped', 'wallet_corrected', 'manual_return', 'account_closed'));--> statement-breakpoint

INSERT INTO ledger_accounts (id, kind) VALUES
  ('00000000-0000-7000-8000-000000000008', 'house_own_bots_pnl'),
  ('00000000-0000-7000-8000-000000000009', 'house_own_bot_orders');--> statement-breakpoint

-- What somebody ordered never changes, and is decided once: the check of what belongs to a state does the rest.
CREATE FUNCTION refuse_own_bot_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := '{status,decided_at,portfolio_id,nav_seq,nav,units,payout,decided_transfer_id}';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'waiting' AND NEW.status <> 'waiting'
    AND to_jsonb(NEW) - decision = to_jsonb(OLD) - decision
    AND (OLD.portfolio_id IS NULL OR NEW.portfolio_id = OLD.portfolio_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an order is decided once and never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

CREATE TRIGGER own_bot_orders_kept BEFORE UPDATE OR DELETE ON own_bot_orders
  FOR EACH ROW EXECUTE FUNCTION refuse_own_bot_order_change();--> statement-breakpoint

CREATE TRIGGER own_bot_orders_append_only BEFORE TRUNCATE ON own_bot_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE FUNCTION refuse_own_bot_hold_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  release text[] := '{released_by,released_at,release_reason}';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.released_at IS NULL AND NEW.released_at IS NOT NULL
    AND to_jsonb(NEW) - release = to_jsonb(OLD) - release THEN
    RETURN NEW;
  END IF;
  -- What an admin wrote is erased with the bot that it is about.
  IF TG_OP = 'UPDATE' AND NEW.reason = '' AND NEW.release_reason IS NOT DISTINCT FROM left(OLD.release_reason, 0)
    AND to_jsonb(NEW) - '{reason,release_reason}'::text[] = to_jsonb(OLD) - '{reason,release_reason}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a hold is ended once and never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint

CREATE TRIGGER own_bot_holds_kept BEFORE UPDATE OR DELETE ON own_bot_holds
  FOR EACH ROW EXECUTE FUNCTION refuse_own_bot_hold_change();--> statement-breakpoint

CREATE TRIGGER own_bot_holds_append_only BEFORE TRUNCATE ON own_bot_holds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

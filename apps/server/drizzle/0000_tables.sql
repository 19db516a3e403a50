CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"operation" text NOT NULL,
	"request_hash" text NOT NULL,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "leadership" (
	"name" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"holder" text NOT NULL,
	"acquired_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_fills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"bar_at" timestamp (3) with time zone NOT NULL,
	"sequence" integer NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"quantity" double precision NOT NULL,
	"price" double precision NOT NULL,
	"mid_price" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"spread" double precision NOT NULL,
	"slippage" double precision NOT NULL,
	"realised" double precision NOT NULL,
	"reason" text NOT NULL,
	"phase" text NOT NULL,
	CONSTRAINT "bot_fills_once" UNIQUE("portfolio_id","bar_at","sequence")
);
--> statement-breakpoint
CREATE TABLE "bot_investments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bot_investments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 3001 CACHE 1),
	"user_id" uuid NOT NULL,
	"bot_type" text NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"currency" text DEFAULT 'USDT' NOT NULL,
	"initial_amount" numeric(20,6) NOT NULL,
	"usd_initial_amount" numeric(20,6) NOT NULL,
	"current_amount" numeric(20,6),
	"usd_current_amount" numeric(20,6),
	"units" numeric(30,12) NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"daily_return_rate" double precision NOT NULL,
	"start_nav" numeric(30,12) NOT NULL,
	"start_figures" jsonb NOT NULL,
	"stop_nav" numeric(30,12),
	"stop_figures" jsonb,
	"start_transfer_id" uuid NOT NULL,
	"stop_transfer_id" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bot_investments_units" CHECK ("bot_investments"."units" > 0),
	CONSTRAINT "bot_investments_status" CHECK ("bot_investments"."status" in ('active', 'inactive')),
	CONSTRAINT "bot_investments_stopped" CHECK (("bot_investments"."status" = 'inactive') = ("bot_investments"."stop_transfer_id" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."usd_current_amount" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."stopped_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bot_nav" (
	"portfolio_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"peak" numeric(30,12) NOT NULL,
	"realised" double precision NOT NULL,
	"unrealised" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"spread" double precision NOT NULL,
	"slippage" double precision NOT NULL,
	"financing" double precision NOT NULL,
	"phase" text NOT NULL,
	"bar_ms" integer NOT NULL,
	CONSTRAINT "bot_nav_portfolio_id_seq_pk" PRIMARY KEY("portfolio_id","seq"),
	CONSTRAINT "bot_nav_once" UNIQUE("portfolio_id","at")
);
--> statement-breakpoint
CREATE TABLE "bot_portfolios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_type" text NOT NULL,
	"series" integer NOT NULL,
	"strategy_version" text NOT NULL,
	"engine_version" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"symbols" jsonb NOT NULL,
	"state" jsonb,
	"last_bar_at" timestamp (3) with time zone,
	"nav_seq" bigint DEFAULT 0 NOT NULL,
	"pool_account_id" uuid NOT NULL,
	"settled_units" numeric(30,12) DEFAULT 0 NOT NULL,
	"settled_balance" numeric(20,6) DEFAULT 0 NOT NULL,
	"settled_unit_seq" bigint DEFAULT 0 NOT NULL,
	"settled_entry_seq" bigint DEFAULT 0 NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"live_since" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bot_protocol" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"bar_at" timestamp (3) with time zone NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"symbol" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"until" timestamp (3) with time zone,
	"data" jsonb,
	"phase" text NOT NULL,
	CONSTRAINT "bot_protocol_once" UNIQUE("portfolio_id","bar_at","sequence")
);
--> statement-breakpoint
CREATE TABLE "bot_unit_entries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot_unit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"portfolio_id" uuid NOT NULL,
	"investment_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"units" numeric(30,12) NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bots" (
	"bot_type" text PRIMARY KEY NOT NULL,
	"current_portfolio_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_manual_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"investment_id" uuid NOT NULL,
	"daily_return_rate" double precision NOT NULL,
	"amount_before" numeric(20,6) NOT NULL,
	"amount_after" numeric(20,6) NOT NULL,
	"profit_loss" numeric(20,6) NOT NULL,
	"reason" text NOT NULL,
	"transfer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" uuid NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"preferred_bot" text,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email"),
	CONSTRAINT "auth_users_role" CHECK ("auth_users"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_candles" (
	"symbol" text NOT NULL,
	"source" text NOT NULL,
	"interval" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	CONSTRAINT "market_candles_interval_symbol_source_time_revision_pk" PRIMARY KEY("interval","symbol","source","time","revision")
);
--> statement-breakpoint
CREATE TABLE "market_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"market_type" text NOT NULL,
	"price" numeric NOT NULL,
	"change_24h" double precision,
	"last_updated" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"open" boolean NOT NULL,
	CONSTRAINT "market_prices_symbol_unique" UNIQUE("symbol")
);
--> statement-breakpoint
CREATE TABLE "market_simulations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"origin" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"type" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"subject" text,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_notifications_type" CHECK ("user_notifications"."type" in ('success', 'warning', 'error', 'info'))
);
--> statement-breakpoint
CREATE TABLE "crypto_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "crypto_deposits_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"user_id" uuid NOT NULL,
	"amount_usd" numeric(20,6) NOT NULL,
	"crypto_currency" text NOT NULL,
	"deposit_address" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"notes" text,
	"transfer_id" uuid,
	CONSTRAINT "crypto_deposits_positive" CHECK ("crypto_deposits"."amount_usd" > 0),
	CONSTRAINT "crypto_deposits_status" CHECK ("crypto_deposits"."status" in ('pending', 'approved', 'rejected', 'cancelled')),
	CONSTRAINT "crypto_deposits_booked" CHECK (("crypto_deposits"."status" = 'approved') = ("crypto_deposits"."transfer_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"portfolio_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","user_id","portfolio_id"),
	CONSTRAINT "ledger_accounts_one_owner" CHECK (case when "ledger_accounts"."kind" like 'customer%' then "ledger_accounts"."user_id" is not null and "ledger_accounts"."portfolio_id" is null
        when "ledger_accounts"."kind" = 'bot_pool' then "ledger_accounts"."user_id" is null and "ledger_accounts"."portfolio_id" is not null
        else "ledger_accounts"."user_id" is null and "ledger_accounts"."portfolio_id" is null end)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transfer_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"amount" numeric(20,6) NOT NULL,
	"balance_before" numeric(20,6),
	"balance_after" numeric(20,6),
	CONSTRAINT "ledger_entries_transfer_id_position_pk" PRIMARY KEY("transfer_id","position"),
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount" <> 0),
	CONSTRAINT "ledger_entries_running_balance" CHECK ("ledger_entries"."balance_after" = "ledger_entries"."balance_before" + "ledger_entries"."amount")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" uuid,
	"reference_id" uuid NOT NULL,
	"description" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_kind" CHECK (kind in ('deposit_approved', 'withdrawal_requested', 'withdrawal_approved', 'withdrawal_released', 'bot_started', 'bot_stopped', 'bot_settled', 'wallet_corrected', 'manual_return'))
);
--> statement-breakpoint
CREATE TABLE "user_wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"currency" text DEFAULT 'USDT' NOT NULL,
	"usd_balance" numeric(20,6) DEFAULT 0 NOT NULL,
	"usd_locked_balance" numeric(20,6) DEFAULT 0 NOT NULL,
	"balance" numeric(20,6) GENERATED ALWAYS AS (usd_balance) STORED,
	"locked_balance" numeric(20,6) GENERATED ALWAYS AS (usd_locked_balance) STORED,
	"available_account_id" uuid NOT NULL,
	"reserved_account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_wallets_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "user_wallets_reserved_not_negative" CHECK ("user_wallets"."usd_locked_balance" >= 0),
	CONSTRAINT "user_wallets_available_not_negative" CHECK ("user_wallets"."usd_balance" - "user_wallets"."usd_locked_balance" >= 0),
	CONSTRAINT "user_wallets_currency" CHECK ("user_wallets"."currency" = 'USDT')
);
--> statement-breakpoint
CREATE TABLE "crypto_withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "crypto_withdrawals_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2001 CACHE 1),
	"user_id" uuid NOT NULL,
	"amount_usd" numeric(20,6) NOT NULL,
	"crypto_currency" text NOT NULL,
	"withdrawal_address" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"processed_at" timestamp (3) with time zone,
	"notes" text,
	"reservation_transfer_id" uuid NOT NULL,
	"transfer_id" uuid,
	CONSTRAINT "crypto_withdrawals_positive" CHECK ("crypto_withdrawals"."amount_usd" > 0),
	CONSTRAINT "crypto_withdrawals_status" CHECK ("crypto_withdrawals"."status" in ('pending', 'approved', 'rejected', 'cancelled')),
	CONSTRAINT "crypto_withdrawals_booked" CHECK (("crypto_withdrawals"."status" <> 'pending') = ("crypto_withdrawals"."transfer_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "bot_investments" ADD CONSTRAINT "bot_investments_portfolio_id_bot_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."bot_portfolios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_wallets" ADD CONSTRAINT "user_wallets_available_account_id_ledger_accounts_id_fk" FOREIGN KEY ("available_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_wallets" ADD CONSTRAINT "user_wallets_reserved_account_id_ledger_accounts_id_fk" FOREIGN KEY ("reserved_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_fills_time" ON "bot_fills" USING btree ("portfolio_id","bar_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bot_investments_user" ON "bot_investments" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bot_investments_active" ON "bot_investments" USING btree ("started_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "bot_protocol_time" ON "bot_protocol" USING btree ("portfolio_id","bar_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bot_unit_entries_portfolio" ON "bot_unit_entries" USING btree ("portfolio_id","seq");--> statement-breakpoint
CREATE INDEX "bot_unit_entries_investment" ON "bot_unit_entries" USING btree ("investment_id");--> statement-breakpoint
CREATE INDEX "bot_manual_records_investment" ON "bot_manual_records" USING btree ("investment_id","created_at");--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_users_created" ON "auth_users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "market_candles_time" ON "market_candles" USING btree ("interval","time");--> statement-breakpoint
CREATE INDEX "user_notifications_user" ON "user_notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_notifications_unread" ON "user_notifications" USING btree ("user_id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "crypto_deposits_user" ON "crypto_deposits" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crypto_deposits_pending" ON "crypto_deposits" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user" ON "ledger_transfers" USING btree ("user_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_transfers_reference" ON "ledger_transfers" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user" ON "crypto_withdrawals" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_pending" ON "crypto_withdrawals" USING btree ("created_at") WHERE status = 'pending';
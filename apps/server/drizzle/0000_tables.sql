CREATE TABLE "audit_chain" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"audit_seq" bigint NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_chain_once" CHECK (id = 1)
);
--> statement-breakpoint
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
	"reason_hash" "bytea",
	"reason_salt" "bytea",
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_log_reason_is_hashed" CHECK (reason is null or (reason_hash is not null and reason_salt is not null)),
	CONSTRAINT "audit_log_salt_goes_with_reason" CHECK (reason_salt is null or reason is not null)
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_seeds" (
	"id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "faults" (
	"reference" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"request" text NOT NULL,
	"kind" text NOT NULL,
	"place" text,
	"replica" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"operation" text NOT NULL,
	"request_hash" text NOT NULL,
	"outcome" jsonb,
	"names" text[],
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
CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "approval_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 101 CACHE 1),
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"subject_id" uuid NOT NULL,
	"customer_ids" uuid[] NOT NULL,
	"amount_usd" numeric(20,6),
	"foreseen" jsonb NOT NULL,
	"reason" text,
	"request_note" text,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text,
	"result" jsonb,
	"failure" jsonb,
	CONSTRAINT "approval_requests_two_people" CHECK ("approval_requests"."status" <> 'approved' or "approval_requests"."decided_by" <> "approval_requests"."requested_by"),
	CONSTRAINT "approval_requests_done" CHECK (("approval_requests"."status" = 'approved') = ("approval_requests"."result" is not null)),
	CONSTRAINT "approval_requests_failed" CHECK (("approval_requests"."status" = 'failed') = ("approval_requests"."failure" is not null)),
	CONSTRAINT "approval_requests_open" CHECK (("approval_requests"."status" = 'pending') = ("approval_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trigger" text NOT NULL,
	"night" date,
	"attempt" integer DEFAULT 1 NOT NULL,
	"requested_by" uuid,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"checks_total" integer NOT NULL,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_checks" integer DEFAULT 0 NOT NULL,
	"audit_position" bigint,
	"audit_hash" "bytea",
	CONSTRAINT "reconciliation_runs_nightly" CHECK ((trigger = 'nightly') = (night is not null)),
	CONSTRAINT "reconciliation_runs_finished" CHECK ((status = 'running') = (finished_at is null))
);
--> statement-breakpoint
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
CREATE TABLE "bot_fills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"bar_at" timestamp (3) with time zone NOT NULL,
	"nav_seq" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"filled_at" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"quantity" double precision NOT NULL,
	"price" double precision NOT NULL,
	"mid_price" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"spread" double precision NOT NULL,
	"slippage" double precision NOT NULL,
	"financing" double precision NOT NULL,
	"realised" double precision NOT NULL,
	"units_after" double precision NOT NULL,
	"reason" text NOT NULL,
	"decision" integer,
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
	CONSTRAINT "bot_investments_stopped" CHECK (("bot_investments"."status" = 'inactive') = ("bot_investments"."usd_current_amount" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."stop_nav" is not null)
        and ("bot_investments"."status" = 'inactive') = ("bot_investments"."stopped_at" is not null)
        and ("bot_investments"."status" = 'inactive' or "bot_investments"."stop_transfer_id" is null)
        and ("bot_investments"."status" = 'active' or "bot_investments"."stop_transfer_id" is not null or "bot_investments"."usd_current_amount" = 0))
);
--> statement-breakpoint
CREATE TABLE "bot_nav" (
	"portfolio_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"peak" numeric(30,12) NOT NULL,
	"max_drawdown" double precision NOT NULL,
	"day_peak" numeric(30,12) NOT NULL,
	"day_low" numeric(30,12) NOT NULL,
	"day_drawdown" double precision NOT NULL,
	"realised" double precision NOT NULL,
	"unrealised" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"spread" double precision NOT NULL,
	"slippage" double precision NOT NULL,
	"financing" double precision NOT NULL,
	"phase" text NOT NULL,
	"bar_ms" integer NOT NULL,
	"marks" double precision[],
	"price_sources" text,
	CONSTRAINT "bot_nav_portfolio_id_seq_pk" PRIMARY KEY("portfolio_id","seq"),
	CONSTRAINT "bot_nav_once" UNIQUE("portfolio_id","at")
);
--> statement-breakpoint
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
	"live_nav" numeric(30,12),
	"sources" jsonb,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bot_protocol" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"bar_at" timestamp (3) with time zone NOT NULL,
	"sequence" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
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
CREATE TABLE "bot_ticks" (
	"portfolio_id" uuid PRIMARY KEY NOT NULL,
	"nav_seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"figures" jsonb NOT NULL,
	"exposure" double precision NOT NULL,
	"stale" text[] DEFAULT '{}' NOT NULL,
	"filled" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_unit_entries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot_unit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"portfolio_id" uuid NOT NULL,
	"investment_id" uuid NOT NULL,
	"transfer_id" uuid,
	"units" numeric(30,12) NOT NULL,
	"nav" numeric(30,12) NOT NULL,
	"figures" jsonb NOT NULL,
	"nav_seq" bigint NOT NULL,
	"filled" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" uuid,
	"cancel_reason" text,
	CONSTRAINT "trading_events_window" CHECK ("trading_events"."ends_at" > "trading_events"."starts_at" and "trading_events"."ends_at" <= "trading_events"."starts_at" + interval '24 hours'),
	CONSTRAINT "trading_events_origin" CHECK ("trading_events"."origin" in ('calendar', 'specification', 'demo', 'admin')),
	CONSTRAINT "trading_events_beforehand" CHECK ("trading_events"."created_at" < "trading_events"."starts_at" or "trading_events"."origin" = 'specification'),
	CONSTRAINT "trading_events_called_off" CHECK (("trading_events"."cancelled_at" is null) = ("trading_events"."cancel_reason" is null)
        and ("trading_events"."cancelled_at" is not null or "trading_events"."cancelled_by" is null)
        and ("trading_events"."cancelled_at" is null or "trading_events"."cancelled_at" < "trading_events"."starts_at"))
);
--> statement-breakpoint
CREATE TABLE "bot_investor_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_until" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_record_chains" (
	"bot_type" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"nav_seq" bigint NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_record_seals" (
	"bot_type" text NOT NULL,
	"position" bigint NOT NULL,
	"kind" text NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"nav_seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "track_record_seals_bot_type_position_pk" PRIMARY KEY("bot_type","position")
);
--> statement-breakpoint
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
CREATE TABLE "auth_email_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_email_reversals_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth_jwks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_known_devices" (
	"user_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_known_devices_user_id_mark_pk" PRIMARY KEY("user_id","mark")
);
--> statement-breakpoint
CREATE TABLE "auth_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "auth_passkeys_credential_id_unique" UNIQUE("credential_id")
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
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_sign_in_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slot" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"device" text NOT NULL,
	"network" text,
	CONSTRAINT "auth_sign_in_events_times" CHECK ("auth_sign_in_events"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"set_up_at" timestamp (3) with time zone,
	"last_used_step" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "auth_two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"colours" text NOT NULL,
	"start_page" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_preferences_colours" CHECK ("user_preferences"."colours" in ('blue-orange', 'green-red')),
	CONSTRAINT "user_preferences_start_page" CHECK ("user_preferences"."start_page" in ('dashboard', 'bots', 'wallet'))
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"limited_to" text,
	"preferred_bot" text,
	"demo" boolean DEFAULT false NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"locked_at" timestamp (3) with time zone,
	"locked_reason" text,
	"access_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email"),
	CONSTRAINT "auth_users_role" CHECK ("auth_users"."role" in ('user', 'admin')),
	CONSTRAINT "auth_users_limited_to" CHECK ("auth_users"."limited_to" in ('support', 'review', 'audit')),
	CONSTRAINT "auth_users_locked_with_reason" CHECK (("auth_users"."locked_at" is null) = ("auth_users"."locked_reason" is null))
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
	"stale_after_ms" integer,
	CONSTRAINT "market_prices_symbol_unique" UNIQUE("symbol")
);
--> statement-breakpoint
CREATE TABLE "market_simulations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"origin" timestamp (3) with time zone NOT NULL,
	"model_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"at" timestamp (3) with time zone NOT NULL,
	"minutes_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"facts" jsonb,
	"letter" jsonb,
	"subject" text,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"in_app" boolean NOT NULL,
	"by_mail" boolean NOT NULL,
	CONSTRAINT "notification_settings_user_id_event_pk" PRIMARY KEY("user_id","event")
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
CREATE TABLE "support_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"assigned_to" uuid,
	"escalated_at" timestamp (3) with time zone,
	"escalation_reason" text,
	"first_human_reply_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"user_read_seq" integer DEFAULT 0 NOT NULL,
	"user_read_at" timestamp (3) with time zone,
	"reply_notice_due_at" timestamp (3) with time zone,
	"admin_read_seq" integer DEFAULT 0 NOT NULL,
	"admin_read_at" timestamp (3) with time zone,
	"bot_reply_due_at" timestamp (3) with time zone,
	"bot_replied_seq" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"human_in_charge" boolean DEFAULT false NOT NULL,
	CONSTRAINT "support_chats_status" CHECK ("support_chats"."status" in ('active', 'escalated', 'resolved')),
	CONSTRAINT "support_chats_resolved" CHECK (("support_chats"."status" = 'resolved') = ("support_chats"."resolved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "support_late_deposits" (
	"deposit_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"message" text NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid,
	CONSTRAINT "support_messages_order" UNIQUE("chat_id","seq"),
	CONSTRAINT "support_messages_once" UNIQUE("chat_id","client_id"),
	CONSTRAINT "support_messages_sender" CHECK (("support_messages"."sender_type" = 'bot') = ("support_messages"."sender_id" is null))
);
--> statement-breakpoint
CREATE TABLE "support_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"author_id" uuid,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "support_notes_once" UNIQUE("chat_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "request_claims" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"claimed_by" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_corrections" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "wallet_corrections_number_unique" UNIQUE("number"),
	CONSTRAINT "wallet_corrections_number" CHECK ("wallet_corrections"."number" > 1000)
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
	"decided_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"notes" text,
	"transfer_id" uuid,
	CONSTRAINT "crypto_deposits_positive" CHECK ("crypto_deposits"."amount_usd" > 0),
	CONSTRAINT "crypto_deposits_status" CHECK ("crypto_deposits"."status" in ('pending', 'approved', 'rejected', 'cancelled')),
	CONSTRAINT "crypto_deposits_booked" CHECK (("crypto_deposits"."status" = 'approved') = ("crypto_deposits"."transfer_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "four_eyes_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"threshold_usd" numeric(20,6),
	"deposit_threshold_usd" numeric(20,6),
	"needs_second_factor" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "four_eyes_settings_one_row" CHECK ("four_eyes_settings"."id" = 1),
	CONSTRAINT "four_eyes_settings_positive" CHECK ("four_eyes_settings"."threshold_usd" > 0),
	CONSTRAINT "four_eyes_settings_deposits_positive" CHECK ("four_eyes_settings"."deposit_threshold_usd" > 0)
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
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_kind" CHECK (kind in ('deposit_approved', 'withdrawal_requested', 'withdrawal_approved', 'withdrawal_released', 'bot_started', 'bot_stopped', 'bot_settled', 'wallet_corrected', 'manual_return', 'account_closed'))
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
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "user_wallets_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "user_wallets_reserved_not_negative" CHECK ("user_wallets"."usd_locked_balance" >= 0),
	CONSTRAINT "user_wallets_available_not_negative" CHECK ("user_wallets"."usd_balance" - "user_wallets"."usd_locked_balance" >= 0),
	CONSTRAINT "user_wallets_currency" CHECK ("user_wallets"."currency" = 'USDT'),
	CONSTRAINT "user_wallets_closed_is_empty" CHECK ("user_wallets"."closed_at" is null or "user_wallets"."usd_balance" = 0)
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
	"decided_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"processed_at" timestamp (3) with time zone,
	"notes" text,
	"held_at" timestamp (3) with time zone,
	"reservation_transfer_id" uuid NOT NULL,
	"transfer_id" uuid,
	CONSTRAINT "crypto_withdrawals_positive" CHECK ("crypto_withdrawals"."amount_usd" > 0),
	CONSTRAINT "crypto_withdrawals_status" CHECK ("crypto_withdrawals"."status" in ('pending', 'approved', 'rejected', 'cancelled')),
	CONSTRAINT "crypto_withdrawals_held" CHECK ("crypto_withdrawals"."held_at" is null or "crypto_withdrawals"."status" <> 'approved'),
	CONSTRAINT "crypto_withdrawals_booked" CHECK (("crypto_withdrawals"."status" <> 'pending') = ("crypto_withdrawals"."transfer_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "bot_investments" ADD CONSTRAINT "bot_investments_portfolio_id_bot_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."bot_portfolios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_investor_news" ADD CONSTRAINT "bot_investor_news_portfolio_id_bot_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."bot_portfolios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_email_reversals" ADD CONSTRAINT "auth_email_reversals_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_known_devices" ADD CONSTRAINT "auth_known_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_passkeys" ADD CONSTRAINT "auth_passkeys_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sign_in_events" ADD CONSTRAINT "auth_sign_in_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_late_deposits" ADD CONSTRAINT "support_late_deposits_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_chat_id_support_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."support_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_corrections" ADD CONSTRAINT "wallet_corrections_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_wallets" ADD CONSTRAINT "user_wallets_available_account_id_ledger_accounts_id_fk" FOREIGN KEY ("available_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_wallets" ADD CONSTRAINT "user_wallets_reserved_account_id_ledger_accounts_id_fk" FOREIGN KEY ("reserved_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_seq" ON "audit_log" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_kind" ON "audit_log" USING btree ("subject","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_team" ON "audit_log" USING btree ("actor_role","created_at","seq") WHERE actor_role <> 'user';--> statement-breakpoint
CREATE INDEX "audit_log_request" ON "audit_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin (to_tsvector('german', reason)) WHERE reason is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_row" ON "audit_seals" USING btree ("audit_seq");--> statement-breakpoint
CREATE INDEX "faults_at" ON "faults" USING btree ("at");--> statement-breakpoint
CREATE INDEX "faults_reference" ON "faults" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_names" ON "idempotency_keys" USING gin ("names") WHERE names is not null;--> statement-breakpoint
CREATE INDEX "approval_requests_pending" ON "approval_requests" USING btree ("requested_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approval_requests_decided" ON "approval_requests" USING btree ("decided_at") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("kind","subject_id",coalesce(input ->> 'botType', '')) WHERE status = 'pending' and kind in ('deposit', 'withdrawal', 'bot_pause', 'threshold');--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_night" ON "reconciliation_runs" USING btree ("night");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_one" ON "reconciliation_runs" USING btree ("status") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "reconciliation_runs_time" ON "reconciliation_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "bot_fills_strike" ON "bot_fills" USING btree ("portfolio_id","nav_seq");--> statement-breakpoint
CREATE INDEX "bot_investments_user" ON "bot_investments" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "bot_investments_active" ON "bot_investments" USING btree ("started_at") WHERE status = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "bot_pauses_lasting" ON "bot_pauses" USING btree ("bot_type") WHERE resumed_at is null;--> statement-breakpoint
CREATE INDEX "bot_pauses_time" ON "bot_pauses" USING btree ("paused_at","id");--> statement-breakpoint
CREATE INDEX "bot_pauses_bot" ON "bot_pauses" USING btree ("bot_type","paused_at","id");--> statement-breakpoint
CREATE INDEX "bot_protocol_time" ON "bot_protocol" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "bot_unit_entries_portfolio" ON "bot_unit_entries" USING btree ("portfolio_id","seq");--> statement-breakpoint
CREATE INDEX "bot_unit_entries_investment" ON "bot_unit_entries" USING btree ("investment_id","seq");--> statement-breakpoint
CREATE INDEX "bot_manual_records_investment" ON "bot_manual_records" USING btree ("investment_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_events_entered" ON "trading_events" USING btree ("origin","starts_at") WHERE cancelled_at is null or origin <> 'admin';--> statement-breakpoint
CREATE INDEX "trading_events_end" ON "trading_events" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "trading_events_cancelled" ON "trading_events" USING btree ("cancelled_at","id") WHERE cancelled_at is not null;--> statement-breakpoint
CREATE INDEX "track_record_seals_ends" ON "track_record_seals" USING btree ("bot_type","position") WHERE kind <> 'bar';--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_accounts_identity" ON "auth_accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "auth_email_reversals_user" ON "auth_email_reversals" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "auth_email_reversals_email" ON "auth_email_reversals" USING btree ("email");--> statement-breakpoint
CREATE INDEX "auth_passkeys_user" ON "auth_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_sign_in_events_slot" ON "auth_sign_in_events" USING btree ("user_id","kind","slot");--> statement-breakpoint
CREATE INDEX "auth_sign_in_events_user" ON "auth_sign_in_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "auth_sign_in_events_age" ON "auth_sign_in_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auth_users_created" ON "auth_users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "market_candles_time" ON "market_candles" USING btree ("interval","time");--> statement-breakpoint
CREATE INDEX "notification_mails_due" ON "notification_mails" USING btree ((letter is null),"next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "notification_mails_user" ON "notification_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_mails_done" ON "notification_mails" USING btree ("created_at") WHERE next_attempt_at is null;--> statement-breakpoint
CREATE INDEX "user_notifications_user" ON "user_notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "user_notifications_unread" ON "user_notifications" USING btree ("user_id") WHERE not is_read;--> statement-breakpoint
CREATE UNIQUE INDEX "support_chats_one_open" ON "support_chats" USING btree ("user_id") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "support_chats_user" ON "support_chats" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "support_chats_desk" ON "support_chats" USING btree ("status","last_message_at");--> statement-breakpoint
CREATE INDEX "support_chats_latest" ON "support_chats" USING btree ("last_message_at");--> statement-breakpoint
CREATE INDEX "support_chats_reply_due" ON "support_chats" USING btree ("bot_reply_due_at") WHERE bot_reply_due_at is not null;--> statement-breakpoint
CREATE INDEX "support_chats_notice_due" ON "support_chats" USING btree ("reply_notice_due_at") WHERE reply_notice_due_at is not null;--> statement-breakpoint
CREATE INDEX "support_notes_order" ON "support_notes" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE INDEX "request_claims_expiry" ON "request_claims" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "crypto_deposits_user" ON "crypto_deposits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_user_status" ON "crypto_deposits" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_pending" ON "crypto_deposits" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "ledger_transfers_moved_alone" ON "ledger_transfers" USING btree ("actor_id","created_at") WHERE requested_by is null and kind in ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return');--> statement-breakpoint
CREATE INDEX "ledger_transfers_user" ON "ledger_transfers" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "ledger_transfers_user_time" ON "ledger_transfers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_transfers_reference" ON "ledger_transfers" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user" ON "crypto_withdrawals" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user_status" ON "crypto_withdrawals" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_pending" ON "crypto_withdrawals" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_address" ON "crypto_withdrawals" USING btree ("withdrawal_address","user_id");

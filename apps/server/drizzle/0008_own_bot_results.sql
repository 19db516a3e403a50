CREATE TABLE "own_bot_results" (
	"bot_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"rule" jsonb NOT NULL,
	"source" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"result" jsonb NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_bot_results_bot_id_version_pk" PRIMARY KEY("bot_id","version")
);
--> statement-breakpoint
CREATE TABLE "test_periods" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"bot_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"rule_hash" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"result" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_periods_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
CREATE TABLE "testbench_certificates" (
	"bot_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"engine_version" text NOT NULL,
	"data_hash" text NOT NULL,
	"passed" boolean NOT NULL,
	"cuts" jsonb NOT NULL,
	"first_difference" jsonb,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "testbench_certificates_bot_id_version_pk" PRIMARY KEY("bot_id","version"),
	CONSTRAINT "testbench_certificates_difference" CHECK ("testbench_certificates"."passed" = ("testbench_certificates"."first_difference" is null))
);
--> statement-breakpoint
ALTER TABLE "own_bot_results" ADD CONSTRAINT "own_bot_results_version" FOREIGN KEY ("bot_id","version") REFERENCES "public"."own_bot_versions"("bot_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_periods" ADD CONSTRAINT "test_periods_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testbench_certificates" ADD CONSTRAINT "testbench_certificates_version" FOREIGN KEY ("bot_id","version") REFERENCES "public"."own_bot_versions"("bot_id","version") ON DELETE no action ON UPDATE no action;
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
ALTER TABLE "bot_nav" ADD COLUMN "marks" double precision[];--> statement-breakpoint
ALTER TABLE "bot_nav" ADD COLUMN "price_sources" text;--> statement-breakpoint
CREATE INDEX "track_record_seals_ends" ON "track_record_seals" USING btree ("bot_type","position") WHERE kind <> 'bar';--> statement-breakpoint
-- A seal is given once. What is sealed is append-only already (0001).
CREATE TRIGGER track_record_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON track_record_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

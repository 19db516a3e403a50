CREATE TABLE "audit_chain" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"audit_seq" bigint NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_chain_once" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
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
DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason_hash" "bytea";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason_salt" "bytea";--> statement-breakpoint
-- Rows from before get their salted hash now: what is sealed of a reason is its hash only.
ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_erased;--> statement-breakpoint
UPDATE audit_log SET reason_salt = decode(replace(gen_random_uuid()::text, '-', ''), 'hex') WHERE reason IS NOT NULL;--> statement-breakpoint
UPDATE audit_log SET reason_hash = sha256(reason_salt || convert_to(reason, 'UTF8')) WHERE reason IS NOT NULL;--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER audit_log_only_erased;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_row" ON "audit_seals" USING btree ("audit_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_night" ON "reconciliation_runs" USING btree ("night");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_one" ON "reconciliation_runs" USING btree ("status") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "reconciliation_runs_time" ON "reconciliation_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_seq" ON "audit_log" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_team" ON "audit_log" USING btree ("actor_role","created_at","seq") WHERE actor_role <> 'user';--> statement-breakpoint
CREATE INDEX "audit_log_request" ON "audit_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin (to_tsvector('german', reason)) WHERE reason is not null;--> statement-breakpoint
CREATE INDEX "audit_log_kind" ON "audit_log" USING btree ("subject","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at","seq");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_reason_is_hashed" CHECK (reason is null or (reason_hash is not null and reason_salt is not null));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_salt_goes_with_reason" CHECK (reason_salt is null or reason is not null);--> statement-breakpoint
-- What may be erased of a row is its free text with the salt; the hash stays, so the chain stays whole.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reason IS NULL AND NEW.reason_salt IS NULL
    AND to_jsonb(NEW) - '{reason,reason_salt}'::text[] = to_jsonb(OLD) - '{reason,reason_salt}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The chain begins with the hash of its format and with nothing sealed.
INSERT INTO audit_chain (id, position, hash, audit_seq, sealed_at)
  VALUES (1, 0, sha256('botdepot-audit/1'::bytea), 0, now());

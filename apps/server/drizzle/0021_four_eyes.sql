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
CREATE TABLE "four_eyes_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"threshold_usd" numeric(20,6),
	"needs_second_factor" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "four_eyes_settings_one_row" CHECK ("four_eyes_settings"."id" = 1),
	CONSTRAINT "four_eyes_settings_positive" CHECK ("four_eyes_settings"."threshold_usd" > 0)
);
--> statement-breakpoint
CREATE INDEX "approval_requests_pending" ON "approval_requests" USING btree ("requested_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approval_requests_decided" ON "approval_requests" USING btree ("decided_at") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("kind","subject_id") WHERE status = 'pending' and kind in ('withdrawal', 'threshold');
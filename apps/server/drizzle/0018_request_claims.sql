CREATE TABLE "request_claims" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"claimed_by" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
CREATE INDEX "request_claims_expiry" ON "request_claims" USING btree ("expires_at");
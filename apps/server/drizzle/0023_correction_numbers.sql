CREATE TABLE "wallet_corrections" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "wallet_corrections_number_unique" UNIQUE("number"),
	CONSTRAINT "wallet_corrections_number" CHECK ("wallet_corrections"."number" > 1000)
);
--> statement-breakpoint
ALTER TABLE "wallet_corrections" ADD CONSTRAINT "wallet_corrections_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Corrections from before have their numbers in the order of booking.
INSERT INTO "wallet_corrections" ("transfer_id", "number")
SELECT "id", 1000 + row_number() OVER (ORDER BY "seq") FROM "ledger_transfers" WHERE "kind" = 'wallet_corrected';

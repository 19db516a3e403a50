CREATE TABLE "welcome_deposits" (
	"person" text PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "welcome_deposits_granted" ON "welcome_deposits" USING btree ("granted_at");
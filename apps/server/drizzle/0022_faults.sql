CREATE TABLE "faults" (
	"reference" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"request" text NOT NULL,
	"kind" text NOT NULL,
	"place" text,
	"replica" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "faults_at" ON "faults" USING btree ("at");--> statement-breakpoint
CREATE INDEX "faults_reference" ON "faults" USING btree ("reference" text_pattern_ops);
ALTER TABLE "idempotency_keys" ADD COLUMN "names" text[];--> statement-breakpoint
CREATE INDEX "idempotency_keys_names" ON "idempotency_keys" USING gin ("names") WHERE names is not null;--> statement-breakpoint
-- What the commands of admins have answered so far.
UPDATE "idempotency_keys" SET "names" = ARRAY(
  SELECT DISTINCT lower(value #>> '{}') FROM jsonb_path_query("outcome", '$.** ? (@.type() == "string")') AS value
  WHERE value #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[^[:space:]@]+@[^[:space:]@]+$'
) WHERE "operation" LIKE 'admin.%' AND "outcome" IS NOT NULL;

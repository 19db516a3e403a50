-- Results on other prices had fixed theirs as that of this installation's candles too, where nobody can test then.
UPDATE "testbench_people" SET "test_period_from" = NULL WHERE NOT EXISTS (
	SELECT FROM "testbench_trials" t WHERE t."user_id" = "testbench_people"."user_id" AND t."source" = 'installation'
);

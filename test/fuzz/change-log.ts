import type pg from 'pg';

/** One row that a committed transaction has inserted, changed or deleted. */
export type RowChange = `${string} ${'INSERT' | 'UPDATE' | 'DELETE'}`;

/**
 * Notes every change of a row in any table of the schema, in the transaction that makes it: what is rolled back leaves
 * nothing. Statistics of the server would tell late and without saying whose change it was.
 */
export async function keepChangeLog(pool: pg.Pool): Promise<{
  /** Changes since the last call, each kind once. */
  take(): Promise<RowChange[]>;
}> {
  await pool.query(`
    CREATE TABLE row_changes (table_name text NOT NULL, operation text NOT NULL);
    CREATE FUNCTION note_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO row_changes VALUES (TG_TABLE_NAME, TG_OP);
      RETURN NULL;
    END $$;
    DO $$
    DECLARE name text;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'row_changes' LOOP
        EXECUTE format('CREATE TRIGGER note_row_change AFTER INSERT OR UPDATE OR DELETE ON %I
          FOR EACH ROW EXECUTE FUNCTION note_row_change()', name);
      END LOOP;
    END $$;`);
  return {
    async take() {
      const { rows } = await pool.query<{ change: RowChange }>(
        `WITH taken AS (DELETE FROM row_changes RETURNING table_name, operation)
         SELECT DISTINCT table_name || ' ' || operation AS change FROM taken ORDER BY 1`,
      );
      return rows.map(({ change }) => change);
    },
  };
}

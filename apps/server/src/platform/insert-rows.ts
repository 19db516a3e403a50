import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';

/**
 * Inserts any number of rows in one statement with one parameter: a batch has more values than a statement may have parameters.
 * Rows cross as JSON, which keeps every finite double; one that is not finite becomes null and is refused where there must be a value.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(table));
  const json = rows.map((row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = (row as Record<string, unknown>)[key] ?? column.defaultFn?.() ?? null;
        const isPlain = value === null || column.columnType === 'PgJsonb' || Array.isArray(value);
        return [column.name, isPlain ? value : column.mapToDriverValue(value)];
      }),
    ),
  );
  const name = getTableName(table);
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  await tx.$client.query({
    name: `insert-rows-${name}`,
    text: `INSERT INTO "${name}" (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::"${name}", $1::jsonb)`,
    values: [JSON.stringify(json)],
  });
}

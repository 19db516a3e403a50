import type { ClientBase } from 'pg';

export interface TableShape {
  name: string;
  columns: string[];
}

/**
 * Every table of the product with its stored columns, those that others refer to first: rows that are loaded in this
 * order never point at one that is not there yet. A table that points at itself is loaded by one statement.
 * @throws when tables refer to one another in a circle
 */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const shapes = await client.query<TableShape>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r'
    GROUP BY c.relname`);
  const references = await client.query<{ from: string; to: string }>(`
    SELECT DISTINCT c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`);
  const needed = new Map<string, Set<string>>();
  for (const { from, to } of references.rows) {
    const unquoted = to.replaceAll('"', '');
    const key = from.replaceAll('"', '');
    needed.set(key, (needed.get(key) ?? new Set()).add(unquoted));
  }
  return inOrder(
    shapes.rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    needed,
  );
}

function inOrder(shapes: TableShape[], needed: ReadonlyMap<string, ReadonlySet<string>>): TableShape[] {
  const ordered: TableShape[] = [];
  const done = new Set<string>();
  let waiting = shapes;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name }) =>
      [...(needed.get(name) ?? [])].every((other) => done.has(other)),
    );
    if (ready.length === 0)
      throw new Error(
        `tables refer to one another in a circle: ${waiting.map(({ name }) => name).join(', ')}`,
      );
    ordered.push(...ready);
    for (const { name } of ready) done.add(name);
    waiting = waiting.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

/** The statement's list of columns, quoted. */
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** An identifier for a statement: names come from the catalogue of the database or from a manifest. */
export const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

import { LIMITS } from '@botdepot/contract';

const ATTEMPTS = 5;

/** Rows left the list at every attempt to read it. */
export class RestlessList extends Error {}

/**
 * Every row of a paged list, each once, although rows come and go while the pages are read. What is added pushes rows to a
 * later page, where they come again. What leaves pulls one past a page that is read already, and another that joins hides it
 * from the count; so a list of several pages is read until it holds everything that the reading before it found.
 * Throws RestlessList when that goes on and on: half a list would look like a whole one.
 *
 * @param keyOf what stays the same of a row, whatever becomes of it; its id unless told.
 */
export async function allPages<Row extends object>(
  load: (page: { page: number; pageSize: number }) => Promise<{ items: Row[]; total: number }>,
  keyOf: (row: Row) => string = idOf,
): Promise<Row[]> {
  let before: ReadonlyMap<string, Row> | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { rows, pages } = await readOnce(load, keyOf);
    if (pages === 1 || (before && [...before.keys()].every((key) => rows.has(key))))
      return [...rows.values()];
    before = rows;
  }
  throw new RestlessList();
}

async function readOnce<Row extends object>(
  load: Parameters<typeof allPages<Row>>[0],
  keyOf: (row: Row) => string,
): Promise<{ rows: Map<string, Row>; pages: number }> {
  const pageSize = LIMITS.pageSizeMax;
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await load({ page, pageSize });
    for (const row of items) rows.set(keyOf(row), row);
    if (items.length < pageSize || page * pageSize >= total) return { rows, pages: page };
  }
}

/** Rows without an id are days of a book, of which no two say the same. */
function idOf(row: object): string {
  return 'id' in row ? String(row.id) : JSON.stringify(row);
}

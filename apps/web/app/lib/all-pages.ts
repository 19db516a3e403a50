import { LIMITS } from '@botdepot/contract';

/** Every row of a paged list, page by page. */
export async function allPages<Row>(
  load: (page: { page: number; pageSize: number }) => Promise<{ items: Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await load({ page, pageSize: LIMITS.pageSizeMax });
    rows.push(...items);
    if (items.length === 0 || rows.length >= total) return rows;
  }
}

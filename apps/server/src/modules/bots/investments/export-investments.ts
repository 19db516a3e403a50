import type { Tx } from '../../../platform/database.ts';
import { listFills } from './list-fills.ts';
import { listTradingRecords } from './list-trading-records.ts';
import { listInvestmentIds, readInvestment } from './read-investments.ts';

const ROWS_AT_ONCE = 1_000;

/** Every investment of a customer with its daily records and the fills behind it, for the download of one's own data. */
export async function* exportInvestments(tx: Tx, userId: string): AsyncGenerator<object> {
  // By their ids: an investment that is stopped meanwhile has another place in the list.
  for (const id of await listInvestmentIds(tx, userId)) {
    const { sparkline: _, ...investment } = await readInvestment(tx, userId, id);
    yield {
      ...investment,
      tradingRecords: await allOf(
        (page) => listTradingRecords(tx, userId, { id, ...page }),
        ({ from, source }) => `${from} ${source}`,
      ),
      fills: await allOf(
        (page) => listFills(tx, userId, { id, ...page }),
        (fill) => fill.id,
      ),
    };
  }
}

/** All pages of a list that is newest first. What comes meanwhile moves the others on, so some are read twice. */
async function allOf<T>(
  list: (page: { page: number; pageSize: number }) => Promise<{ items: T[] }>,
  keyOf: (item: T) => string,
): Promise<T[]> {
  const all = new Map<string, T>();
  for (let page = 1; ; page++) {
    const { items } = await list({ page, pageSize: ROWS_AT_ONCE });
    for (const item of items) all.set(keyOf(item), item);
    if (items.length < ROWS_AT_ONCE) return [...all.values()];
  }
}

import type { Tx } from '../../../platform/database.ts';
import { listFills } from './list-fills.ts';
import { listTradingRecords } from './list-trading-records.ts';
import { listInvestments } from './read-investments.ts';

const INVESTMENTS_AT_ONCE = 20;
const ROWS_AT_ONCE = 1_000;

/** Every investment of a customer with its daily records and the fills behind it, for the download of one's own data. */
export async function* exportInvestments(tx: Tx, userId: string): AsyncGenerator<object> {
  for (let page = 1; ; page++) {
    const { items } = await listInvestments(tx, userId, { page, pageSize: INVESTMENTS_AT_ONCE });
    for (const { sparkline, ...investment } of items)
      yield {
        ...investment,
        tradingRecords: await allOf((next) => listTradingRecords(tx, userId, { id: investment.id, ...next })),
        fills: await allOf((next) => listFills(tx, userId, { id: investment.id, ...next })),
      };
    if (items.length < INVESTMENTS_AT_ONCE) return;
  }
}

async function allOf<T>(
  list: (page: { page: number; pageSize: number }) => Promise<{ items: T[] }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { items } = await list({ page, pageSize: ROWS_AT_ONCE });
    all.push(...items);
    if (items.length < ROWS_AT_ONCE) return all;
  }
}

import { open } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { listPrices } from './market-prices.store.ts';

/** Everybody may read prices, signed in or not. */
export function marketsRouter(deps: { database: Database }) {
  return {
    listPrices: open.markets.listPrices.handler(({ input }) =>
      listPrices(deps.database.db, input.marketType),
    ),
  };
}

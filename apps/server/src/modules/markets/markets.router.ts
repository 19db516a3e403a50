import type { Handlers } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Clock } from '../../platform/work.ts';
import { createChartCandles } from './list-candles.ts';
import { listPrices } from './market-prices.ts';

/** Everybody may read prices, signed in or not. */
export function marketsRouter(deps: { database: Database; clock: Clock }): Handlers<'markets'> {
  const charts = createChartCandles(deps);
  return {
    listPrices: ({ input }) => listPrices(deps.database.db, deps.clock.now().getTime(), input.marketType),
    listCandles: ({ input }) => charts.listCandles(input),
    listDayRanges: () => charts.listDayRanges(),
  };
}

import { closedTrades, type RoundTrip } from './closed-trades.ts';
import { type Fill, placeOf } from './fill.ts';
import {
  FEE,
  FINANCING,
  FillLog,
  GROSS_REALISED,
  MID_PRICE,
  REASON,
  rowOf,
  SLIPPAGE,
  SPREAD,
  SYMBOL,
  TIME,
  UNITS,
  UNITS_AFTER,
} from './fill-log.ts';

export type { RoundTrip } from './closed-trades.ts';

/**
 * Groups fills into closed trades, in the order of closing. Rebalancing belongs to the trade it happens in. A reversal
 * closes one trade and opens the next; its trading costs are divided by units. Positions still open are left out here:
 * they count in equity and in every statistic of equity.
 */
export function roundTrips(fills: Iterable<Fill>): RoundTrip[] {
  return closedTrades(logOf([...fills]));
}

function logOf(fills: readonly Fill[]): FillLog {
  const symbols = [...new Set(fills.map(({ symbol }) => symbol))];
  const log = new FillLog(symbols);
  for (const fill of fills) {
    const page = log.page(log.length);
    const row = rowOf(log.length++);
    page[row + TIME] = fill.time;
    page[row + SYMBOL] = symbols.indexOf(fill.symbol);
    page[row + REASON] = placeOf(fill.reason);
    page[row + UNITS] = fill.units;
    page[row + UNITS_AFTER] = fill.unitsAfter;
    page[row + MID_PRICE] = fill.midPrice;
    page[row + FEE] = fill.fee;
    page[row + SPREAD] = fill.spread;
    page[row + SLIPPAGE] = fill.slippage;
    page[row + FINANCING] = fill.financing;
    page[row + GROSS_REALISED] = fill.grossRealised;
  }
  return log;
}

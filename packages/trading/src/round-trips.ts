import { closedTrades, type RoundTrip } from './closed-trades.ts';
import type { Fill } from './fill.ts';
import { FillLog, slotOf } from './fill-log.ts';

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
    const at = slotOf(log.length++);
    page.time[at] = fill.time;
    page.symbol[at] = symbols.indexOf(fill.symbol);
    page.reason[at] = fill.reason;
    page.units[at] = fill.units;
    page.unitsAfter[at] = fill.unitsAfter;
    page.midPrice[at] = fill.midPrice;
    page.fee[at] = fill.fee;
    page.spread[at] = fill.spread;
    page.slippage[at] = fill.slippage;
    page.financing[at] = fill.financing;
    page.grossRealised[at] = fill.grossRealised;
  }
  return log;
}

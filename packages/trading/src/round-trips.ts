import type { Fill } from './fill.ts';

/** A closed trade: from flat (or a reversal) to flat (or the next reversal) of one symbol. Account currency. */
export interface RoundTrip {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  /** ms UTC. */
  readonly openedAt: number;
  readonly closedAt: number;
  readonly fills: number;
  /** Result at mid prices. */
  readonly gross: number;
  /** Fees, spread, slippage and financing together. */
  readonly costs: number;
  /** gross − costs. */
  readonly net: number;
}

type OpenTrip = {
  direction: 'long' | 'short';
  openedAt: number;
  fills: number;
  gross: number;
  costs: number;
};

/**
 * Groups fills into closed trades, in the order of closing. Rebalancing belongs to the trade it happens in. A reversal
 * closes one trade and opens the next; its trading costs are divided by units. Positions still open are left out here:
 * they count in equity and in every statistic of equity.
 */
export function roundTrips(fills: Iterable<Fill>): RoundTrip[] {
  const open = new Map<string, OpenTrip>();
  const closed: RoundTrip[] = [];
  for (const fill of fills) {
    const unitsBefore = fill.unitsAfter - fill.units;
    const tradingCosts = fill.fee + fill.spread + fill.slippage;
    const trip = open.get(fill.symbol);
    const leaves = fill.unitsAfter === 0 || (trip !== undefined && isReversal(trip, fill.unitsAfter));
    const closingShare = leaves ? Math.min(1, Math.abs(unitsBefore / fill.units)) : 1;
    if (trip !== undefined) {
      trip.fills++;
      trip.gross += fill.grossRealised;
      trip.costs += tradingCosts * closingShare + fill.financing;
      if (!leaves) continue;
      open.delete(fill.symbol);
      closed.push({ symbol: fill.symbol, ...trip, closedAt: fill.time, net: trip.gross - trip.costs });
    }
    if (fill.unitsAfter === 0) continue;
    open.set(fill.symbol, {
      direction: fill.unitsAfter > 0 ? 'long' : 'short',
      openedAt: fill.time,
      fills: 1,
      gross: 0,
      costs: trip === undefined ? tradingCosts : tradingCosts * (1 - closingShare),
    });
  }
  return closed;
}

const isReversal = (trip: OpenTrip, unitsAfter: number): boolean =>
  (trip.direction === 'long') !== unitsAfter > 0;

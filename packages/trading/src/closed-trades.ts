import type { FillReason } from './fill.ts';
import { type FillLog, type FillPage, slotOf } from './fill-log.ts';

/** A closed trade: from flat (or a reversal) to flat (or the next reversal) of one symbol. Account currency. */
export interface RoundTrip {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  /** ms UTC. */
  readonly openedAt: number;
  readonly closedAt: number;
  readonly fills: number;
  /** Units bought in all (sold short in all), which is also what was closed; positive. */
  readonly units: number;
  /** Mean mid prices of what opened and what closed: gross = ±units × (exitPrice − entryPrice) up to rounding. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** Result at mid prices. */
  readonly gross: number;
  /** Fees, spread, slippage and financing together. */
  readonly costs: number;
  /** gross − costs. */
  readonly net: number;
  /** Why the fill that closed it was made. */
  readonly reason: FillReason;
}

/**
 * Goes through the fills and calls `closed` for every trade that a fill closes, in the order of closing. Rebalancing belongs to
 * the trade it happens in. A reversal closes one trade and opens the next; its trading costs are divided by units. Positions
 * still open are left out.
 *
 * @param closed gets the trade, which is used again afterwards, and where the closing fill lies.
 */
function eachTrade(fills: FillLog, closed: (trip: OpenTrip, page: FillPage, slot: number) => void): void {
  const open = fills.symbols.map(() => new OpenTrip());
  for (let at = 0; at < fills.length; at++) {
    const page = fills.page(at);
    const slot = slotOf(at);
    const trip = open[page.symbol[slot]!]!;
    const units = page.units[slot]!;
    const unitsAfter = page.unitsAfter[slot]!;
    const price = page.midPrice[slot]!;
    const unitsBefore = unitsAfter - units;
    const tradingCosts = page.fee[slot]! + page.spread[slot]! + page.slippage[slot]!;
    const wasOpen = trip.direction !== 0;
    const leaves = unitsAfter === 0 || (wasOpen && trip.direction > 0 !== unitsAfter > 0);
    const closingShare = leaves ? Math.min(1, Math.abs(unitsBefore / units)) : 1;
    if (wasOpen) {
      trip.fills++;
      trip.gross += page.grossRealised[slot]!;
      trip.costs += tradingCosts * closingShare + page.financing[slot]!;
      trip.count(leaves ? -unitsBefore : units, price);
      if (!leaves) continue;
      closed(trip, page, slot);
      trip.direction = 0;
    }
    if (unitsAfter === 0) continue;
    trip.open(unitsAfter, page.time[slot]!, wasOpen ? tradingCosts * (1 - closingShare) : tradingCosts);
    trip.count(unitsAfter, price);
  }
}

/** gross − costs of every closed trade, in the order of closing: all that statistics need of them. */
export function netResults(fills: FillLog): number[] {
  const results: number[] = [];
  eachTrade(fills, ({ gross, costs }) => {
    results.push(gross - costs);
  });
  return results;
}

/** The closed trades, in the order of closing. */
export function closedTrades(fills: FillLog): RoundTrip[] {
  const trades: RoundTrip[] = [];
  eachTrade(fills, (trip, page, slot) => {
    const { gross, costs } = trip;
    trades.push({
      symbol: fills.symbols[page.symbol[slot]!]!,
      direction: trip.direction > 0 ? 'long' : 'short',
      openedAt: trip.openedAt,
      closedAt: page.time[slot]!,
      fills: trip.fills,
      units: trip.opened,
      entryPrice: trip.entryPrice,
      exitPrice: trip.exitPrice,
      gross,
      costs,
      net: gross - costs,
      reason: page.reason[slot]!,
    });
  });
  return trades;
}

/** The trade that a symbol is in; reused for the next one. */
class OpenTrip {
  /** 1 long, −1 short, 0 flat. */
  direction = 0;
  openedAt = 0;
  fills = 0;
  opened = 0;
  entryPrice = 0;
  closed = 0;
  exitPrice = 0;
  gross = 0;
  costs = 0;

  open(units: number, time: number, costs: number): void {
    this.direction = units > 0 ? 1 : -1;
    this.openedAt = time;
    this.fills = 1;
    this.opened = 0;
    this.entryPrice = 0;
    this.closed = 0;
    this.exitPrice = 0;
    this.gross = 0;
    this.costs = costs;
  }

  /** Mean prices by units of what opens and of what closes. */
  count(units: number, price: number): void {
    const size = Math.abs(units);
    if (this.direction > 0 === units > 0) {
      this.entryPrice = meanPrice(this.entryPrice, this.opened, price, size);
      this.opened += size;
    } else {
      this.exitPrice = meanPrice(this.exitPrice, this.closed, price, size);
      this.closed += size;
    }
  }
}

/** Exactly the price where there is only one, which a division of the notional would not give. */
const meanPrice = (mean: number, units: number, price: number, more: number): number =>
  units === 0 ? price : (mean * units + price * more) / (units + more);

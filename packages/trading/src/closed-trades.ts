import type { FillReason } from './fill.ts';
import { type FillLog, FillRow } from './fill-log.ts';

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
  /** Mid prices of its first fill and of the one that closed it. */
  readonly firstPrice: number;
  readonly lastPrice: number;
  /** Units held on average between the two, by time; positive. */
  readonly meanUnits: number;
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
 * Goes through fills as they come and calls `closed` for every trade that a fill closes, in the order of closing. Rebalancing
 * belongs to the trade it happens in. A reversal closes one trade and opens the next; its trading costs are divided by units.
 * Positions still open are left out.
 */
class TradeWalk {
  readonly #fills: FillLog;
  readonly #open: readonly OpenTrip[];
  readonly #closed: (trip: OpenTrip, fill: number) => void;
  readonly #row = new FillRow();
  #at = 0;

  /** @param closed gets the trade, which is used again afterwards, and the index of the fill that closes it. */
  constructor(fills: FillLog, closed: (trip: OpenTrip, fill: number) => void) {
    this.#fills = fills;
    this.#open = fills.symbols.map(() => new OpenTrip());
    this.#closed = closed;
  }

  /** Goes on to the newest fill. */
  goOn(): void {
    const fills = this.#fills;
    for (; this.#at < fills.length; this.#at++) {
      fills.read(this.#at, this.#row);
      this.#take(this.#row);
    }
  }

  #take(row: FillRow): void {
    const { symbol, units, unitsAfter, midPrice: price } = row;
    const trip = this.#open[symbol]!;
    const unitsBefore = unitsAfter - units;
    const { fee, spread, slippage } = this.#fills.rates[symbol]!;
    const notional = Math.abs(units) * price;
    const tradingCosts = notional * fee + notional * spread + notional * slippage;
    const wasOpen = trip.direction !== 0;
    const leaves = unitsAfter === 0 || (wasOpen && trip.direction > 0 !== unitsAfter > 0);
    const closingShare = leaves ? Math.min(1, Math.abs(unitsBefore / units)) : 1;
    if (wasOpen) {
      trip.fills++;
      trip.gross += row.grossRealised;
      trip.costs += tradingCosts * closingShare + row.financing;
      trip.count(leaves ? -unitsBefore : units, price);
      trip.hold(unitsBefore, row.time);
      if (!leaves) return;
      this.#closed(trip, this.#at);
      trip.direction = 0;
    }
    if (unitsAfter === 0) return;
    trip.open(unitsAfter, row.time, price, wasOpen ? tradingCosts * (1 - closingShare) : tradingCosts);
    trip.count(unitsAfter, price);
  }
}

/** gross − costs of every closed trade, in the order of closing: all that statistics need of them. */
export class NetResults {
  #results = new Float64Array(1024);
  #count = 0;
  readonly #walk: TradeWalk;

  constructor(fills: FillLog) {
    this.#walk = new TradeWalk(fills, ({ gross, costs }) => this.#add(gross - costs));
  }

  /** Looks at what has been filled since the last time; soonest is cheapest, while the fills are still in the cache. */
  goOn(): void {
    this.#walk.goOn();
  }

  get values(): Float64Array {
    return this.#results.subarray(0, this.#count);
  }

  #add(net: number): void {
    if (this.#count === this.#results.length) {
      const larger = new Float64Array(4 * this.#count);
      larger.set(this.#results);
      this.#results = larger;
    }
    this.#results[this.#count++] = net;
  }
}

/** The closed trades, in the order of closing. */
export function closedTrades(fills: FillLog): RoundTrip[] {
  const trades: RoundTrip[] = [];
  const walk = new TradeWalk(fills, (trip, fill) => {
    const { gross, costs } = trip;
    const { symbol, time, reason, midPrice } = fills.at(fill);
    trades.push({
      symbol,
      direction: trip.direction > 0 ? 'long' : 'short',
      openedAt: trip.openedAt,
      closedAt: time,
      fills: trip.fills,
      units: trip.opened,
      entryPrice: trip.entryPrice,
      exitPrice: trip.exitPrice,
      firstPrice: trip.firstPrice,
      lastPrice: midPrice,
      meanUnits: trip.meanUnits,
      gross,
      costs,
      net: gross - costs,
      reason,
    });
  });
  walk.goOn();
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
  firstPrice = 0;
  meanUnits = 0;
  gross = 0;
  costs = 0;
  #heldUntil = 0;

  open(units: number, time: number, price: number, costs: number): void {
    this.direction = units > 0 ? 1 : -1;
    this.openedAt = time;
    this.fills = 1;
    this.opened = 0;
    this.entryPrice = 0;
    this.closed = 0;
    this.exitPrice = 0;
    this.firstPrice = price;
    this.meanUnits = Math.abs(units);
    this.#heldUntil = time;
    this.gross = 0;
    this.costs = costs;
  }

  /** So many units since the fill before. */
  hold(units: number, until: number): void {
    const share = until === this.openedAt ? 0 : (until - this.#heldUntil) / (until - this.openedAt);
    this.meanUnits += (Math.abs(units) - this.meanUnits) * share;
    this.#heldUntil = until;
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

import type { Account, Totals } from './account.ts';
import type { Bar } from './candles.ts';
import type { CostRates } from './costs.ts';
import type { Fill, FillReason } from './fill.ts';

/**
 * Where the protective stop of a new position goes: at a price, or at a distance from the mid price of the entry fill
 * (below it for a long position, above it for a short one). Price units of the symbol.
 */
export type StopRule = { readonly price: number } | { readonly distance: number };

/**
 * An order waiting for the symbol's next open. It names the units to hold afterwards, not a difference, so a newer
 * decision simply replaces it. Stop and scheduled close belong to the position it opens or reverses; a rebalance on the
 * same side keeps the ones that stand.
 */
export interface Order {
  readonly targetUnits: number;
  readonly reason: FillReason;
  readonly decision: number | null;
  readonly stop: StopRule | null;
  /** ms UTC at which the position is closed whatever happens, known in advance; null for none. */
  readonly closeAt: number | null;
}

/** What is held of one symbol. `units` is signed; one unit earns the price difference in account currency. */
export type Position = {
  units: number;
  /** Average mid price of the units held; 0 when flat. */
  entryPrice: number;
  openedAt: number | null;
  /** When the symbol was last left flat; strategies use it to avoid entering twice. */
  closedAt: number | null;
  stop: number | null;
  closeAt: number | null;
  /** Financing accrued since the last fill, reported with the next one. */
  financing: number;
};

export type Quote = { price: number; barEnd: number };

export type BrokerState = {
  cash: number;
  totals: Totals;
  positions: Position[];
  orders: (Order | null)[];
  quotes: (Quote | null)[];
};

const NO_FILLS: readonly Fill[] = Object.freeze([]);

const flatPosition = (): Position => ({
  units: 0,
  entryPrice: 0,
  openedAt: null,
  closedAt: null,
  stop: null,
  closeAt: null,
  financing: 0,
});

/**
 * A paper broker: cash, units per symbol, orders that fill at the next open, stops inside the bar, scheduled closes and
 * financing. Symbols are addressed by their index. Profit follows the price of the symbol as if one unit were quoted in
 * the account currency, so a position of weight w earns w times the percentage move; currency conversion of the quote
 * is not modelled. Margin is not checked: limiting leverage is the strategy's task, liquidation the engine's.
 */
export class PaperBroker {
  readonly positions: Position[];
  readonly orders: (Order | null)[];
  /** Last mid price per symbol, NaN before the first bar. */
  readonly prices: Float64Array;
  /** End of the last bar per symbol (ms UTC), −Infinity before the first bar. */
  readonly barEnds: Float64Array;
  readonly totals: Totals = { grossRealised: 0, fees: 0, spread: 0, slippage: 0, financing: 0 };
  #cash: number;
  readonly #symbols: readonly string[];
  readonly #rates: readonly CostRates[];
  readonly #financed: boolean;
  #fills: Fill[] = [];

  constructor(symbols: readonly string[], rates: readonly CostRates[], cash: number) {
    this.#symbols = symbols;
    this.#rates = rates;
    this.#financed = rates.some((rate) => rate.financingPerMs > 0);
    this.#cash = cash;
    this.positions = symbols.map(flatPosition);
    this.orders = symbols.map(() => null);
    this.prices = new Float64Array(symbols.length).fill(Number.NaN);
    this.barEnds = new Float64Array(symbols.length).fill(Number.NEGATIVE_INFINITY);
  }

  /** Sets the last known price without trading, e.g. from history before the first bar. */
  quote(index: number, price: number, barEnd: number): void {
    this.prices[index] = price;
    this.barEnds[index] = barEnd;
  }

  /**
   * First part of a bar: a waiting order fills at its open. An order whose scheduled close has passed meanwhile (the
   * market was shut) opens nothing, it only closes what is held.
   */
  openBar(index: number, time: number, open: number): void {
    this.prices[index] = open;
    const order = this.orders[index]!;
    if (order === null) return;
    this.orders[index] = null;
    const expired = order.closeAt !== null && time >= order.closeAt;
    this.#fill(index, time, expired ? 0 : order.targetUnits, open, order);
  }

  /**
   * Rest of a bar: the stop, then a scheduled close, then the close becomes the price. The worse order is assumed: a
   * stop that lies within the bar is hit even if the bar also moved favourably, at the worse of stop and open.
   *
   * A scheduled close is known beforehand and needs no next bar: it fills at the close of the bar in which its time
   * falls, or at the open of the first bar after it.
   */
  closeBar(index: number, time: number, end: number, bar: Bar): void {
    const position = this.positions[index]!;
    if (position.units !== 0) {
      const { stop, closeAt } = position;
      if (closeAt !== null && time >= closeAt) this.#closeOut(index, time, bar.open, 'scheduled-close');
      else if (stop !== null && position.units > 0 && bar.low <= stop) {
        this.#closeOut(index, time, Math.min(stop, bar.open), 'stop');
      } else if (stop !== null && position.units < 0 && bar.high >= stop) {
        this.#closeOut(index, time, Math.max(stop, bar.open), 'stop');
      } else if (closeAt !== null && end >= closeAt) this.#closeOut(index, end, bar.close, 'scheduled-close');
    }
    this.quote(index, bar.close, end);
  }

  /** Closes a position at the last known price and drops its order; does nothing without either. */
  settle(index: number, time: number, reason: FillReason): void {
    this.orders[index] = null;
    if (this.positions[index]!.units !== 0) this.#closeOut(index, time, this.prices[index]!, reason);
  }

  /** Charges financing for holding every position over `durationMs` at its last price; both sides pay. */
  accrueFinancing(durationMs: number): void {
    if (!this.#financed) return;
    for (let index = 0; index < this.positions.length; index++) {
      const position = this.positions[index]!;
      if (position.units === 0) continue;
      const notional = Math.abs(position.units) * this.prices[index]!;
      const amount = notional * this.#rates[index]!.financingPerMs * durationMs;
      position.financing += amount;
      this.totals.financing += amount;
      this.#cash -= amount;
    }
  }

  /** Cash plus the value of every position, at `prices` where given and finite, else at the last known price. */
  equity(prices?: ArrayLike<number | undefined>): number {
    let equity = this.#cash;
    for (let index = 0; index < this.positions.length; index++) {
      const { units } = this.positions[index]!;
      if (units !== 0) equity += units * this.#priceOf(index, prices);
    }
    return equity;
  }

  /** Σ |units × price| at the last known prices. */
  grossExposure(prices?: ArrayLike<number | undefined>): number {
    let gross = 0;
    for (let index = 0; index < this.positions.length; index++) {
      const { units } = this.positions[index]!;
      if (units !== 0) gross += Math.abs(units) * this.#priceOf(index, prices);
    }
    return gross;
  }

  account(prices?: ArrayLike<number | undefined>): Account {
    let unrealised = 0;
    for (let index = 0; index < this.positions.length; index++) {
      const { units, entryPrice } = this.positions[index]!;
      if (units !== 0) unrealised += units * (this.#priceOf(index, prices) - entryPrice);
    }
    return {
      equity: this.equity(prices),
      ...this.totals,
      unrealised,
      grossExposure: this.grossExposure(prices),
    };
  }

  /** Fills since the last call, in the order of execution. */
  takeFills(): readonly Fill[] {
    if (this.#fills.length === 0) return NO_FILLS;
    const fills = this.#fills;
    this.#fills = [];
    return fills;
  }

  state(): BrokerState {
    return {
      cash: this.#cash,
      totals: { ...this.totals },
      positions: this.positions.map((position) => ({ ...position })),
      orders: [...this.orders],
      quotes: Array.from(this.prices, (price, index) =>
        Number.isNaN(price) ? null : { price, barEnd: this.barEnds[index]! },
      ),
    };
  }

  restore(state: BrokerState): void {
    this.#cash = state.cash;
    Object.assign(this.totals, state.totals);
    for (let index = 0; index < this.positions.length; index++) {
      Object.assign(this.positions[index]!, state.positions[index]);
      this.orders[index] = state.orders[index] ?? null;
      const quote = state.quotes[index];
      if (quote) this.quote(index, quote.price, quote.barEnd);
    }
  }

  #priceOf(index: number, prices: ArrayLike<number | undefined> | undefined): number {
    const price = prices?.[index];
    return price !== undefined && Number.isFinite(price) ? price : this.prices[index]!;
  }

  #closeOut(index: number, time: number, mid: number, reason: FillReason): void {
    this.orders[index] = null;
    this.#fill(index, time, 0, mid, { targetUnits: 0, reason, decision: null, stop: null, closeAt: null });
  }

  #fill(index: number, time: number, targetUnits: number, mid: number, order: Order): void {
    const position = this.positions[index]!;
    const before = position.units;
    const units = targetUnits - before;
    if (units === 0) return;
    const rates = this.#rates[index]!;
    const notional = Math.abs(units) * mid;
    const fee = notional * rates.fee;
    const spread = notional * rates.spread;
    const slippage = notional * rates.slippage;
    const staysOnSide = before !== 0 && Math.sign(targetUnits) === Math.sign(before);
    // Units beyond zero on a reversal open a new position, so only those that stood before are realised.
    const closed = staysOnSide ? Math.max(0, Math.abs(before) - Math.abs(targetUnits)) : Math.abs(before);
    const grossRealised = closed === 0 ? 0 : Math.sign(before) * closed * (mid - position.entryPrice);
    this.#cash -= units * mid + fee + spread + slippage;
    this.totals.grossRealised += grossRealised;
    this.totals.fees += fee;
    this.totals.spread += spread;
    this.totals.slippage += slippage;
    const side = units > 0 ? 1 : -1;
    this.#fills.push({
      time,
      symbol: this.#symbols[index]!,
      reason: order.reason,
      decision: order.decision,
      units,
      unitsAfter: targetUnits,
      midPrice: mid,
      fillPrice: mid * (1 + side * (rates.spread + rates.slippage)),
      fee,
      spread,
      slippage,
      stop: order.reason === 'stop' ? position.stop : null,
      financing: position.financing,
      grossRealised,
    });
    position.financing = 0;
    position.units = targetUnits;
    if (targetUnits === 0) {
      Object.assign(position, { entryPrice: 0, openedAt: null, closedAt: time, stop: null, closeAt: null });
    } else if (!staysOnSide) {
      position.entryPrice = mid;
      position.openedAt = time;
      position.stop = stopPrice(order.stop, targetUnits, mid);
      position.closeAt = order.closeAt;
    } else if (Math.abs(targetUnits) > Math.abs(before)) {
      position.entryPrice = (position.entryPrice * before + mid * units) / targetUnits;
    }
  }
}

function stopPrice(rule: StopRule | null, units: number, entryPrice: number): number | null {
  if (rule === null) return null;
  return 'price' in rule ? rule.price : entryPrice - Math.sign(units) * rule.distance;
}

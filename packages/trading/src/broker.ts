import type { Account, Totals } from './account.ts';
import type { BarSet } from './bar-set.ts';
import type { CostRates } from './costs.ts';
import type { Fill, FillReason } from './fill.ts';
import { FillLog, FillRow } from './fill-log.ts';
import { HeldPosition, type LotRule, type Order, type Position } from './order.ts';

export type { LotRule, Order, Position, StopRule } from './order.ts';

export type Quote = { price: number; barEnd: number };

export type BrokerState = {
  cash: number;
  totals: Totals;
  positions: Position[];
  orders: (Order | null)[];
  quotes: (Quote | null)[];
};

/** Places in the books. */
const CASH = 0;
const REALISED = 1;
const FEES = 2;
const SPREADS = 3;
const SLIPPED = 4;
const FINANCED = 5;

/**
 * A paper broker: cash, units per symbol, orders that fill at the next open, stops inside the bar, scheduled closes and
 * financing. Symbols are addressed by their index. Profit follows the price of the symbol as if one unit were quoted in
 * the account currency, so a position of weight w earns w times the percentage move; currency conversion of the quote
 * is not modelled. Margin is not checked: limiting leverage is the strategy's task, liquidation the engine's.
 */
export class PaperBroker {
  readonly positions: readonly HeldPosition[];
  readonly orders: (Order | null)[];
  /** Last mid price per symbol, NaN before the first bar. */
  readonly prices: Float64Array;
  /** End of the last bar per symbol (ms UTC), −Infinity before the first bar. */
  readonly barEnds: Float64Array;
  /** Every fill since the log was last cleared. */
  readonly fills: FillLog;
  /** Cash and totals, as numbers that are overwritten in place. */
  readonly #books = new Float64Array(6);
  /** The fill being made. */
  readonly #row = new FillRow();
  readonly #rates: readonly CostRates[];
  /** Whether holding anything costs financing at all. */
  readonly isFinanced: boolean;

  constructor(symbols: readonly string[], rates: readonly CostRates[], cash: number) {
    this.fills = new FillLog(symbols, rates);
    this.#rates = rates;
    this.isFinanced = rates.some((rate) => rate.financingPerMs > 0);
    this.#books[CASH] = cash;
    this.positions = symbols.map(() => new HeldPosition());
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
  openBar(index: number, bars: BarSet): void {
    const open = bars.open[index]!;
    this.prices[index] = open;
    const order = this.orders[index]!;
    if (order === null) return;
    this.orders[index] = null;
    const expired = order.closeAt !== null && bars.time >= order.closeAt;
    if (expired || order.lots === undefined) {
      this.#fill(index, bars.time, expired ? 0 : order.targetUnits, open, order);
      return;
    }
    this.#row.time = bars.time;
    this.#row.midPrice = open;
    this.#turn(index, order, order.lots);
  }

  /** Two fills, so that the units of the new position are paid from what the old one has left. */
  #turn(index: number, order: Order, lots: LotRule): void {
    const row = this.#row;
    row.unitsAfter = 0;
    if (this.positions[index]!.units !== 0) this.#execute(index, order);
    this.#takeWholeLots(index, lots);
    if (row.unitsAfter !== 0) this.#execute(index, order);
  }

  /**
   * Rest of a bar: the stop, then a scheduled close, then the close becomes the price. The worse order is assumed: a
   * stop that lies within the bar is hit even if the bar also moved favourably, at the worse of stop and open.
   *
   * A scheduled close is known beforehand and needs no next bar: it fills at the close of the bar in which its time
   * falls, or at the open of the first bar after it. Where the market is shut by then, see `dueInShutMarket`.
   */
  closeBar(index: number, bars: BarSet): void {
    const position = this.positions[index]!;
    if (position.isGuarded) this.#guard(index, position, bars);
    this.prices[index] = bars.close[index]!;
    this.barEnds[index] = bars.end;
  }

  /**
   * What ends a position within a bar; a flat one has nothing that could. The tighter of stop and trailing stop is hit, and
   * comes before the target where the bar reaches both.
   */
  #guard(index: number, position: HeldPosition, bars: BarSet): void {
    const { units, stop, target, closeAt } = position;
    const { time, end } = bars;
    const open = bars.open[index]!;
    const high = bars.high[index]!;
    const low = bars.low[index]!;
    const trailing = position.trailingLevel;
    const isTrailing = stop === null || (units > 0 ? trailing > stop : trailing < stop);
    const level = isTrailing ? trailing : stop;
    const worse = units > 0 ? Math.min : Math.max;
    const better = units > 0 ? Math.max : Math.min;
    if (closeAt !== null && time >= closeAt) this.#closeOut(index, time, open, 'scheduled-close');
    else if (units > 0 ? low <= level : high >= level) {
      this.#closeOut(index, time, worse(level, open), isTrailing ? 'trailing' : 'stop');
    } else if (target !== null && (units > 0 ? high >= target : low <= target)) {
      this.#closeOut(index, time, better(target, open), 'target');
    } else if (closeAt !== null && end >= closeAt) {
      this.#closeOut(index, end, bars.close[index]!, 'scheduled-close');
    } else if (position.trailing !== null) position.follow(high, low);
  }

  /** Closes what is held at the open of this bar, after its order has filled: a close that was known beforehand. */
  closeAtOpen(index: number, bars: BarSet): void {
    if (this.positions[index]!.units === 0) return;
    this.#closeOut(index, bars.time, bars.open[index]!, 'scheduled-close');
  }

  /**
   * Makes the fill one to the largest number of whole lots that `weight` of the equity pays for at its price, with half spread,
   * slippage and fee; signed like the weight, 0 when not one lot is affordable.
   */
  #takeWholeLots(index: number, { weight, lot }: LotRule): void {
    const { fee, spread, slippage } = this.#rates[index]!;
    const lotCost = lot * this.#row.midPrice * (1 + fee + spread + slippage);
    const budget = Math.abs(weight) * this.equity();
    let lots = Math.max(0, Math.floor(budget / lotCost));
    // A quotient next to a whole number may have been rounded to it, either way.
    if (lots * lotCost > budget) lots--;
    else if ((lots + 1) * lotCost <= budget) lots++;
    // 7323 / 1000 is exactly what a person writes as 7.323; 7323 × 0.001 is not.
    const perUnit = Math.round(1 / lot);
    const units = perUnit * lot === 1 ? lots / perUnit : lots * lot;
    this.#row.unitsAfter = weight < 0 ? -units : units;
  }

  /** Cash, without the value of any position. */
  get cash(): number {
    return this.#books[CASH]!;
  }

  /** Whether a bar of the symbol at which nothing is filled and that reaches no level of its position can only change its price. */
  isOnlyMarked(index: number): boolean {
    return this.positions[index]!.closeAt === null && !this.isFinanced;
  }

  /** Closes a position at the last known price and drops its order; does nothing without either. @param time ms UTC. */
  settle(index: number, time: number, reason: FillReason): void {
    this.orders[index] = null;
    if (this.positions[index]!.units !== 0) this.#closeOut(index, time, this.prices[index]!, reason);
  }

  /** Charges financing for holding every position over `durationMs` at its last price; both sides pay. */
  accrueFinancing(durationMs: number): void {
    if (!this.isFinanced) return;
    for (let index = 0; index < this.positions.length; index++) {
      const position = this.positions[index]!;
      if (position.units === 0) continue;
      const amount = this.#financingOf(index, durationMs);
      position.financing += amount;
      this.#books[FINANCED]! += amount;
      this.#books[CASH]! -= amount;
    }
  }

  #financingOf(index: number, durationMs: number): number {
    const notional = Math.abs(this.positions[index]!.units) * this.prices[index]!;
    return notional * this.#rates[index]!.financingPerMs * durationMs;
  }

  /** Cash plus the value of every position, at `prices` where given and finite, else at the last known price. */
  equity(prices?: ArrayLike<number | undefined>): number {
    let equity = this.#books[CASH]!;
    for (let index = 0; index < this.positions.length; index++) {
      const { units } = this.positions[index]!;
      if (units !== 0) equity += units * this.#priceOf(index, prices);
    }
    return equity;
  }

  /** Σ |units × price|, the notional held, at the same prices as `equity`. */
  grossExposure(prices?: ArrayLike<number | undefined>): number {
    let gross = 0;
    for (let index = 0; index < this.positions.length; index++) {
      const { units } = this.positions[index]!;
      if (units !== 0) gross += Math.abs(units) * this.#priceOf(index, prices);
    }
    return gross;
  }

  /** @param unchargedMs for how long positions have been held without financing being charged; it counts as charged here. */
  account(prices?: ArrayLike<number | undefined>, unchargedMs = 0): Account {
    let unrealised = 0;
    let uncharged = 0;
    for (let index = 0; index < this.positions.length; index++) {
      const { units, entryPrice } = this.positions[index]!;
      if (units === 0) continue;
      unrealised += units * (this.#priceOf(index, prices) - entryPrice);
      if (this.isFinanced) uncharged += this.#financingOf(index, unchargedMs);
    }
    const totals = this.#totals();
    return {
      equity: this.equity(prices) - uncharged,
      ...totals,
      financing: totals.financing + uncharged,
      unrealised,
      grossExposure: this.grossExposure(prices),
    };
  }

  #totals(): Totals {
    const books = this.#books;
    return {
      grossRealised: books[REALISED]!,
      fees: books[FEES]!,
      spread: books[SPREADS]!,
      slippage: books[SLIPPED]!,
      financing: books[FINANCED]!,
    };
  }

  /** Fills since the last call, in the order of execution. */
  takeFills(): readonly Fill[] {
    const fills = this.fills.slice(0);
    this.fills.clear();
    return fills;
  }

  state(): BrokerState {
    return {
      cash: this.#books[CASH]!,
      totals: this.#totals(),
      positions: this.positions.map((position) => position.state()),
      orders: [...this.orders],
      quotes: Array.from(this.prices, (price, index) =>
        Number.isNaN(price) ? null : { price, barEnd: this.barEnds[index]! },
      ),
    };
  }

  restore(state: BrokerState): void {
    const { grossRealised, fees, spread, slippage, financing } = state.totals;
    this.#books.set([state.cash, grossRealised, fees, spread, slippage, financing]);
    for (let index = 0; index < this.positions.length; index++) {
      this.positions[index]!.restore(state.positions[index]!);
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
    const row = this.#row;
    row.time = time;
    row.unitsAfter = targetUnits;
    row.midPrice = mid;
    if (targetUnits !== this.positions[index]!.units) this.#execute(index, order);
  }

  /** Makes the pending fill. Its numbers come in a row, since a call would make an object of each of them. */
  #execute(index: number, order: Order): void {
    const row = this.#row;
    const { time, unitsAfter: targetUnits, midPrice: mid } = row;
    const position = this.positions[index]!;
    const before = position.units;
    const units = targetUnits - before;
    const rates = this.#rates[index]!;
    const notional = Math.abs(units) * mid;
    const fee = notional * rates.fee;
    const spread = notional * rates.spread;
    const slippage = notional * rates.slippage;
    const staysOnSide = before > 0 ? targetUnits > 0 : before < 0 && targetUnits < 0;
    // Units beyond zero on a reversal open a new position, so only those that stood before are realised.
    const closed = staysOnSide ? Math.max(0, Math.abs(before) - Math.abs(targetUnits)) : Math.abs(before);
    const grossRealised = closed === 0 ? 0 : (before > 0 ? closed : -closed) * (mid - position.entryPrice);
    const books = this.#books;
    books[CASH]! -= units * mid + fee + spread + slippage;
    books[REALISED]! += grossRealised;
    books[FEES]! += fee;
    books[SPREADS]! += spread;
    books[SLIPPED]! += slippage;
    row.symbol = index;
    row.reason = order.reason;
    row.decision = order.decision ?? 0;
    row.units = units;
    row.financing = position.financing;
    row.grossRealised = grossRealised;
    this.fills.append(row, stopHit(order.reason, position));
    position.financing = 0;
    if (targetUnits === 0) position.close(time);
    else if (!staysOnSide) position.open(targetUnits, mid, time, order);
    else {
      if (Math.abs(targetUnits) > Math.abs(before))
        position.entryPrice = (position.entryPrice * before + mid * units) / targetUnits;
      position.units = targetUnits;
    }
  }
}

const stopHit = (reason: FillReason, position: HeldPosition): number | null =>
  reason === 'stop' ? position.stop : reason === 'trailing' ? position.trailingLevel : null;

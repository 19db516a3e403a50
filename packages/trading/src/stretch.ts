import { type Candles, hasPrices } from './candles.ts';
import type { HeldPosition } from './order.ts';
import type { Protections } from './protections.ts';

/**
 * An account while nothing but its value changes. Its numbers are in fields that never hold anything else and its loop calls
 * nobody: only then does the runtime keep them in registers.
 */
export class Stretch {
  /** What is held. */
  cash = Number.NaN;
  units = Number.NaN;
  /** Prices at or beyond which a level of the position acts. */
  lowest = Number.NEGATIVE_INFINITY;
  highest = Number.POSITIVE_INFINITY;
  /** Best price since the entry, which a trailing stop follows so far behind: a distance, and a part of it. */
  best = Number.NaN;
  distance = 0;
  fraction = 0;
  /** A bar must be looked at if it ends after this moment (ms UTC), or with an equity above the peak or not above the floor. */
  calmEnd = Number.NaN;
  peak = Number.NaN;
  floor = Number.NaN;
  /** Where the bar that follows the newest one starts, ms UTC; NaN where the first bar must be looked at. */
  next = Number.NaN;
  /** At the newest bar, and the sum of gross exposures as multiples of the equity. */
  equity = Number.NaN;
  grossSum = Number.NaN;

  /** Takes over what is held, with its levels. */
  hold(position: HeldPosition): void {
    const { units, stop, target, trailing, best } = position;
    this.units = units;
    this.best = best;
    this.distance = trailing !== null && 'distance' in trailing ? trailing.distance : 0;
    this.fraction = trailing !== null && 'fraction' in trailing ? trailing.fraction : 0;
    this.lowest = (units > 0 ? stop : target) ?? Number.NEGATIVE_INFINITY;
    this.highest = (units > 0 ? target : stop) ?? Number.POSITIVE_INFINITY;
    if (trailing !== null) this.#raise();
  }

  /** Sets how far nothing has to be looked at, for the protections and for the record of days. */
  keepWithin(protections: Protections, recordEnd: number): void {
    this.peak = protections.drawdown.peak;
    this.floor = protections.calmFloor;
    this.calmEnd = Math.min(protections.calmEnd, recordEnd);
  }

  /** Whether a bar between these prices reaches a level. */
  isReached(high: number, low: number): boolean {
    return !(low > this.lowest && high < this.highest);
  }

  /** Adds a bar that somebody has looked at. */
  add(price: number, equity: number, end: number): void {
    this.grossSum += (Math.abs(this.units) * price) / equity;
    this.equity = equity;
    this.next = end;
  }

  /** Lets the trailing stop follow, once the bar is over. */
  follow(high: number, low: number): void {
    if (!(this.units > 0 ? high > this.best : low < this.best)) return;
    this.best = this.units > 0 ? high : low;
    this.#raise();
  }

  /** The tighter of stop and trailing stop is the one that acts. */
  #raise(): void {
    const away = this.fraction > 0 ? this.best * this.fraction : this.distance;
    if (this.units > 0) this.lowest = Math.max(this.lowest, this.best - away);
    else this.highest = Math.min(this.highest, this.best + away);
  }

  /**
   * Values the account at bars [from, until).
   * @returns the first bar that must be looked at, or `until`.
   */
  pass(candles: Candles, from: number, until: number, interval: number): number {
    const bars = Math.floor((this.calmEnd - this.next) / interval);
    if (!(bars > 0)) return from;
    const end = Math.min(until, from + bars);
    return this.units === 0
      ? this.#passFlat(candles, from, end, interval)
      : this.#passHeld(candles, from, end, interval);
  }

  /** With nothing held the value stays. */
  #passFlat(
    { time, open, high, low, close }: Candles,
    from: number,
    until: number,
    interval: number,
  ): number {
    const { equity, peak, floor } = this;
    if (equity > peak || !(equity > floor)) return from;
    let { next } = this;
    let at = from;
    for (; at < until; at++) {
      if (!(time[at]! === next && hasPrices(open[at]!, high[at]!, low[at]!, close[at]!))) break;
      next += interval;
    }
    this.next = next;
    return at;
  }

  #passHeld(
    { time, open, high, low, close }: Candles,
    from: number,
    until: number,
    interval: number,
  ): number {
    const { cash, units, peak, floor, distance, fraction } = this;
    const size = Math.abs(units);
    const side = units > 0 ? 1 : -1;
    const trails = distance > 0 || fraction > 0;
    let { next, equity, grossSum, lowest, highest, best } = this;
    let at = from;
    for (; at < until; at++) {
      const price = close[at]!;
      const top = high[at]!;
      const bottom = low[at]!;
      const value = cash + units * price;
      if (!(time[at]! === next && hasPrices(open[at]!, top, bottom, price))) break;
      if (value > peak || !(value > floor)) break;
      if (!(bottom > lowest && top < highest)) break;
      grossSum += (size * price) / value;
      equity = value;
      next += interval;
      if (trails && (side > 0 ? top > best : bottom < best)) {
        best = side > 0 ? top : bottom;
        const away = fraction > 0 ? best * fraction : distance;
        if (side > 0) lowest = Math.max(lowest, best - away);
        else highest = Math.min(highest, best + away);
      }
    }
    this.next = next;
    this.equity = equity;
    this.grossSum = grossSum;
    this.lowest = lowest;
    this.highest = highest;
    this.best = best;
    return at;
  }
}

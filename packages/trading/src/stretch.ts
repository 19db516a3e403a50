import { type Candles, hasPrices } from './candles.ts';

/**
 * An account while nothing but its value changes. Its numbers are in fields that never hold anything else and its loop calls
 * nobody: only then does the runtime keep them in registers.
 */
export class Stretch {
  /** What is held. */
  cash = Number.NaN;
  units = Number.NaN;
  /** A bar must be looked at if it ends after this moment (ms UTC), or with an equity above the peak or not above the floor. */
  calmEnd = Number.NaN;
  peak = Number.NaN;
  floor = Number.NaN;
  /** Where the bar that follows the newest one starts, ms UTC; NaN where the first bar must be looked at. */
  next = Number.NaN;
  /** At the newest bar, and the sum of gross exposures as multiples of the equity. */
  equity = Number.NaN;
  grossSum = Number.NaN;

  /** Sets how far nothing has to be looked at, for the protections and for the record of days. */
  keepWithin(calm: { peak: number; floor: number; dayEnd: number }, recordEnd: number): void {
    this.peak = calm.peak;
    this.floor = calm.floor;
    this.calmEnd = Math.min(calm.dayEnd, recordEnd);
  }

  /** Adds a bar that somebody has looked at. */
  add(price: number, equity: number, end: number): void {
    this.grossSum += (Math.abs(this.units) * price) / equity;
    this.equity = equity;
    this.next = end;
  }

  /**
   * Values the account at bars [from, until).
   * @returns the first bar that must be looked at, or `until`.
   */
  pass({ time, open, high, low, close }: Candles, from: number, until: number, interval: number): number {
    const { cash, units, calmEnd, peak, floor } = this;
    const size = Math.abs(units);
    let { next, equity, grossSum } = this;
    let at = from;
    for (; at < until; at++) {
      const price = close[at]!;
      const value = cash + units * price;
      const end = next + interval;
      if (!(time[at]! === next && hasPrices(open[at]!, high[at]!, low[at]!, price))) break;
      if (value > peak || !(value > floor) || !(end <= calmEnd)) break;
      grossSum += (size * price) / value;
      equity = value;
      next = end;
    }
    this.next = next;
    this.equity = equity;
    this.grossSum = grossSum;
    return at;
  }
}

import { DAY_MS } from './candles.ts';
import type { DailyEquity } from './statistics/daily-equity.ts';

export interface Exposure {
  /** Share of bars with any position. */
  readonly timeInMarket: number;
  /** Mean Σ|w| over all bars, 1 = fully invested. */
  readonly meanGross: number;
}

/**
 * What is kept of an account's value from bar to bar: the equity at the end of each UTC day, and the mean exposure. Memory
 * grows with the days, not with the bars.
 *
 * Days follow one another without a gap: a value at midnight belongs to the day that has just ended, and a day
 * without a bar carries the one before.
 */
export class EquityRecord {
  /** Bars so far. */
  bars = 0;
  /** Sum of the gross exposures as multiples of equity, and how many of them were positive. */
  grossSum = 0;
  barsInMarket = 0;
  /** Last moment of the newest day, ms UTC; NaN before the first bar. */
  dayEnd = Number.NaN;
  #days = 0;
  #day = new Float64Array(64);
  #equity = new Float64Array(64);

  /** @param end of the bar, ms UTC; @param exposure Σ |units × price|, account currency. */
  append(end: number, equity: number, exposure: number): void {
    const gross = exposure / equity;
    this.bars++;
    this.grossSum += gross;
    if (gross > 0) this.barsInMarket++;
    if (!(end <= this.dayEnd)) this.beginDay(end);
    this.#equity[this.#days - 1] = equity;
  }

  /** Replaces the value of the newest day, for callers who keep count of bars and exposure themselves. */
  mark(equity: number): void {
    this.#equity[this.#days - 1] = equity;
  }

  daily(): DailyEquity {
    return { day: this.#day.slice(0, this.#days), equity: this.#equity.slice(0, this.#days) };
  }

  /** Null without a bar. */
  exposure(): Exposure | null {
    if (this.bars === 0) return null;
    return { timeInMarket: this.barsInMarket / this.bars, meanGross: this.grossSum / this.bars };
  }

  /** Goes on to the day of `end`; days without a bar carry the value before. */
  beginDay(end: number): void {
    const newest = (Math.ceil(end / DAY_MS) - 1) * DAY_MS;
    do {
      const isFirst = this.#days === 0;
      const before = isFirst ? Number.NaN : this.#equity[this.#days - 1]!;
      if (this.#days === this.#day.length) this.#grow();
      const start = isFirst ? newest : this.dayEnd;
      this.#day[this.#days] = start;
      this.#equity[this.#days] = before;
      this.#days++;
      this.dayEnd = start + DAY_MS;
    } while (this.dayEnd < end);
  }

  #grow(): void {
    const day = new Float64Array(this.#days * 2);
    const equity = new Float64Array(this.#days * 2);
    day.set(this.#day);
    equity.set(this.#equity);
    this.#day = day;
    this.#equity = equity;
  }
}

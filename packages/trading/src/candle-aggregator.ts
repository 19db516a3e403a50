import {
  type Bar,
  CandleSeries,
  type Candles,
  DAY_MS,
  type GrowingCandles,
  type MutableBar,
} from './candles.ts';

/** The bar that is still open, with the start of its interval. Small and serialisable: a restart must not lose it. */
export type FormingCandle = MutableBar & { time: number };

/**
 * Builds larger bars from smaller ones, one bar at a time: 1m → 1h → 1d. Intervals are aligned to the epoch, so days
 * begin at 00:00 UTC. A larger bar is complete, and only then visible in `candles`, once its interval has ended:
 * either the last smaller bar ends exactly there, a bar of a later interval arrives, or `closeUntil` says that the
 * time has come (markets that are closed in the evening have no bar that ends at midnight).
 *
 * Markets with a weekend open again on Sunday evening. Those few hours are no day of their own: as a daily bar they would
 * be a tenth of the usual range and distort every range and channel. They become the beginning of Monday's bar (Sunday
 * is such a stub when there was no Saturday), as in the daily files that the strategies were studied on.
 */
export class CandleAggregator {
  readonly candles: GrowingCandles;
  readonly intervalMs: number;
  readonly #mergesSundays: boolean;
  #forming: FormingCandle = { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  #active = false;

  /**
   * @param mergesSundays whether daily bars of a Sunday without a Saturday belong to Monday.
   * @param candles where complete bars go; empty.
   */
  constructor(intervalMs: number, mergesSundays = true, candles: GrowingCandles = new CandleSeries()) {
    this.candles = candles;
    this.intervalMs = intervalMs;
    this.#mergesSundays = mergesSundays && intervalMs === DAY_MS;
  }

  /**
   * Adds a smaller bar starting at `time`.
   * @param barMs length of the smaller bar; it must divide the interval of this aggregator.
   * @throws RangeError when the bar is larger than the interval or older than what was added before.
   */
  add(time: number, barMs: number, bar: Bar): void {
    if (this.intervalMs % barMs !== 0) {
      throw new RangeError(`bars of ${barMs} ms do not divide an interval of ${this.intervalMs} ms`);
    }
    const start = this.#intervalOf(time);
    if (this.#active && this.#forming.time !== start) this.#complete();
    if (barMs === this.intervalMs && time === start && !this.#active) {
      this.candles.append(start, bar);
      return;
    }
    const forming = this.#forming;
    if (this.#active) {
      if (bar.high > forming.high) forming.high = bar.high;
      if (bar.low < forming.low) forming.low = bar.low;
      forming.close = bar.close;
      forming.volume += bar.volume;
    } else {
      forming.time = start;
      forming.open = bar.open;
      forming.high = bar.high;
      forming.low = bar.low;
      forming.close = bar.close;
      forming.volume = bar.volume;
      this.#active = true;
    }
    if (time + barMs === start + this.intervalMs) this.#complete();
  }

  /** Start of the interval that a bar at `time` belongs to: its own, or Monday's for the stub of a Sunday. */
  #intervalOf(time: number): number {
    const start = Math.floor(time / this.intervalMs) * this.intervalMs;
    if (!this.#mergesSundays || !isSunday(start)) return start;
    const { time: times, length } = this.candles;
    const before = this.#active ? this.#forming.time : length > 0 ? times[length - 1]! : start - DAY_MS;
    return before < start - DAY_MS || before > start ? start + DAY_MS : start;
  }

  /** Completes the open bar if its interval has ended at or before `end` (ms UTC). */
  closeUntil(end: number): void {
    if (this.#active && this.#forming.time + this.intervalMs <= end) this.#complete();
  }

  /** A copy of the open bar, or null when no smaller bar has arrived since the last complete one. */
  forming(): FormingCandle | null {
    return this.#active ? { ...this.#forming } : null;
  }

  /** Puts back an open bar taken by `forming()` before a restart. */
  restore(forming: FormingCandle | null): void {
    this.#active = forming !== null;
    if (forming !== null) Object.assign(this.#forming, forming);
  }

  #complete(): void {
    this.#active = false;
    this.candles.append(this.#forming.time, this.#forming);
  }
}

/** Whether each of the bars before `until` is one of its interval by itself: at its start, and no stub of a Sunday. */
export function areOwnIntervals({ time }: Candles, until: number, intervalMs: number): boolean {
  for (let at = 0; at < until; at++) {
    const start = time[at]!;
    if (Math.floor(start / intervalMs) * intervalMs !== start) return false;
    if (intervalMs === DAY_MS && isSunday(start) && at > 0 && time[at - 1]! < start - DAY_MS) return false;
  }
  return true;
}

/** 1 January 1970 was a Thursday. */
const isSunday = (midnight: number): boolean => (midnight / DAY_MS) % 7 === 3;

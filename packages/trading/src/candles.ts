/**
 * Candles as columns: one Float64Array per field, so that years of bars cost no objects and a loop over them stays in
 * cache. All times are milliseconds UTC and name the START of a bar; its end is `time + interval`.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** One bar without its time. Prices are in the symbol's quote currency. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * Bars in ascending time. Only the first `length` entries of each column count: the arrays may be longer, and a growing
 * series replaces them, so keep the `Candles`, not its arrays.
 */
export interface Candles {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Candles that whoever has them adds to. */
export interface GrowingCandles extends Candles {
  /**
   * Adds one bar.
   * @throws RangeError when `time` is not later than the last bar, because every reader relies on the order.
   */
  append(time: number, bar: Bar): void;
}

const grown = (column: Float64Array, capacity: number): Float64Array => {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
};

/** A copy of an engine for one step has 120 columns and fills none. */
const NO_COLUMN: Float64Array = new Float64Array(0);

/** Columns before the first bar. */
export class EmptyCandles implements Candles {
  length = 0;
  time = NO_COLUMN;
  open = NO_COLUMN;
  high = NO_COLUMN;
  low = NO_COLUMN;
  close = NO_COLUMN;
  volume = NO_COLUMN;
}

/** Candles that grow at the end; appending is amortised O(1) and allocates only when the capacity doubles. */
export class CandleSeries extends EmptyCandles implements GrowingCandles {
  /** @param capacity how many bars there will be, where that is known. */
  constructor(capacity = 0) {
    super();
    if (capacity > 0) this.#grow(capacity);
  }

  append(time: number, bar: Bar): void {
    const at = this.length;
    const lastTime = at > 0 ? this.time[at - 1]! : Number.NEGATIVE_INFINITY;
    if (!(time > lastTime))
      throw new RangeError(`candle at ${time} is not later than the one at ${lastTime}`);
    if (at === this.time.length) this.#grow(Math.max(64, 2 * at));
    this.time[at] = time;
    this.open[at] = bar.open;
    this.high[at] = bar.high;
    this.low[at] = bar.low;
    this.close[at] = bar.close;
    this.volume[at] = bar.volume;
    this.length = at + 1;
  }

  #grow(capacity: number): void {
    this.time = grown(this.time, capacity);
    this.open = grown(this.open, capacity);
    this.high = grown(this.high, capacity);
    this.low = grown(this.low, capacity);
    this.close = grown(this.close, capacity);
    this.volume = grown(this.volume, capacity);
  }
}

/** A bar that is overwritten in place; loops over history reuse one instead of allocating a bar per step. */
export type MutableBar = { -readonly [Field in keyof Bar]: Bar[Field] };

export const emptyBar = (): MutableBar => ({ open: 0, high: 0, low: 0, close: 0, volume: 0 });

/** Copies the bar at `index` into `into` and returns it. The caller guarantees `0 <= index < candles.length`. */
export function readBar(candles: Candles, index: number, into: MutableBar): MutableBar {
  into.open = candles.open[index]!;
  into.high = candles.high[index]!;
  into.low = candles.low[index]!;
  into.close = candles.close[index]!;
  into.volume = candles.volume[index]!;
  return into;
}

/** Whether these are prices: all positive, none infinite, as the highest of them says. */
export const hasPrices = (open: number, high: number, low: number, close: number): boolean =>
  open > 0 && low > 0 && close > 0 && high < Number.POSITIVE_INFINITY;

/**
 * Builds candles from rows, for tests.
 * @throws RangeError unless the times ascend.
 */
export function candlesFrom(rows: Iterable<Bar & { readonly time: number }>): CandleSeries {
  const series = new CandleSeries();
  for (const row of rows) series.append(row.time, row);
  return series;
}

/** Only the first `length` bars; the columns are the same. */
export function firstBars(candles: Candles, length: number): Candles {
  if (length === candles.length) return candles;
  const { time, open, high, low, close, volume } = candles;
  return { length, time, open, high, low, close, volume };
}

/**
 * Index of the first candle whose start is at or after `time` (`candles.length` when there is none). Binary search.
 */
export function firstIndexAt(candles: Candles, time: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candles.time[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Closes on the calendar: fills `into` with the close of each of the last `into.length` intervals, the last of them
 * ending at `end`. An interval without a bar carries the close before it; before the first bar it is NaN. Markets with
 * weekends and markets without thus share one grid, which is what A = 365 assumes.
 *
 * @param end ms UTC, the end of the last complete interval; bars starting at or after it are ignored.
 */
export function calendarCloses(candles: Candles, end: number, intervalMs: number, into: Float64Array): void {
  let bar = firstIndexAt(candles, end) - 1;
  for (let slot = into.length - 1, start = end - intervalMs; slot >= 0; slot--, start -= intervalMs) {
    while (bar >= 0 && candles.time[bar]! > start) bar--;
    into[slot] = bar >= 0 ? candles.close[bar]! : Number.NaN;
  }
}

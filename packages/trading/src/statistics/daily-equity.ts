import { DAY_MS } from '../candles.ts';

/** Equity at the end of consecutive UTC days. `day[i]` is the start of the day, ms UTC. */
export interface DailyEquity {
  readonly day: Float64Array;
  readonly equity: Float64Array;
}

/**
 * Resamples equity to days: the last value at or before the end of each UTC day, carried over days without one. A value
 * at midnight belongs to the day that has just ended. The newest day may be incomplete and counts as it stands.
 *
 * @param times ms UTC, ascending; @param equity values including open positions, same length.
 */
export function dailyEquity(
  times: ArrayLike<number>,
  equity: ArrayLike<number>,
  count = times.length,
): DailyEquity {
  if (count === 0) return { day: new Float64Array(0), equity: new Float64Array(0) };
  const dayOf = (time: number): number => Math.ceil(time / DAY_MS) - 1;
  const first = dayOf(times[0]!);
  const days = dayOf(times[count - 1]!) - first + 1;
  const result = { day: new Float64Array(days), equity: new Float64Array(days) };
  let sample = 0;
  for (let index = 0; index < days; index++) {
    result.day[index] = (first + index) * DAY_MS;
    sample = lastAtOrBefore(times, (first + index + 1) * DAY_MS, sample, count);
    result.equity[index] = equity[sample]!;
  }
  return result;
}

/**
 * Index of the last time at or before `end`, at least `from`. Doubles its step and then halves the interval, because a day
 * may hold one sample or thousands.
 */
function lastAtOrBefore(times: ArrayLike<number>, end: number, from: number, count: number): number {
  let step = 1;
  while (from + step < count && times[from + step]! <= end) step *= 2;
  let low = from + (step >>> 1);
  let high = Math.min(from + step, count);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= end) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Simple returns of each day, the first against the starting equity. Length equals that of `equity`.
 */
export function dailyReturns(startingEquity: number, equity: ArrayLike<number>): Float64Array {
  const returns = new Float64Array(equity.length);
  for (let day = 0, before = startingEquity; day < equity.length; day++) {
    returns[day] = equity[day]! / before - 1;
    before = equity[day]!;
  }
  return returns;
}

import { DAY_MS } from '../candles.ts';
import type { DailyEquity } from '../statistics/daily-equity.ts';

/**
 * What an `EquityRecord` must say, read off all samples at once: the last value at or before the end of each UTC day.
 *
 * @param times ms UTC, ascending, at least one; @param equity same length.
 */
export function dailyEquityOf(times: readonly number[], equity: readonly number[]): DailyEquity {
  const dayOf = (time: number): number => Math.ceil(time / DAY_MS) - 1;
  const first = dayOf(times[0]!);
  const days = dayOf(times.at(-1)!) - first + 1;
  const day = Float64Array.from({ length: days }, (_, index) => (first + index) * DAY_MS);
  const valueAt = (end: number): number => equity[times.findLastIndex((time) => time <= end)]!;
  return { day, equity: day.map((start) => valueAt(start + DAY_MS)) };
}

import { CandleAggregator } from './candle-aggregator.ts';
import { barInterval } from './candle-gaps.ts';
import { type Candles, DAY_MS, emptyBar, HOUR_MS, readBar } from './candles.ts';

/** What rules decide on, made of the bars of one market. Only bars that are whole: what is still open at the end is left out. */
export interface RuleBars {
  /** Length of the bars that were given, ms. */
  readonly barMs: number;
  /** Null where the bars given do not divide an hour. */
  readonly hours: Candles | null;
  readonly days: Candles;
}

/**
 * - `single`: one bar alone, whose length nobody knows. - `length`: bars that do not divide a day. - `uneven`: bars of different
 * lengths, two of which would be the same hour or day.
 */
export type RuleBarsProblem = 'single' | 'length' | 'uneven';

/**
 * Hours and UTC days of bars of any length that divides a day, as `CandleAggregator` makes them, stubs of Sundays in Mondays.
 *
 * A bar belongs to the hour or day in which it starts. Days that do not start at midnight UTC are sessions or days of another
 * zone: one that starts after 21:00 is the next day, and so is any where the week would go from Sunday to Thursday.
 */
export function ruleBarsOf(candles: Candles): RuleBars | RuleBarsProblem {
  if (candles.length < 2) return 'single';
  const barMs = barInterval(candles);
  if (!(DAY_MS % barMs === 0)) return 'length';
  const starts = barMs === DAY_MS ? sessionDays(candles) : candles.time;
  const hours = HOUR_MS % barMs === 0 ? aggregated(candles, starts, barMs, HOUR_MS) : null;
  if (hours === null && HOUR_MS % barMs === 0) return 'uneven';
  const days =
    hours === null
      ? aggregated(candles, starts, barMs, DAY_MS)
      : aggregated(hours, hours.time, HOUR_MS, DAY_MS);
  return days === null ? 'uneven' : { barMs, hours, days };
}

/** Null where a bar begins in an interval that is over. @param starts of the bars, instead of their own times. */
function aggregated(
  candles: Candles,
  starts: Float64Array,
  barMs: number,
  intervalMs: number,
): Candles | null {
  const larger = new CandleAggregator(intervalMs);
  const bar = emptyBar();
  let last = 0;
  for (let at = 0; at < candles.length; at++) {
    // A bar as long as the interval is one, at whatever minute it begins.
    const start = Math.floor(starts[at]! / intervalMs) * intervalMs;
    const { time, length } = larger.candles;
    if (length > 0 && start <= time[length - 1]!) return null;
    last = barMs === intervalMs ? start : starts[at]!;
    larger.add(last, barMs, readBar(candles, at, bar));
  }
  larger.closeUntil(last + barMs);
  return larger.candles;
}

/** So long before midnight UTC markets begin their next day. */
const EVENING_MS = 3 * HOUR_MS;

/** The days, as their midnights UTC, that daily bars are of. */
function sessionDays({ time, length }: Candles): Float64Array {
  const days = time.slice(0, length).map((start) => Math.floor((start + EVENING_MS) / DAY_MS));
  const areMidnights = days.every((day, at) => day * DAY_MS === time[at]);
  const isSundayToThursday = days.some(isSunday) && !days.some(isFriday);
  const shift = !areMidnights && isSundayToThursday ? 1 : 0;
  return days.map((day) => (day + shift) * DAY_MS);
}

/** 1 January 1970 was a Thursday. */
const isFriday = (day: number): boolean => ((day % 7) + 7) % 7 === 1;
const isSunday = (day: number): boolean => ((day % 7) + 7) % 7 === 3;

/**
 * The trading day of all markets: from 17:00 New York to 17:00 New York, named by the date on which it ends. Forex and
 * CFD feeds roll over there, so every session lies inside one trading day and a Sunday evening belongs to Monday.
 *
 * Daylight saving is computed from the US rule in force since 2007 instead of asking Intl: a path must not change when
 * a runtime updates its time-zone database.
 */

import { DAY_MS, HOUR_MS } from '../candles.ts';

const FIRST_YEAR_OF_RULE = 2007;
const ROLLOVER_HOUR = 17;

/** First instant the rule covers, ms UTC. */
export const EARLIEST_MS = Date.UTC(FIRST_YEAR_OF_RULE, 0, 1);

/** Date (day of month, UTC calendar) of the `n`-th Sunday of a month. */
function nthSunday(year: number, month: number, n: number): number {
  const weekdayOfFirst = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((7 - weekdayOfFirst) % 7) + (n - 1) * 7;
}

const summerTimes = new Map<number, readonly [startMs: number, endMs: number]>();

/** Summer time of a year: second Sunday of March, 02:00 EST (07:00 UTC), to first Sunday of November, 02:00 EDT (06:00 UTC). */
function summerTime(year: number): readonly [startMs: number, endMs: number] {
  const known = summerTimes.get(year);
  if (known) return known;
  const times = [
    Date.UTC(year, 2, nthSunday(year, 2, 2), 7),
    Date.UTC(year, 10, nthSunday(year, 10, 1), 6),
  ] as const;
  summerTimes.set(year, times);
  return times;
}

/** Offset of New York time from UTC at `timeMs`, in ms: −4 h in summer, −5 h in winter. */
export function newYorkOffsetMs(timeMs: number): number {
  const [start, end] = summerTime(new Date(timeMs).getUTCFullYear());
  return timeMs >= start && timeMs < end ? -4 * HOUR_MS : -5 * HOUR_MS;
}

/** Number of the trading day that contains `timeMs`: days since 1970-01-01 of the date on which it ends. */
export function tradingDayOf(timeMs: number): number {
  return Math.floor((timeMs + newYorkOffsetMs(timeMs) + (24 - ROLLOVER_HOUR) * HOUR_MS) / DAY_MS);
}

/** Start of a trading day, ms UTC: 17:00 New York on the day before its date. It ends where the next one starts. */
export function tradingDayStart(day: number): number {
  const local = (day - 1) * DAY_MS + ROLLOVER_HOUR * HOUR_MS;
  // Clocks change at 02:00, so 17:00 is never ambiguous and the winter offset lands on the right side of the change.
  return local - newYorkOffsetMs(local + 5 * HOUR_MS);
}

/** Weekday of a trading day's date: 0 = Sunday .. 6 = Saturday. 1970-01-01 was a Thursday. */
export const weekdayOfDayNumber = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** True on the two trading days on which only crypto trades (Friday 17:00 to Sunday 17:00 New York). */
export function isWeekendDay(day: number): boolean {
  const weekday = weekdayOfDayNumber(day);
  return weekday === 0 || weekday === 6;
}

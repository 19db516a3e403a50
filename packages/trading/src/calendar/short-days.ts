import { DAY_MS, HOUR_MS } from '../candles.ts';
import type { MarketCategory } from '../costs.ts';
import { isWeekendDay, newYorkOffsetMs, tradingDayOf, tradingDayStart } from '../simulator/trading-day.ts';
import { addDays, type IsoDate, isoDate, nthWeekday, weekdayOfDate } from './dates.ts';
import { type ExchangeHours, exchangeClose } from './exchange-hours.ts';

const MONDAY = 1;
const THURSDAY = 4;

/** US exchanges keep this as a holiday since then. */
const FIRST_JUNETEENTH = 2022;

const NEW_YORK = 'America/New_York';

/** On short days, exchanges and CFDs on indices and metals stop at 13:00 New York. */
const SHORT_DAY_CLOSE_HOUR = 13;

/** A Saturday's holiday is kept on Friday, a Sunday's on Monday. */
function observed(date: IsoDate): IsoDate {
  const weekday = weekdayOfDate(date);
  if (weekday === 6) return addDays(date, -1);
  return weekday === 0 ? addDays(date, 1) : date;
}

const shortDays = new Map<number, ReadonlySet<IsoDate>>();

/**
 * Days on which US markets trade for half a day: holidays on which CFDs still trade in the morning, and the early
 * closes of the exchanges before Independence Day, after Thanksgiving and before Christmas (rules of the NYSE). Days
 * without any trading need no rule: they have no bars.
 */
function shortDaysOf(year: number): ReadonlySet<IsoDate> {
  const known = shortDays.get(year);
  if (known) return known;
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  const days = new Set([
    nthWeekday(year, 1, MONDAY, 3), // Martin Luther King Day
    nthWeekday(year, 2, MONDAY, 3), // Presidents' Day
    nthWeekday(year, 5, MONDAY, -1), // Memorial Day
    observed(isoDate(year, 7, 4)), // Independence Day
    nthWeekday(year, 9, MONDAY, 1), // Labor Day
    thanksgiving,
    addDays(thanksgiving, 1),
  ]);
  if (year >= FIRST_JUNETEENTH) days.add(observed(isoDate(year, 6, 19)));
  // Before a holiday on a Saturday the Friday is the holiday, before one on a Sunday or Monday there is no weekday.
  for (const eve of [isoDate(year, 7, 3), isoDate(year, 12, 24)]) {
    const weekday = weekdayOfDate(eve);
    if (weekday >= 1 && weekday <= 4) days.add(eve);
  }
  shortDays.set(year, days);
  return days;
}

export const isShortDay = (date: IsoDate): boolean => shortDaysOf(Number(date.slice(0, 4))).has(date);

/** End of the half-day that a trading day is, ms UTC; undefined on other days. */
function shortDayEnd(day: number): number | undefined {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (!isShortDay(date)) return undefined;
  const local = day * DAY_MS + SHORT_DAY_CLOSE_HOUR * HOUR_MS;
  return local - newYorkOffsetMs(local + 5 * HOUR_MS);
}

/**
 * When a market that trades at `timeMs` closes next by the calendar of sessions, ms UTC; Infinity for crypto. The
 * trading day ends at 17:00 New York: for forex only Friday's, for indices and commodities every one, and on short days
 * at 13:00. A market whose prices come from an exchange has its hours instead, in New York with the same short days. A
 * market that is closed at `timeMs` closes at once. @throws RangeError before 2007, see `newYorkOffsetMs`.
 */
export function nextSessionEnd(
  category: MarketCategory,
  timeMs: number,
  exchange: ExchangeHours | null = null,
): number {
  if (exchange !== null) {
    const end = exchangeClose(exchange, timeMs);
    const short = exchange.zone === NEW_YORK ? shortDayEnd(tradingDayOf(timeMs)) : undefined;
    return short === undefined ? end : Math.max(timeMs, Math.min(end, short));
  }
  if (category === 'crypto') return Number.POSITIVE_INFINITY;
  let day = tradingDayOf(timeMs);
  if (isWeekendDay(day)) return timeMs;
  if (category === 'forex') {
    while (!isWeekendDay(day + 1)) day++;
    return tradingDayStart(day + 1);
  }
  const short = shortDayEnd(day);
  return short === undefined ? tradingDayStart(day + 1) : Math.max(timeMs, short);
}

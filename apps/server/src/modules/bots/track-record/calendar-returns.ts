import type { MonthlyReturn } from '@botdepot/contract';
import type { Fixed12 } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import { drawdownOf } from '../portfolio/strike.ts';

/** The last NAV of a UTC day; `day` is its beginning, ms UTC. */
export type DayClosing = { readonly day: number; readonly nav: Fixed12 };

export type CalendarReturns = {
  finishedDays: number;
  losingDays: number;
  months: MonthlyReturn[];
  finishedMonths: number;
  losingMonths: number;
};

/**
 * Days and months of a series by the calendar in UTC. A period's return is its last NAV against the last one before it, so
 * the months multiply to the return of the series; the first begins with the NAV that the series began with. Days without a
 * strike are not there; what the prices did meanwhile belongs to the next one that is.
 *
 * @param closings in time order. @param until ms UTC: what is over by then is finished, and everything when `isClosed`.
 */
export function calendarReturns(input: {
  startNav: Fixed12;
  closings: readonly DayClosing[];
  until: number;
  isClosed: boolean;
}): CalendarReturns {
  const { startNav, closings, until, isClosed } = input;
  const returns: CalendarReturns = {
    finishedDays: 0,
    losingDays: 0,
    months: [],
    finishedMonths: 0,
    losingMonths: 0,
  };
  let before = startNav;
  let beforeMonth = startNav;
  for (const [index, { day, nav }] of closings.entries()) {
    if (isClosed || day + DAY_MS <= until) {
      returns.finishedDays += 1;
      if (nav < before) returns.losingDays += 1;
    }
    before = nav;
    const next = closings[index + 1];
    if (next && monthOf(next.day) === monthOf(day)) continue;
    const finished = isClosed || endOfMonth(day) <= until;
    // The same quotient as a drawdown's, here against the NAV before the month.
    const returnFraction = drawdownOf(nav, beforeMonth);
    returns.months.push({ month: monthOf(day), returnFraction, finished });
    if (finished) returns.finishedMonths += 1;
    if (finished && returnFraction < 0) returns.losingMonths += 1;
    beforeMonth = nav;
  }
  return returns;
}

/** `2026-03` */
const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

function endOfMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

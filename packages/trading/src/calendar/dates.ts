import { DAY_MS } from '../candles.ts';

/** A calendar date without a time, `2026-03-29`. Comparing the texts compares the dates. */
export type IsoDate = string;

/** @throws RangeError unless it is a date that exists. */
export function dateParts(date: IsoDate): { year: number; month: number; day: number } {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  if (isoDate(year, month, day) !== date) throw new RangeError(`${date} is not a date`);
  return { year, month, day };
}

/** `month` is 1 to 12; a day beyond the month's end runs on into the next month, and 0 is the day before the first. */
export const isoDate = (year: number, month: number, day: number): IsoDate =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export function addDays(date: IsoDate, days: number): IsoDate {
  const { year, month, day } = dateParts(date);
  return isoDate(year, month, day + days);
}

/** 0 = Sunday .. 6 = Saturday. */
export function weekdayOfDate(date: IsoDate): number {
  const { year, month, day } = dateParts(date);
  return (((Date.UTC(year, month - 1, day) / DAY_MS + 4) % 7) + 7) % 7;
}

/** The `n`-th given weekday (0 = Sunday) of a month; `n` = −1 is the last one. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): IsoDate {
  if (n < 0) {
    const last = isoDate(year, month + 1, 0);
    return addDays(last, -((weekdayOfDate(last) - weekday + 7) % 7));
  }
  const first = isoDate(year, month, 1);
  return addDays(first, ((weekday - weekdayOfDate(first) + 7) % 7) + 7 * (n - 1));
}

import type { DailyEquity } from './daily-equity.ts';

/** One calendar year (UTC) of a record. */
export interface YearOfMonths {
  readonly year: number;
  /** January to December, fractions; null for months without a day of the record. */
  readonly months: (number | null)[];
  /** The return of the part of the year that lies in the record; null when it began with nothing left. */
  readonly total: number | null;
}

/**
 * The table of monthly returns: each month from the last day of the month before, the first from the starting equity. The
 * first and the last month of a record may be parts of a month and count as they stand. Null for a month or year
 * that began with nothing left, since there is no return on nothing.
 */
export function monthlyReturns(startingEquity: number, { day, equity }: DailyEquity): YearOfMonths[] {
  const years: { year: number; months: (number | null)[]; total: number | null }[] = [];
  let monthOpening = startingEquity;
  let yearOpening = startingEquity;
  let before = startingEquity;
  let current = Number.NaN;
  for (let index = 0; index < day.length; index++) {
    const date = new Date(day[index]!);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    let year = years.at(-1);
    if (year === undefined || year.year !== date.getUTCFullYear()) {
      year = { year: date.getUTCFullYear(), months: new Array<number | null>(12).fill(null), total: null };
      years.push(year);
      yearOpening = before;
    }
    if (month !== current) {
      monthOpening = before;
      current = month;
    }
    before = equity[index]!;
    year.months[date.getUTCMonth()] = monthOpening > 0 ? before / monthOpening - 1 : null;
    year.total = yearOpening > 0 ? before / yearOpening - 1 : null;
  }
  return years;
}

/** The lowest of the monthly returns; null without any. */
export function worstMonth(years: readonly YearOfMonths[]): number | null {
  let worst: number | null = null;
  for (const { months } of years)
    for (const value of months) if (value !== null && (worst === null || value < worst)) worst = value;
  return worst;
}

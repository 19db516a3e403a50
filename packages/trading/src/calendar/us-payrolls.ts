import { addDays, type IsoDate, isoDate, weekdayOfDate } from './dates.ts';

/**
 * Release dates of the US „Employment Situation“ (payrolls), always at 08:30 New York.
 *
 * The rule is that of the Bureau of Labor Statistics (BLS), as its economists explained it in 2017 and 2023: the third
 * Friday after the end of the reference week, which is the week (Sunday to Saturday) with the 12th of the month.
 * That is mostly the first Friday of the next month, but not always. Two shifts follow from the dates of 2013–2026:
 * - A Friday on which Independence Day is kept (4 July, or 3 July when the 4th is a Saturday): the Thursday before.
 * - 1 to 3 January: a week later, because too few days were left to work between the years. 4 January was kept.
 * Good Friday is no federal holiday and shifts nothing.
 */
export function payrollDateByRule(referenceYear: number, referenceMonth: number): IsoDate {
  const twelfth = isoDate(referenceYear, referenceMonth, 12);
  const friday = addDays(twelfth, 6 - weekdayOfDate(twelfth) + 20);
  const monthAndDay = friday.slice(5);
  if (monthAndDay === '07-03' || monthAndDay === '07-04') return addDays(friday, -1);
  return monthAndDay <= '01-03' ? addDays(friday, 7) : friday;
}

/**
 * Releases off the rule, by reference month; null for the one that was never published. All of them are lapses in the
 * funding of the US government; each date was announced before its day. Sources: BLS, „Post-government shutdown“
 * (October 2013) and its fact sheet on the October 2013 release; the BLS release calendar of 2025 and its announcement
 * of 19 November 2025; Bloomberg, 4 February 2026 („rescheduled for Feb. 11“).
 */
export const PAYROLL_EXCEPTIONS: Readonly<Record<string, IsoDate | null>> = {
  '2013-09': '2013-10-22',
  '2013-10': '2013-11-08',
  '2025-09': '2025-11-20',
  '2025-10': null,
  '2025-11': '2025-12-16',
  '2026-01': '2026-02-11',
};

/** Release dates in [from, until], ascending. */
export function payrollDates(from: IsoDate, until: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  // Three months of lead, because an exception may come late.
  let [year, month] = isoDate(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 3, 1)
    .split('-')
    .map(Number) as [number, number];
  const lastMonth = until.slice(0, 7);
  for (let reference = ''; reference < lastMonth; month++) {
    if (month > 12) {
      year++;
      month = 1;
    }
    reference = isoDate(year, month, 1).slice(0, 7);
    const exception = PAYROLL_EXCEPTIONS[reference];
    const date = exception === undefined ? payrollDateByRule(year, month) : exception;
    if (date !== null && date >= from && date <= until) dates.push(date);
  }
  return dates;
}

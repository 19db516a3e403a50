import { berlin, formatDateTime } from '../../../lib/format/dates.ts';

/** Periods of the list of bookings, as they stand in the address and in the choice. Without one it is everything. */
export const BOOKING_PERIODS = [
  { value: 'monat', label: 'Dieser Monat' },
  { value: 'vormonat', label: 'Letzter Monat' },
  { value: 'quartal', label: 'Letzte 90 Tage' },
  { value: 'jahr', label: 'Dieses Jahr' },
  { value: 'vorjahr', label: 'Letztes Jahr' },
] as const;
export type BookingPeriod = (typeof BOOKING_PERIODS)[number]['value'];
export const BOOKING_PERIOD_VALUES = BOOKING_PERIODS.map(({ value }) => value);

/** A period to the millisecond, as a sum elsewhere covers it: booked after the one moment, and at the other at the latest. */
export interface ExactPeriod {
  after?: string | undefined;
  until?: string | undefined;
}

/** A moment in an address. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** What an address names as such a period. Whatever is no moment counts as not said. */
export function readExactPeriod(after: string | null, until: string | null): ExactPeriod | null {
  const read = (text: string | null) =>
    text !== null && INSTANT.test(text) && Date.parse(text) > 0 ? text : undefined;
  const period = { after: read(after), until: read(until) };
  return period.after === undefined && period.until === undefined ? null : period;
}

/** `14.11.2026, 16:08 Uhr bis 21.11.2026, 16:08 Uhr` */
export function exactPeriodText({ after, until }: ExactPeriod): string {
  if (after === undefined) return until === undefined ? '' : `Bis ${formatDateTime(until)}`;
  if (until === undefined) return `Seit ${formatDateTime(after)}`;
  return `${formatDateTime(after)} bis ${formatDateTime(until)}`;
}

const DAY = 'YYYY-MM-DD';

/** The days in Berlin that a period means on the day of `now`, both included. */
export function daysOf(period: BookingPeriod, now: number): { firstDay: string; lastDay: string } {
  const today = berlin(now);
  const span = (first: typeof today, last: typeof today) => ({
    firstDay: first.format(DAY),
    lastDay: last.format(DAY),
  });
  const lastMonth = today.subtract(1, 'month');
  const lastYear = today.subtract(1, 'year');
  switch (period) {
    case 'monat':
      return span(today.startOf('month'), today);
    case 'vormonat':
      return span(lastMonth.startOf('month'), lastMonth.endOf('month'));
    case 'quartal':
      return span(today.subtract(89, 'day'), today);
    case 'jahr':
      return span(today.startOf('year'), today);
    case 'vorjahr':
      return span(lastYear.startOf('year'), lastYear.endOf('year'));
  }
}

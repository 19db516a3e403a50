import { berlinDay, dayLater, formatDateTime } from '../../../lib/format/dates.ts';

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

/** The days in Berlin that a period means on the day of `now`, both included. */
export function daysOf(period: BookingPeriod, now: number): { firstDay: string; lastDay: string } {
  const today = berlinDay(now);
  const month = today.slice(0, 7);
  const year = Number(today.slice(0, 4));
  const endOfLastMonth = dayLater(`${month}-01`, -1);
  switch (period) {
    case 'monat':
      return { firstDay: `${month}-01`, lastDay: today };
    case 'vormonat':
      return { firstDay: `${endOfLastMonth.slice(0, 7)}-01`, lastDay: endOfLastMonth };
    case 'quartal':
      return { firstDay: dayLater(today, -89), lastDay: today };
    case 'jahr':
      return { firstDay: `${year}-01-01`, lastDay: today };
    case 'vorjahr':
      return { firstDay: `${year - 1}-01-01`, lastDay: `${year - 1}-12-31` };
  }
}

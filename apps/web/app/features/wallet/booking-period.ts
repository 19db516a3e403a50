import { berlin } from '../../lib/dates.ts';

/** Periods of the list of bookings, as they stand in the address and in the choice. Without one it is everything. */
export const BOOKING_PERIODS = [
  { value: 'monat', label: 'Dieser Monat' },
  { value: 'vormonat', label: 'Letzter Monat' },
  { value: 'quartal', label: 'Letzte 90 Tage' },
  { value: 'jahr', label: 'Dieses Jahr' },
  { value: 'vorjahr', label: 'Letztes Jahr' },
] as const;
export type BookingPeriod = (typeof BOOKING_PERIODS)[number]['value'];

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

/** Days for the landing page, which does without what tables need of dates. */
import { formatRange } from '@botdepot/money';

/** The UTC day of a report (`2019-01-01`) as Germans write it. It is a day of the record: no time zone moves it. */
export function formatUtcDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}.${month}.${year}`;
}

/** `01.01.2019 bis 08.09.2023` */
export function formatUtcPeriod(firstDay: string, lastDay: string): string {
  return `${formatUtcDay(firstDay)} bis ${formatUtcDay(lastDay)}`;
}

/** `2019–2023`, or one year. */
export function formatYears(firstDay: string, lastDay: string): string {
  const [from, to] = [firstDay.slice(0, 4), lastDay.slice(0, 4)];
  return from === to ? from : formatRange(from, to);
}

/** The middle of a UTC day in epoch milliseconds: the same date in Berlin, in summer and in winter. */
export function noonOf(day: string, daysLater = 0): number {
  return Date.parse(`${day}T12:00:00Z`) + daysLater * 86_400_000;
}

const berlinDay = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Berlin',
});

/** The day of an instant in Berlin, wherever the browser is: `24.07.2025`. */
export function formatBerlinDay(at: string | number): string {
  return berlinDay.format(new Date(at));
}

/** As they stand in narrow columns and on axes; January first. */
export const MONTHS = [
  'Jan.',
  'Feb.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sep.',
  'Okt.',
  'Nov.',
  'Dez.',
];

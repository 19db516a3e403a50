/** Windows of NewsBot's calendar in words; times are those of Berlin, where the windows are made. */
import type { TradingEvent } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import { formatDate, formatTime, formatWeekday, type Instant } from '../../lib/format/dates.ts';
import { NBSP } from '../../lib/format/numbers.ts';

interface Window {
  startsAt: Instant;
  endsAt: Instant;
}

/** `Freitag, 04.12.2026` */
export const windowDay = ({ startsAt }: Pick<Window, 'startsAt'>): string =>
  `${formatWeekday(startsAt)}, ${formatDate(startsAt)}`;

/** `17:00–22:00 Uhr`; a window that ends on another day says so: `22:00–02:00 Uhr am Samstag`. */
export function windowTimes({ startsAt, endsAt }: Window): string {
  const times = `${formatRange(formatTime(startsAt), formatTime(endsAt))}${NBSP}Uhr`;
  if (formatDate(startsAt) === formatDate(endsAt)) return times;
  return `${times} am ${formatWeekday(endsAt)}`;
}

/** `Freitag, 04.12.2026, 17:00–22:00 Uhr` */
export const windowText = (event: Pick<TradingEvent, 'startsAt' | 'endsAt'>): string =>
  `${windowDay(event)}, ${windowTimes(event)}`;

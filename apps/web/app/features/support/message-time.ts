import { formatDate, formatDayMonthTime, formatTime, type Instant } from '../../lib/format/dates.ts';

/** `14:28`, and on another day than today with its date: `22.07., 16:00`. */
export function formatMessageTime(at: Instant, now: Instant): string {
  return formatDate(at) === formatDate(now) ? formatTime(at) : formatDayMonthTime(at, now);
}

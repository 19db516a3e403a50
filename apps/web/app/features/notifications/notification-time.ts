import { berlin, formatDate, formatDayMonthTime, formatTime, type Instant } from '../../lib/format/dates.ts';

/** `heute, 11:05`, `gestern, 17:48`, `22.07., 16:00`, and with its year when that was another one. */
export function formatNotificationTime(at: Instant, now: Instant): string {
  const days = berlin(now).startOf('day').diff(berlin(at).startOf('day'), 'day');
  if (days === 0) return `heute, ${formatTime(at)}`;
  if (days === 1) return `gestern, ${formatTime(at)}`;
  return berlin(at).year() === berlin(now).year() ? formatDayMonthTime(at, now) : formatDate(at);
}

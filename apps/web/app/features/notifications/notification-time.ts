import {
  berlinDay,
  daysAfter,
  formatDate,
  formatDayMonthTime,
  formatTime,
  type Instant,
} from '../../lib/format/dates.ts';

/** `heute, 11:05`, `gestern, 17:48`, `22.07., 16:00`, and with its year when that was another one. */
export function formatNotificationTime(at: Instant, now: Instant): string {
  const days = daysAfter(berlinDay(now), berlinDay(at));
  if (days === 0) return `heute, ${formatTime(at)}`;
  if (days === 1) return `gestern, ${formatTime(at)}`;
  return berlinDay(at).slice(0, 4) === berlinDay(now).slice(0, 4)
    ? formatDayMonthTime(at, now)
    : formatDate(at);
}

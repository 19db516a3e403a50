import { berlin, formatDayMonthTime, formatTime, type Instant } from '../../lib/dates.ts';

/** `14:28`, and on another day than today with its date: `22.07., 16:00`. */
export function formatMessageTime(at: Instant, now: Instant): string {
  return berlin(at).isSame(berlin(now), 'day') ? formatTime(at) : formatDayMonthTime(at);
}

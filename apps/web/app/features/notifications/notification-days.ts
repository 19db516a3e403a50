import type { Notification } from '@botdepot/contract';
import { berlinDay, daysAfter, formatDate, formatWeekday, type Instant } from '../../lib/format/dates.ts';

export interface NotificationDay {
  /** The day in Berlin, `2025-07-24`. */
  day: string;
  items: Notification[];
}

/** The same notifications in the same order, those of one day in Berlin together. */
export function groupByDay(items: readonly Notification[]): NotificationDay[] {
  const days: NotificationDay[] = [];
  for (const item of items) {
    const day = berlinDay(item.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** `Heute`, `Gestern`, `Dienstag, 22.07.2025` */
export function formatNotificationDay(at: Instant, now: Instant): string {
  const days = daysAfter(berlinDay(now), berlinDay(at));
  if (days === 0) return 'Heute';
  if (days === 1) return 'Gestern';
  return `${formatWeekday(at)}, ${formatDate(at)}`;
}

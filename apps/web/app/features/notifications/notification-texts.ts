import type { Notification } from '@botdepot/contract';
import {
  berlinDay,
  daysAfter,
  formatDate,
  formatDayMonthTime,
  formatTime,
  formatWeekday,
  type Instant,
} from '../../lib/format/dates.ts';
import { urls } from '../../lib/url/urls.ts';
import type { IconShape } from '../../ui/icon/icon.tsx';
import {
  IconArrowBarToDown,
  IconArrowBarUp,
  IconBell,
  IconEyeCheck,
  IconLock,
  IconMessage,
  IconPencil,
  IconRobot,
  IconScale,
  IconShield,
} from '../../ui/icon/icons.ts';

type Subject = NonNullable<Notification['subject']>;

const ICONS: Record<Subject, IconShape> = {
  deposit: IconArrowBarToDown,
  withdrawal: IconArrowBarUp,
  investment: IconRobot,
  wallet: IconPencil,
  bot: IconShield,
  smartbot: IconShield,
  turbobot: IconShield,
  newsbot: IconShield,
  own_bot: IconRobot,
  support: IconMessage,
  security: IconLock,
  reconciliation: IconScale,
  approval: IconEyeCheck,
};

export function notificationIcon({ subject }: Notification): IconShape {
  return subject === null ? IconBell : ICONS[subject];
}

type NotificationLink = Pick<Notification, 'subject' | 'subjectId'>;

/** The page of what a notification is about; undefined when it is about nothing that has a page. */
export function notificationUrl({ subject, subjectId }: NotificationLink): string | undefined {
  switch (subject) {
    case 'deposit':
      return subjectId === null ? urls.deposits : urls.deposit(subjectId);
    case 'withdrawal':
      return subjectId === null ? urls.withdrawals : urls.withdrawal(subjectId);
    case 'investment':
      return subjectId === null ? urls.bots : urls.investment(subjectId);
    case 'wallet':
      return subjectId === null ? urls.wallet : urls.booking(subjectId);
    case 'bot':
      return urls.bots;
    case 'smartbot':
    case 'turbobot':
    case 'newsbot':
      return urls.bot(subject);
    case 'own_bot':
      return subjectId === null ? urls.ownBots : urls.ownBotLive(subjectId);
    case 'support':
      return subjectId === null ? urls.supportChat : urls.chat(subjectId);
    case 'security':
      return urls.security;
    case 'reconciliation':
      return subjectId === null ? urls.adminReconciliation : urls.adminReconciliationRun(subjectId);
    case 'approval':
      return subjectId === null ? urls.adminApprovals : urls.adminApproval(subjectId);
    case null:
      return undefined;
  }
}

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

/** `heute, 11:05`, `gestern, 17:48`, `22.07., 16:00`, and with its year when that was another one. */
export function formatNotificationTime(at: Instant, now: Instant): string {
  const days = daysAfter(berlinDay(now), berlinDay(at));
  if (days === 0) return `heute, ${formatTime(at)}`;
  if (days === 1) return `gestern, ${formatTime(at)}`;
  return berlinDay(at).slice(0, 4) === berlinDay(now).slice(0, 4)
    ? formatDayMonthTime(at, now)
    : formatDate(at);
}

import type { Notification } from '@botdepot/contract';
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

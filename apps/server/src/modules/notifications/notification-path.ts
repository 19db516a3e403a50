import type { NotificationSubject } from '@botdepot/contract';

/** The page of the web app that shows what a notification is about. */
export function notificationPath(subject: NotificationSubject | null, subjectId: string | null): string {
  const id = subjectId === null ? null : encodeURIComponent(subjectId);
  switch (subject) {
    case 'deposit':
      return id === null ? '/dashboard/deposits' : `/dashboard/deposits?einzahlung=${id}`;
    case 'withdrawal':
      return id === null ? '/dashboard/withdrawals' : `/dashboard/withdrawals?auszahlung=${id}`;
    case 'investment':
      return id === null ? '/dashboard/bots' : `/dashboard/investments/${id}`;
    case 'wallet':
      return id === null ? '/dashboard/wallet' : `/dashboard/wallet?buchung=${id}`;
    case 'bot':
      return '/dashboard/bots';
    case 'smartbot':
    case 'turbobot':
    case 'newsbot':
      return `/dashboard/bots/${subject}`;
    case 'support':
      return `/dashboard/support?chat=${id ?? 'offen'}`;
    case 'security':
      return '/dashboard/settings?ansicht=sicherheit';
    case 'reconciliation':
      return id === null ? '/admin/abgleich' : `/admin/abgleich?lauf=${id}`;
    case 'approval':
      return id === null ? '/admin/freigaben' : `/admin/freigaben?vorlage=${id}`;
    case null:
      return '/dashboard';
  }
}

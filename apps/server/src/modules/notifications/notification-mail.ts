import type { NotificationSubject } from '@botdepot/contract';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { notificationPath } from './notification-path.ts';
import type { MailFact } from './notifications.schema.ts';

/** A notification as a mail, with a link to what it is about and one to the settings that send it. */
export function notificationMail(
  { brandName, baseUrl, to }: { brandName: string; baseUrl: string; to: string },
  notification: {
    title: string;
    message: string;
    facts: readonly MailFact[] | null;
    subject: NotificationSubject | null;
    subjectId: string | null;
  },
): MailMessage {
  const { title, message, facts, subject, subjectId } = notification;
  return composeMail(brandName, {
    to,
    subject: title,
    // The message begins as a sentence, and after the greeting's comma none does.
    paragraphs: [`in Ihrem Konto bei ${brandName} gibt es eine neue Nachricht:`, message],
    facts: facts ?? [],
    action: {
      label: 'Im Konto ansehen',
      url: new URL(notificationPath(subject, subjectId), baseUrl).href,
    },
    manage: {
      label: 'Welche Nachrichten Sie per E-Mail bekommen, legen Sie in den Einstellungen fest',
      url: new URL('/dashboard/settings?ansicht=benachrichtigungen', baseUrl).href,
    },
  });
}

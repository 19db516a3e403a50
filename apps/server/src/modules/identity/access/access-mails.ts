import { ADMIN_FIELD_WORDS, isolated } from '@botdepot/contract';
import { composeMail } from '../../../platform/mail/compose-mail.ts';
import type { MailMessage } from '../../../platform/mail/mail.ts';
import type { AccessChange } from './access.ts';

type AccessNews = { title: string; message: string };

/** What the customer reads in the app about a change of their access. */
export function accessNews(change: AccessChange): AccessNews {
  switch (change.kind) {
    case 'locked':
      return {
        title: 'Konto gesperrt',
        message: `Der Betreiber hat Ihr Konto gesperrt. Grund: ${isolated(change.reason)}`,
      };
    case 'unlocked':
      return {
        title: 'Sperre aufgehoben',
        message: `Ihr Konto ist wieder offen. Grund: ${isolated(change.reason)}`,
      };
    case 'role':
      return change.adminField === null
        ? { title: 'Sie sind nicht mehr Administrator', message: `Grund: ${isolated(change.reason)}` }
        : {
            title: 'Sie sind jetzt Administrator',
            message: `Ihr Bereich: ${ADMIN_FIELD_WORDS[change.adminField].label}. Grund: ${isolated(change.reason)}`,
          };
    case 'sessions':
      return {
        title: change.sessionId === null ? 'Alle Geräte abgemeldet' : 'Ein Gerät abgemeldet',
        message:
          change.sessionId === null
            ? 'Der Betreiber hat alle Ihre Sitzungen beendet.'
            : 'Der Betreiber hat eine Ihrer Sitzungen beendet.',
      };
  }
}

export type AccessLetterhead = {
  brandName: string;
  baseUrl: string;
  /** There admins need no second factor. */
  demo: boolean;
};

/** The same by mail. Anyone who is locked has no app to read it in. */
export function accessMail(
  { brandName, baseUrl, demo }: AccessLetterhead,
  change: AccessChange,
): MailMessage {
  const { email: to } = change;
  const at = (path: string) => new URL(path, baseUrl).href;
  const imprint = { label: 'Betreiber erreichen', url: at('/impressum') };
  switch (change.kind) {
    case 'locked':
      return composeMail(brandName, {
        to,
        subject: 'Ihr Konto ist gesperrt',
        paragraphs: [
          `wir haben Ihr Konto bei ${brandName} gesperrt. Sie können sich vorerst nicht anmelden, und alle Geräte sind abgemeldet.`,
          'An Ihrem Guthaben ändert das nichts. Laufende Bots handeln weiter. Offene Auszahlungen führen wir erst nach einer genaueren Prüfung aus.',
        ],
        facts: [{ label: 'Grund', value: change.reason }],
        action: imprint,
        afterword:
          'Wenn Sie die Sperre für einen Irrtum halten, schreiben Sie dem Betreiber. Die Anschrift steht im Impressum.',
      });
    case 'unlocked':
      return composeMail(brandName, {
        to,
        subject: 'Ihr Konto ist wieder offen',
        paragraphs: [
          `die Sperre Ihres Kontos bei ${brandName} ist aufgehoben. Sie können sich wieder anmelden.`,
        ],
        facts: [{ label: 'Grund', value: change.reason }],
        action: { label: 'Zur Anmeldung', url: at('/login') },
      });
    case 'role':
      return composeMail(brandName, {
        to,
        subject:
          change.adminField === null ? 'Sie sind nicht mehr Administrator' : 'Sie sind jetzt Administrator',
        paragraphs: [
          change.adminField === null
            ? `Ihr Konto bei ${brandName} gehört nicht mehr zur Verwaltung. Ihr eigenes Konto bleibt, wie es ist.`
            : `Ihr Konto bei ${brandName} gehört jetzt zur Verwaltung.${demo ? '' : ' Bevor Sie dort etwas tun können, brauchen Sie die Anmeldung in zwei Schritten.'}`,
        ],
        facts: [
          ...(change.adminField === null
            ? []
            : [
                {
                  label: 'Bereich',
                  value: `${ADMIN_FIELD_WORDS[change.adminField].label}: ${ADMIN_FIELD_WORDS[change.adminField].text}`,
                },
              ]),
          { label: 'Grund', value: change.reason },
        ],
        action: { label: 'Zu meinem Konto', url: at('/dashboard') },
      });
    case 'sessions':
      return composeMail(brandName, {
        to,
        subject: change.sessionId === null ? 'Alle Geräte wurden abgemeldet' : 'Ein Gerät wurde abgemeldet',
        paragraphs: [
          change.sessionId === null
            ? `der Betreiber hat alle Sitzungen Ihres Kontos bei ${brandName} beendet. Sie können sich gleich wieder anmelden.`
            : `der Betreiber hat eine Sitzung Ihres Kontos bei ${brandName} beendet.`,
        ],
        action: { label: 'Sicherheit des Kontos ansehen', url: at('/dashboard/settings?ansicht=sicherheit') },
      });
  }
}

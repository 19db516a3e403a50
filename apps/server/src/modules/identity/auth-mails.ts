import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

export const VERIFICATION_LINK_SECONDS = 24 * 60 * 60;
export const RESET_LINK_SECONDS = 60 * 60;

type Recipient = { brandName: string; to: string; url: string };

/** Asks the owner of an address to confirm it; the link logs in. */
export function verificationMail({ brandName, to, url }: Recipient): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      `mit dieser Adresse wurde ein Konto bei ${brandName} angelegt.`,
      'Bestätigen Sie die Adresse, dann sind Sie angemeldet und können beginnen.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', url },
    afterword:
      'Der Link gilt 24 Stunden. Wenn Sie kein Konto angelegt haben, ignorieren Sie diese Nachricht. Ohne Bestätigung kann sich niemand anmelden.',
  });
}

/** Lets the owner of an address choose a new password. */
export function resetMail({ brandName, to, url }: Recipient): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Neues Passwort festlegen',
    paragraphs: [
      `für Ihr Konto bei ${brandName} kann ein neues Passwort festgelegt werden.`,
      'Danach sind alle Geräte abgemeldet, und Sie melden sich mit dem neuen Passwort an.',
    ],
    action: { label: 'Neues Passwort festlegen', url },
    afterword:
      'Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht wollten, ignorieren Sie diese Nachricht. Ihr Passwort bleibt dann, wie es ist.',
  });
}

/** Tells somebody who signed up again that the account exists; the web answers as it does for a new address. */
export function existingAccountMail({ brandName, to, url }: Recipient): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Sie haben schon ein Konto',
    paragraphs: [
      `mit dieser Adresse wollte sich gerade jemand bei ${brandName} registrieren. Es gibt hier aber schon ein Konto für sie.`,
      'Wenn Sie das waren, melden Sie sich einfach an. Auf der Anmeldeseite können Sie auch ein neues Passwort festlegen.',
    ],
    action: { label: 'Zur Anmeldung', url },
    afterword: 'Wenn Sie das nicht waren, müssen Sie nichts tun. An Ihrem Konto hat sich nichts geändert.',
  });
}

/** Tells the owner of an account that its password was changed, so that somebody else's change does not go unnoticed. */
export function passwordChangedMail({ brandName, to, url }: Recipient): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `das Passwort Ihres Kontos bei ${brandName} wurde gerade in den Einstellungen geändert.`,
      'Wenn Sie das waren, müssen Sie nichts tun.',
    ],
    action: { label: 'Neues Passwort anfordern', url },
    afterword:
      'Wenn Sie das nicht waren, fordern Sie gleich ein neues Passwort an. Danach sind alle Geräte abgemeldet.',
  });
}

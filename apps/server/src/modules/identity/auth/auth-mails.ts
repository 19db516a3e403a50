import { composeMail } from '../../../platform/mail/compose-mail.ts';
import type { MailMessage } from '../../../platform/mail/mail.ts';

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

/**
 * Tells the owner of an account that its password was changed, so that somebody else's change does not go unnoticed.
 * @param input.byLink whether they can set another one by a mail; else `url` leads to the operator.
 */
export function passwordChangedMail({
  brandName,
  to,
  url,
  byLink,
}: Recipient & { byLink: boolean }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `das Passwort Ihres Kontos bei ${brandName} wurde gerade geändert.`,
      'Wenn Sie das waren, müssen Sie nichts tun.',
    ],
    action: { label: byLink ? 'Neues Passwort anfordern' : 'Betreiber erreichen', url },
    afterword: byLink
      ? 'Wenn Sie das nicht waren, fordern Sie gleich ein neues Passwort an. Danach sind alle Geräte abgemeldet.'
      : 'Wenn Sie das nicht waren, schreiben Sie gleich dem Betreiber. Die Anschrift steht im Impressum.',
  });
}

/** A login from a device or network that the account was never used from. */
export function newSignInMail(input: Recipient & { device: string; at: Date }): MailMessage {
  return securityMail(input, {
    subject: 'Neue Anmeldung in Ihrem Konto',
    text: `in Ihrem Konto bei ${input.brandName} hat sich gerade jemand von einem neuen Gerät oder aus einem neuen Netz angemeldet.`,
    facts: [
      { label: 'Gerät', value: input.device },
      { label: 'Zeitpunkt', value: `${MOMENT.format(input.at)}\u00a0Uhr` },
    ],
    // Nobody says whether it was by the password.
    notYou: `entfernen Sie gleich Passkeys und verbundene Zugänge, die Sie nicht kennen, ${THEN_CHANGE}`,
  });
}

/** @param input.url leads to the operator: without the code nobody comes to the settings. */
export function secondFactorOnMail(input: Recipient): MailMessage {
  return securityMail(input, {
    action: 'Betreiber erreichen',
    notYou: 'schreiben Sie gleich dem Betreiber. Die Anschrift steht im Impressum.',
    subject: 'Anmeldung in zwei Schritten eingeschaltet',
    text: `für Ihr Konto bei ${input.brandName} ist jetzt die Anmeldung in zwei Schritten eingeschaltet. Neben dem Passwort wird ein Code aus Ihrer App verlangt.`,
  });
}

export function secondFactorOffMail(input: Recipient): MailMessage {
  return securityMail(input, {
    subject: 'Anmeldung in zwei Schritten ausgeschaltet',
    text: `für Ihr Konto bei ${input.brandName} ist die Anmeldung in zwei Schritten jetzt ausgeschaltet. Das Passwort allein genügt.`,
  });
}

/** @param input.left what is said of those that are left. */
export function backupCodeUsedMail(input: Recipient & { left: string }): MailMessage {
  return securityMail(input, {
    notYou: `holen Sie sich gleich neue Ersatzcodes, ${THEN_CHANGE}`,
    subject: 'Ersatzcode benutzt',
    text: `für Ihr Konto bei ${input.brandName} wurde gerade ein Ersatzcode benutzt; er gilt nicht mehr. ${input.left}`,
  });
}

export function passkeyAddedMail(input: Recipient): MailMessage {
  return securityMail(input, {
    notYou: `löschen Sie ihn gleich, ${THEN_CHANGE}`,
    subject: 'Passkey hinzugefügt',
    text: `zu Ihrem Konto bei ${input.brandName} wurde ein Passkey hinzugefügt. Mit ihm kann man sich ohne Passwort anmelden.`,
  });
}

export function passkeyRemovedMail(input: Recipient): MailMessage {
  return securityMail(input, {
    subject: 'Passkey entfernt',
    text: `von Ihrem Konto bei ${input.brandName} wurde ein Passkey entfernt. Mit ihm kann sich niemand mehr anmelden.`,
  });
}

export function identityLinkedMail(input: Recipient & { provider: string }): MailMessage {
  return securityMail(input, {
    notYou: `trennen Sie ihn gleich, ${THEN_CHANGE}`,
    subject: 'Zugang verbunden',
    text: `mit Ihrem Konto bei ${input.brandName} wurde ein Zugang von ${input.provider} verbunden. Mit ihm kann man sich anmelden.`,
  });
}

export function identityUnlinkedMail(input: Recipient & { provider: string }): MailMessage {
  return securityMail(input, {
    subject: 'Zugang getrennt',
    text: `von Ihrem Konto bei ${input.brandName} wurde der Zugang von ${input.provider} getrennt. Mit ihm kann sich niemand mehr anmelden.`,
  });
}

const MOMENT = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'medium',
  timeStyle: 'short',
});

const IN_SETTINGS = 'in den Einstellungen unter Sicherheit.';
const THEN_CHANGE = `ändern Sie Ihr Passwort und melden Sie alle anderen Geräte ab. Das geht alles ${IN_SETTINGS}`;

type SecurityNews = {
  subject: string;
  text: string;
  facts?: { label: string; value: string }[];
  action?: string;
  /** What keeps somebody else out again, where a new password alone does not. */
  notYou?: string;
};

/** What was done, and what to do if it was somebody else. */
function securityMail({ brandName, to, url }: Recipient, news: SecurityNews): MailMessage {
  const {
    action = 'Sicherheit des Kontos ansehen',
    notYou = `ändern Sie gleich Ihr Passwort und melden Sie alle anderen Geräte ab. Beides geht ${IN_SETTINGS}`,
  } = news;
  return composeMail(brandName, {
    to,
    subject: news.subject,
    paragraphs: [news.text, 'Wenn Sie das waren, müssen Sie nichts tun.'],
    facts: news.facts,
    action: { label: action, url },
    afterword: `Wenn Sie das nicht waren, ${notYou}`,
  });
}

type Letter = { brandName: string; to: string };

/** Asks the owner of a new address to confirm it. The link works only for the account that asked, while signed in. */
export function emailChangeMail({ brandName, to, url }: Letter & { url: string }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      `ein Konto bei ${brandName} soll künftig diese E-Mail-Adresse haben.`,
      'Öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind, und bestätigen Sie dort die Adresse. Erst dann gilt sie.',
    ],
    action: { label: 'Zur Bestätigung', url },
    afterword:
      'Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht wollten, ignorieren Sie diese Nachricht. Dann bleibt alles, wie es ist.',
  });
}

/** Tells the owner of an account that somebody wanted its address for another one; the web says nothing of it. */
export function emailTakenMail({ brandName, to, url }: Letter & { url: string }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Ihre E-Mail-Adresse gehört schon zu einem Konto',
    paragraphs: [
      `für ein anderes Konto bei ${brandName} wurde gerade diese E-Mail-Adresse gewünscht. Sie gehört aber schon zu Ihrem Konto.`,
      'Wenn Sie das waren, melden Sie sich mit dieser Adresse an. Zwei Konten können nicht dieselbe Adresse haben.',
    ],
    action: { label: 'Zur Anmeldung', url },
    afterword: 'Wenn Sie das nicht waren, müssen Sie nichts tun. An Ihrem Konto hat sich nichts geändert.',
  });
}

/** Goes to the old address, so that somebody else's change does not go unnoticed. */
export function emailChangedMail({ brandName, to, url }: Letter & { url: string }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Ihr Konto bei ${brandName} hat jetzt eine andere E-Mail-Adresse. An diese hier schreiben wir nicht mehr, und alle anderen Geräte sind abgemeldet.`,
      'Wenn Sie das waren, müssen Sie nichts tun.',
    ],
    action: { label: 'Betreiber erreichen', url },
    afterword:
      'Wenn Sie das nicht waren, machen Sie es rückgängig: Der Link dazu steht in einer zweiten Nachricht und gilt 72 Stunden. Wenn sie fehlt, schreiben Sie gleich dem Betreiber. Die Anschrift steht im Impressum.',
  });
}

/** Lets whoever reads the old address put it back. Sent beside `emailChangedMail`, which is kept and so bears no link. */
export function emailUndoMail({ brandName, to, url }: Letter & { url: string }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Änderung Ihrer E-Mail-Adresse rückgängig machen',
    paragraphs: [
      `Ihr Konto bei ${brandName} hat jetzt eine andere E-Mail-Adresse. Wenn Sie das waren, müssen Sie nichts tun.`,
      'Wenn nicht, machen Sie die Änderung rückgängig: Dann gilt wieder diese Adresse, alle Geräte sind abgemeldet, und Sie wählen ein neues Passwort.',
    ],
    action: { label: 'Änderung rückgängig machen', url },
    afterword: 'Der Link gilt 72 Stunden und nur einmal. Geben Sie ihn an niemanden weiter.',
  });
}

/** Goes to the address that an account had until its change was undone. */
export function emailUndoneMail({ brandName, to, url }: Letter & { url: string }): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Die Änderung der E-Mail-Adresse wurde rückgängig gemacht',
    paragraphs: [
      `ein Konto bei ${brandName} hatte seit Kurzem diese E-Mail-Adresse. Wer die frühere Adresse liest, hat das rückgängig gemacht. An diese hier schreiben wir nicht mehr.`,
      'Alle Geräte sind abgemeldet, und das Passwort gilt nicht mehr. Ein neues wird über die frühere Adresse gewählt.',
    ],
    action: { label: 'Betreiber erreichen', url },
    afterword:
      'Wenn das nicht in Ihrem Sinn ist, schreiben Sie gleich dem Betreiber. Die Anschrift steht im Impressum.',
  });
}

/** The last message to an address, once its account is gone. */
export function farewellMail({ brandName, to }: Letter): MailMessage {
  return composeMail(brandName, {
    to,
    subject: 'Ihr Konto ist gelöscht',
    paragraphs: [
      `Ihr Konto bei ${brandName} ist gelöscht. Laufende Bots sind beendet, offene Anträge storniert, und das Spielgeld ist an das Haus gefallen.`,
      'Ihre persönlichen Daten sind gelöscht. In den Büchern bleiben nur Buchungen unter Kennungen, die nicht mehr zu Ihnen führen.',
    ],
    afterword:
      'Das ist unsere letzte Nachricht an Sie. Mit dieser Adresse können Sie jederzeit ein neues Konto eröffnen.',
  });
}

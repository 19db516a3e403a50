import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

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

import '../../../ui/utilities/reading.css';
import { pageMeta } from '../../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { LegalPage, Stated } from './legal-page.tsx';
import { OPERATOR } from './operator.ts';

export const meta = () =>
  pageMeta({
    title: 'Datenschutz',
    description: `Welche Daten ${BRAND_NAME} speichert, wozu und wie lange. Ohne Tracking und ohne Drittanbieter.`,
    path: urls.privacy,
  });

export default function Privacy() {
  return (
    <LegalPage
      title="Datenschutz"
      asOf="30.11.2026"
      lead="Wir speichern, was das Konto braucht, und nichts darüber hinaus. Es gibt kein Tracking, keine Werbung und keine Inhalte von Dritten."
    >
      <h2>Verantwortlich</h2>
      <p>
        <Stated>{OPERATOR.name}</Stated>
      </p>
      <p>
        <Stated>{OPERATOR.email}</Stated>
      </p>
      <h2>Besuch ohne Konto</h2>
      <p>
        Schriften, Bilder und Programm kommen von diesem Server. Andere Server erfahren nichts von Ihrem
        Besuch. Wer nur liest, bekommt kein Cookie. Die Wahl von hell oder dunkel bleibt in Ihrem Browser.
      </p>
      <p>
        Um Missbrauch abzuwehren, zählen wir Anmeldeversuche je Konto und je Netzwerk. Die Zähler werden nach
        einem Tag gelöscht.
      </p>
      <h2>Ihr Konto</h2>
      <ul>
        <li>E-Mail-Adresse, Name und Passwort. Das Passwort speichern wir nur als Prüfwert.</li>
        <li>
          Angemeldete Geräte mit IP-Adresse und Browserkennung, damit Sie fremde Anmeldungen erkennen und
          beenden können.
        </li>
        <li>
          Anmeldungen, Fehlversuche und Änderungen an der Sicherheit, mit Gerät und Anfang der IP-Adresse,
          damit Sie sehen, was jemand anderes versucht hat.
        </li>
        <li>Ihre Buchungen, Anlagen, Ein- und Auszahlungen mit Spielgeld und die Benachrichtigungen dazu.</li>
        <li>Ihre Chats mit dem Support und was das Team dazu notiert.</li>
        <li>Wer von der Verwaltung was an Ihrem Konto geändert hat.</li>
      </ul>
      <p>
        Rechtsgrundlage ist der Nutzungsvertrag, den Sie mit dem Konto schließen (Art. 6 Abs. 1 Buchst. b
        DSGVO).
      </p>
      <p>
        Wer eigene Bots auf eigenen Kerzen (CSV) testet, wählt eine Datei, die in seinem Browser bleibt. Sie
        und ihre Ergebnisse liegen dort, bis er sie entfernt oder sich abmeldet. Danach bleibt dort nur, wie
        viele Versuche es waren. Unser Server bekommt davon nichts.
      </p>
      <h2>Cookies</h2>
      <p>
        Bei der Registrierung merkt sich ein Cookie den gewählten Bot, beim Anmelden eines wenige Minuten lang
        die Anfrage für einen Passkey oder den zweiten Schritt. Nach der Anmeldung gibt es Cookies für die
        Sitzung, dafür, dass diese Seiten Sie wiedererkennen, und für die Breite der Seitenleiste (sieben
        Tage). Im Bereich des Teams merkt sich ein Cookie ein Jahr lang, ob die Tastenkürzel eingeschaltet
        sind. Alle dienen nur der Bedienung, deshalb sehen Sie kein Cookie-Banner.
      </p>
      <h2>Wie lange</h2>
      <p>
        Kontodaten bleiben, bis Sie das Konto löschen. Danach werden Ihre persönlichen Angaben entfernt. Die
        Buchungen selbst bleiben ohne Bezug zu Ihnen stehen, sonst ginge das Kontobuch nicht mehr auf. Wo die
        Adresse vor der ersten Anmeldung bestätigt werden muss, löschen wir ein Konto, dessen Adresse niemand
        bestätigt, nach 30&nbsp;Tagen.
      </p>
      <p>
        Die Merkmale, an denen wir Ihre Geräte wiedererkennen, löschen wir 365&nbsp;Tage nach der letzten
        Anmeldung, gesendete E-Mails und Fehlerberichte nach 30&nbsp;Tagen, festgehaltene Anmeldungen und
        Fehlversuche nach 90&nbsp;Tagen. Eine frühere E-Mail-Adresse behalten wir 72&nbsp;Stunden, damit sich
        ihre Änderung rückgängig machen lässt. Wo es ein Startguthaben gibt, bleibt ein Prüfwert Ihrer
        Adresse, aus dem sie sich nicht ablesen lässt, ein Jahr lang stehen, auch nach dem Löschen: So erhält
        es jeder nur einmal.
      </p>
      <h2>Ihre Rechte</h2>
      <p>
        Sie können Auskunft, Berichtigung, Löschung, Einschränkung und die Herausgabe Ihrer Daten verlangen
        und sich bei einer Aufsichtsbehörde beschweren.
      </p>
    </LegalPage>
  );
}

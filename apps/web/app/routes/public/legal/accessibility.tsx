import '../../../ui/utilities/reading.css';
import { pageMeta } from '../../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { LegalPage, Stated } from './legal-page.tsx';
import { OPERATOR } from './operator.ts';

export const meta = () =>
  pageMeta({
    title: 'Barrierefreiheit',
    description: `Wie ${BRAND_NAME} ohne Maus, mit Vorleseprogramm und auf kleinen Bildschirmen zu bedienen ist.`,
    path: urls.accessibility,
  });

export default function Accessibility() {
  return (
    <LegalPage
      title="Barrierefreiheit"
      asOf="23.11.2026"
      lead="Unser Ziel sind die Regeln WCAG 2.2 in der Stufe AA. Hier steht, was wir dafür tun und was noch fehlt."
    >
      <h2>Was wir tun</h2>
      <ul>
        <li>Jede Seite lässt sich mit der Tastatur allein bedienen, und der Fokus ist sichtbar.</li>
        <li>
          Gewinn und Verlust erkennen Sie nie nur an der Farbe: Vorzeichen und Dreieck stehen immer dabei.
          Blau und Orange sind auch bei Rot-Grün-Schwäche zu unterscheiden.
        </li>
        <li>Zu jedem Diagramm gibt es die Werte als Text oder Tabelle.</li>
        <li>Die Seiten folgen Ihrer Einstellung für hell, dunkel und weniger Bewegung.</li>
        <li>
          Die Seiten werden mit jeder Fassung automatisch geprüft, hell und dunkel, in der Breite von Rechner
          und Telefon.
        </li>
      </ul>
      <h2>Was noch fehlt</h2>
      <p>
        Automatische Prüfungen finden nur einen Teil der Hindernisse. Eine Prüfung mit Menschen, die auf
        Vorleseprogramme angewiesen sind, steht aus.
      </p>
      <h2>Ein Hindernis melden</h2>
      <p>
        Schreiben Sie uns, was nicht geht und auf welcher Seite: <Stated>{OPERATOR.email}</Stated>
      </p>
    </LegalPage>
  );
}

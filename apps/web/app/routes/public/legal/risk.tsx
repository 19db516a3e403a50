import '../../../ui/utilities/reading.css';
import { pageMeta } from '../../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { LegalPage } from './legal-page.tsx';

export const meta = () =>
  pageMeta({
    title: 'Risikohinweis',
    description: 'Was Handelsbots kosten können, auch wenn es hier nur um Spielgeld geht.',
    path: urls.risk,
  });

export default function Risk() {
  return (
    <LegalPage
      title="Risikohinweis"
      asOf="23.11.2026"
      lead={`${BRAND_NAME} ist keine Anlageberatung. Handel ist mit Verlustrisiken verbunden. Frühere Ergebnisse sagen nichts über künftige aus.`}
    >
      <h2>Nur Spielgeld</h2>
      <p>
        Sie können hier kein echtes Geld einsetzen und keines gewinnen oder verlieren. Guthaben, Gewinne und
        Verluste sind Zahlen in einem Übungskonto. Sie lassen sich nicht in Geld umtauschen.
      </p>
      <h2>Warum ein Ergebnis hier nichts über echten Handel verspricht</h2>
      <ul>
        <li>
          Die Bots handeln zu Kursen, deren Quelle neben jedem Kurs steht. Simulierte Kurse sind erfunden,
          auch wenn sie sich ähnlich bewegen wie echte. Gewinne darauf sind Zufall.
        </li>
        <li>
          Aufträge werden zum nächsten Kurs ausgeführt, mit Gebühr, Spanne und Slippage nach festen Annahmen.
          Im echten Handel können Kosten höher sein und Aufträge gar nicht ausgeführt werden.
        </li>
        <li>
          Ein Rücktest zeigt, was eine Regel auf vergangenen Kursen getan hätte. Regeln, die in der
          Vergangenheit verdient haben, verlieren oft danach.
        </li>
      </ul>
      <h2>Was Sie verlieren können</h2>
      <ul>
        <li>Jeder Bot kann das gesamte eingesetzte Spielgeld verlieren.</li>
        <li>
          Schutzregeln wie ein Stopp oder eine Pause begrenzen Verluste nicht sicher: Zwischen zwei Kursen
          kann ein Sprung liegen, und der Auftrag wird zum Kurs danach ausgeführt.
        </li>
        <li>
          Ein Hebel vergrößert Gewinne und Verluste. Leer verkaufte Positionen verlieren, wenn Kurse steigen,
          und der mögliche Verlust ist dabei nach oben offen. Hier verlieren Sie höchstens Ihren Einsatz;
          einen Fehlbetrag trägt das Haus.
        </li>
      </ul>
      <h2>Übliche Versprechen</h2>
      <p>
        Anbieter solcher Bots nennen oft feste Tagesrenditen. Wir zeigen diese Versprechen, damit Sie sie mit
        dem vergleichen können, was gemessen wurde. Sie sind keine Ziele und keine Zusagen von uns.
      </p>
      <h2>Vor echtem Handel</h2>
      <p>
        Wenn Ihnen jemand mit festen Renditen Geld für einen Handelsbot abverlangt, prüfen Sie zuerst, ob der
        Anbieter eine Erlaubnis hat. In Deutschland führt die Finanzaufsicht BaFin ein öffentliches
        Verzeichnis und warnt vor unerlaubten Angeboten.
      </p>
    </LegalPage>
  );
}

import '../../ui/utilities/reading.css';
import { clsx } from 'clsx';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { StartLink } from './start-link.tsx';

const TERMS = clsx(
  'grid grid-cols-2 gap-x-10 gap-y-8 [&_dt]:font-semibold',
  '[&_dd]:mt-1 [&_dd]:text-muted',
  'max-md:grid-cols-1 max-md:gap-6',
);

export const meta = () =>
  pageMeta({
    title: 'Über uns',
    description: `Warum es ${BRAND_NAME} gibt: Handelsbots ausprobieren, ohne Geld zu riskieren und ohne erfundene Zahlen.`,
    path: urls.about,
  });

const TECHNOLOGY = [
  {
    title: 'Ein Kontobuch mit doppelter Buchführung',
    text: 'Jede Bewegung hat eine Gegenbuchung, und die Summe aller Buchungen ist null. Einmal Gebuchtes lässt sich nicht ändern, nur durch eine neue, sichtbare Buchung berichtigen.',
  },
  {
    title: 'Derselbe Programmcode live und im Rücktest',
    text: 'Was im Rücktest entscheidet, entscheidet auch im laufenden Handel. Die Bots sehen nur Kurse, die schon feststehen; ihre Aufträge werden zum nächsten Kurs ausgeführt.',
  },
  {
    title: 'Alle Kosten, einzeln',
    text: 'Jede Ausführung nennt Gebühr, Spanne und Slippage; was das Halten von Positionen kostet, steht bei jedem Tag als Finanzierung. Die Annahmen sind veröffentlicht.',
  },
  {
    title: 'Schutzregeln, die man nachlesen kann',
    text: 'Jeder Bot führt ein Protokoll in Worten: was er getan hat, was nicht, und warum. Auch Pausen und Ausfälle stehen darin.',
  },
];

export default function About() {
  return (
    <>
      <SheetSection
        kind="page"
        label="Über uns"
        source="Worum es geht"
        title="Handelsbots verstehen, bevor es Geld kostet"
        lead="Im Netz versprechen viele Bots feste Tagesrenditen. Nachprüfen lässt sich das selten. Wir zeigen beides nebeneinander: das übliche Versprechen und was eine Regel wirklich tut."
      >
        <div className="max-w-170 [&_p+p]:mt-3">
          <p>
            {`${BRAND_NAME} ist eine Übungsplattform mit Spielgeld. Sie eröffnen ein Konto, zahlen Spielgeld ein, starten einen Bot und sehen ihm zu. Gewinne und Verluste sind gleich sichtbar.`}
          </p>
          <p>
            Einen Modus mit echtem Geld gibt es nicht, und es wird keinen geben. Deshalb müssen wir niemanden
            überreden und können auch zeigen, was schlecht läuft.
          </p>
        </div>
      </SheetSection>
      <SheetSection label="Technik" source="Was dahintersteht" title="Wie die Zahlen entstehen">
        <dl className={TERMS}>
          {TECHNOLOGY.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </SheetSection>
      <SheetSection label="Grenzen" source="Was wir nicht können" title="Was Sie hier nicht finden">
        <div className="max-w-170 [&_p+p]:mt-3">
          <p>
            Keine Anlageberatung, keine Empfehlung und keine Vorhersage. Die Bots folgen einfachen, offen
            beschriebenen Regeln. Frühere Ergebnisse sagen nichts über künftige aus.
          </p>
          <div className="flex flex-wrap gap-3 mt-6">
            <StartLink />
            <ButtonLink to={urls.help} look="bare" size="lg">
              Fragen und Antworten
            </ButtonLink>
          </div>
        </div>
      </SheetSection>
    </>
  );
}

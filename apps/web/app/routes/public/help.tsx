import { BOTS, LIMITS, SERVICE_TIMES } from '@botdepot/contract/catalogue';
import { formatAmount } from '@botdepot/money';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BRAND_NAME } from '../../lib/brand.ts';
import { NBSP } from '../../lib/numbers.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import classes from './help.module.css';

export const meta = () =>
  pageMeta({
    title: 'Hilfe und häufige Fragen',
    description: `Antworten zu ${BRAND_NAME}: Spielgeld, Mindestbeträge, Auszahlungen, Kurse, Verluste und wie man eine Rendite prüft.`,
    path: urls.help,
  });

const usdt = (micros: bigint) => `${formatAmount(micros)}${NBSP}USDT`;
const euros = `${LIMITS.recommendedDeposit / 1_000_000n}${NBSP}€`;

/** Every figure comes from the constants that the platform enforces. */
const QUESTIONS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'Ist das echtes Geld?',
    answer:
      'Nein. Auf dieser Plattform gibt es nur Spielgeld. Die Adressen für Ein- und Auszahlungen gehören zu keinem Netz, und niemand kann hier echtes Geld einzahlen oder erhalten.',
  },
  {
    question: 'Wie viel muss ich einzahlen?',
    answer: `Wir empfehlen mindestens ${euros}, eine Obergrenze für Ihr Guthaben gibt es nicht. Der SmartBot startet ab ${usdt(BOTS.smartbot.minimum)}, der TurboBot ab ${usdt(BOTS.turbobot.minimum)} Spielgeld.`,
  },
  {
    question: 'Wie lange dauert eine Auszahlung?',
    answer: `In der Regel bestätigen wir sie innerhalb von ${SERVICE_TIMES.withdrawalHours} Stunden. Bis dahin ist der Betrag reserviert, und Sie können den Antrag zurückziehen.`,
  },
  {
    question: 'Woher kommen die Kurse?',
    answer:
      'Im Normalfall werden sie simuliert. Neben jedem Kurs stehen seine Quelle und der Zeitpunkt der letzten Änderung.',
  },
  {
    question: 'Kann ein Bot mein Spielgeld verlieren?',
    answer:
      'Ja, auch vollständig. Bei jedem Bot steht, wann er verliert und wie weit er im gemessenen Zeitraum gefallen ist.',
  },
  {
    question: 'Wie prüfe ich eine Rendite?',
    answer: (
      <>
        Öffnen Sie die Zahl. Sie sehen die Tagesabrechnungen, die Ausführungen und die Kosten, aus denen sie
        entstanden ist. Die Aufzeichnung aller Bots können Sie auf der Seite{' '}
        <Link to={urls.trackRecord}>Nachweis</Link> herunterladen und selbst nachrechnen.
      </>
    ),
  },
];

export default function Help() {
  return (
    <SheetSection
      kind="page"
      label="Hilfe"
      source="Antworten aus denselben Angaben, nach denen die Plattform arbeitet"
      title="Häufige Fragen"
    >
      <div className={classes.columns}>
        <div>
          {QUESTIONS.map(({ question, answer }) => (
            // Elements of one name close each other: one answer is open at a time, and it can be closed.
            <details key={question} className={classes.question} name="faq">
              <summary>
                {question}
                <Icon as={IconChevronDown} size={18} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
        <aside className={classes.aside}>
          <div className={classes.card}>
            <h2>Noch kein Konto?</h2>
            <p>Eröffnen Sie ein Kontoblatt mit Spielgeld und sehen Sie selbst nach.</p>
            <ButtonLink to={urls.signup} look="primary">
              Kostenlos starten
            </ButtonLink>
          </div>
        </aside>
      </div>
    </SheetSection>
  );
}

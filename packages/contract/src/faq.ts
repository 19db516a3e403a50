/**
 * The questions that are asked most, once for the help page and for the assistant. Every figure comes from the constants
 * that the platform enforces.
 */
import { inUsd, inUsdt } from '@botdepot/money';
import { BOTS, LIMITS, SERVICE_TIMES } from './catalogue.ts';

export type FaqEntry = {
  id: string;
  question: string;
  answer: string;
  /** Words of the answer that lead to a page, where it can be clicked. */
  link?: { words: string; page: 'trackRecord' };
};

const NBSP = '\u00a0';
const euros = `${LIMITS.recommendedDeposit / 1_000_000n}${NBSP}€`;

export const FAQ: readonly FaqEntry[] = [
  {
    id: 'play-money',
    question: 'Ist das echtes Geld?',
    answer:
      'Auf dieser Plattform gibt es nur Spielgeld. Die Adressen für Ein- und Auszahlungen gehören zu keinem Netz, und niemand kann hier echtes Geld einzahlen oder erhalten.',
  },
  {
    id: 'minimum-deposit',
    question: 'Wie viel muss ich einzahlen?',
    answer: `Einzahlen können Sie ab ${inUsd(LIMITS.deposit.minimum)}, wir empfehlen mindestens ${euros}; eine Obergrenze für Ihr Guthaben gibt es nicht, eine einzelne Einzahlung geht bis ${inUsd(LIMITS.deposit.maximum)}. Der SmartBot startet ab ${inUsdt(BOTS.smartbot.minimum)}, der TurboBot ab ${inUsdt(BOTS.turbobot.minimum)} Spielgeld.`,
  },
  {
    id: 'withdrawal-time',
    question: 'Wie lange dauert eine Auszahlung?',
    answer: `In der Regel bestätigen wir eine Auszahlung innerhalb von ${SERVICE_TIMES.withdrawalHours}\u00a0Stunden. Bis dahin ist der Betrag reserviert, und Sie können den Antrag stornieren.`,
  },
  {
    id: 'prices',
    question: 'Woher kommen die Kurse?',
    answer:
      'Die Kurse sind simuliert, soweit der Betreiber keine Live-Kurse eingerichtet hat. Alle stehen auf der Seite „Märkte“, jeder mit seiner Quelle und dem Zeitpunkt der letzten Änderung.',
  },
  {
    id: 'losses',
    question: 'Kann ein Bot mein Spielgeld verlieren?',
    answer:
      'Jeder Bot kann Ihr Spielgeld verlieren, auch vollständig. Bei jedem steht, wann er verliert und wie weit er im gemessenen Zeitraum gefallen ist.',
  },
  {
    id: 'verify-return',
    question: 'Wie prüfe ich eine Rendite?',
    answer:
      'Öffnen Sie die Zahl der Rendite. Sie sehen die Tageswerte, die Ausführungen und die Kosten, aus denen sie entstanden ist. Die Aufzeichnung aller Bots können Sie auf der Seite Nachweis herunterladen und selbst nachrechnen.',
    link: { words: 'Nachweis', page: 'trackRecord' },
  },
];

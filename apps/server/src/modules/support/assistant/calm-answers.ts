/** What is said to whoever is angry or worried, and to whoever waits: for a decision, or for a human. */
import { aheadText, isLate, type RequestKind } from '@botdepot/contract';
import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import type { CustomerFacts, PersonalAnswer } from './customer-facts.ts';
import type { Feeling } from './feelings.ts';
import { DEPOSIT_TIME, durationText, HUMAN_TIME, WITHDRAWAL_TIME } from './german.ts';

/** Said while a chat waits for the team, instead of offering it. */
export const atTheTeam = (placeInLine: number): string =>
  `Ihr Chat liegt bei unserem Team. ${aheadText(placeInLine)} Ein Mensch antwortet meist in ${HUMAN_TIME}.`;

/** „Wie lange noch?“: for a human where one was called, else for what is open. */
export const waiting: PersonalAnswer = (facts, now) => {
  if (facts.placeInLine !== null) return { message: atTheTeam(facts.placeInLine) };
  const open = openLines(facts, now);
  const usual = `Einzahlungen bestätigen wir meist in ${DEPOSIT_TIME}, Auszahlungen in der Regel innerhalb von ${WITHDRAWAL_TIME}.`;
  return {
    message: [
      open.length === 0 ? NOTHING_OPEN : [OPEN, ...open].join('\n'),
      `${usual} Schreiben Sie „Mensch“, dann übernimmt unser Team, meist in ${HUMAN_TIME}.`,
    ].join('\n\n'),
  };
};

/** „Wer sind Sie?“ */
export const whoAnswers: PersonalAnswer = ({ placeInLine }) => ({
  message: `Ich bin der Assistent, ein Programm, und antworte sofort. ${
    placeInLine === null
      ? `Schreiben Sie „Mensch“, dann übernimmt unser Team, meist in ${HUMAN_TIME}.`
      : atTheTeam(placeInLine)
  }`,
});

export const HEARD: Record<Feeling, string> = {
  anger: 'Es tut mir leid, dass Sie verärgert sind.',
  worry: 'Ihre Sorge nehme ich ernst.',
  waiting: 'Es tut mir leid, dass Sie warten.',
};
const OPEN = 'Das ist bei Ihnen gerade offen:';
const NOTHING_OPEN = 'Bei Ihnen ist gerade kein Antrag offen.';

/** What the books show of somebody who is angry or worried: what is open and for how long, else what they have. */
export const calmly =
  (feeling: Feeling): PersonalAnswer =>
  (facts, now) => {
    const open = openLines(facts, now);
    const seen =
      open.length === 0
        ? `${NOTHING_OPEN} In Ihrem Wallet sind ${inUsdt(facts.balances.available)} verfügbar.`
        : [OPEN, ...open].join('\n');
    return { message: `${HEARD[feeling]} ${seen}` };
  };

const LINES_MAX = 4;

/** The open requests, the one that has waited longest first: „Auszahlung A-2041 über 120,50 USD, seit 3 Tagen und 2 Stunden“. */
function openLines({ deposits, withdrawals }: CustomerFacts, now: Date): string[] {
  const kinds: [RequestKind, string, CustomerFacts['deposits'] | CustomerFacts['withdrawals']][] = [
    ['deposit', 'Einzahlung', deposits],
    ['withdrawal', 'Auszahlung', withdrawals],
  ];
  const requests = kinds
    .flatMap(([kind, word, rows]) =>
      rows.map(({ reference, amountUsd, createdAt }) => ({ kind, word, reference, amountUsd, createdAt })),
    )
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const lines = requests.slice(0, LINES_MAX).map(({ kind, word, reference, amountUsd, createdAt }) => {
    const late = isLate(kind, createdAt, now.getTime()) ? ', länger als üblich' : '';
    return `${word} ${reference} über ${inUsd(fromWire(amountUsd))}, seit ${durationText(now.getTime() - Date.parse(createdAt))} in Prüfung${late}.`;
  });
  const others = requests.length - lines.length;
  if (others === 0) return lines;
  return [
    ...lines,
    others === 1 ? 'Dazu kommt ein weiterer Antrag.' : `Dazu kommen ${others}\u00a0weitere Anträge.`,
  ];
}

/** How a request, an investment or a correction stands that a customer names by its number. */
import {
  asSentence,
  BOTS,
  type Deposit,
  type Investment,
  type MessageFact,
  REQUEST_STATUS_WORDS,
  type RequestKind,
  type Transaction,
  type Withdrawal,
} from '@botdepot/contract';
import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import { type CustomerFacts, each, type PersonalAnswer, type Said } from './customer-facts.ts';
import { berlinTime, signedUsdt } from './german.ts';
import { type Numbered, type NumberedKind, numbersIn, type OwnNumber } from './own-numbers.ts';
import type { Topic } from './topic.ts';
import { depositStatus, withdrawalStatus } from './wallet-answers.ts';

/** What each is called, and where all of them are. */
const WORDS: Record<NumberedKind, { word: string; place: string }> = {
  deposit: { word: 'Einzahlung', place: 'Ihre Einzahlungen stehen unter „Einzahlungen“.' },
  withdrawal: { word: 'Auszahlung', place: 'Ihre Auszahlungen stehen unter „Auszahlungen“.' },
  investment: { word: 'Anlage', place: 'Ihre Anlagen stehen unter „KI-Bots“.' },
  correction: {
    word: 'Wallet-Korrektur',
    place: 'Ihre Buchungen stehen unter „Wallet“, „Transaktionen“.',
  },
};

export const numberedTopic = (message: string): Topic => ({
  id: 'numbered',
  questions: [message],
  answer: numbered(numbersIn(message)),
});

/** „Warum wurde meine Einzahlung abgelehnt?“: which one is known where there is one of a kind. */
export const rejected =
  (otherwise: string): PersonalAnswer =>
  ({ rejected: { deposits, withdrawals } }) => {
    if (deposits.length > 1 || withdrawals.length > 1) return { message: otherwise };
    const said = [
      ...deposits.map((one) => decided('deposit', one)),
      ...withdrawals.map((one) => decided('withdrawal', one)),
    ];
    return said.length === 0 ? { message: otherwise } : each(said);
  };

/** How each stands. Of somebody else’s it is said what is said where there is none. */
const numbered =
  (numbers: readonly OwnNumber[]): PersonalAnswer =>
  (facts, now) =>
    each(
      numbers.map(({ kind, reference }): Said => {
        const found = facts.numbered.get(reference);
        const { word, place } = WORDS[kind];
        return found
          ? standing(found, facts, now)
          : { message: `Eine ${word} ${reference} gibt es in Ihrem Konto nicht. ${place}` };
      }),
    );

function standing(found: Numbered, facts: CustomerFacts, now: Date): Said {
  switch (found.kind) {
    case 'deposit':
      return found.item.status === 'pending'
        ? depositStatus({ ...facts, deposits: [found.item] }, now)
        : decided('deposit', found.item);
    case 'withdrawal':
      return found.item.status === 'pending'
        ? withdrawalStatus({ ...facts, withdrawals: [found.item] }, now)
        : decided('withdrawal', found.item);
    case 'investment':
      return invested(found.item);
    case 'correction':
      return corrected(found.item);
  }
}

function decided(kind: RequestKind, request: Deposit | Withdrawal): Said {
  const { reference, amountUsd, status, createdAt, decidedAt, notes } = request;
  const at = berlinTime(decidedAt ?? createdAt);
  const amount = inUsd(fromWire(amountUsd));
  const became =
    status === 'rejected'
      ? `wurde am ${at} abgelehnt.${notes === null ? '' : ` Grund: ${asSentence(notes)}`}`
      : status === 'cancelled'
        ? `haben Sie am ${at} storniert.`
        : `wurde am ${at} ${kind === 'deposit' ? 'gutgeschrieben' : 'ausgeführt'}.`;
  const free = kind === 'withdrawal' && status !== 'approved' ? ' Der Betrag ist wieder verfügbar.' : '';
  return {
    message: `Ihre ${WORDS[kind].word} ${reference} über ${amount} ${became}${free}`,
    about: reference,
    facts: [
      { label: kind === 'deposit' ? 'Erstellt' : 'Beantragt', value: berlinTime(createdAt) },
      { label: 'Betrag', value: amount },
      { label: 'Status', value: REQUEST_STATUS_WORDS[kind][status] },
    ],
  };
}

function invested({ botType, reference, startedAt, stoppedAt, manual, ...amounts }: Investment): Said {
  const byHand = fromWire(manual);
  const put = inUsdt(fromWire(amounts.usdInitialAmount));
  const value = inUsdt(fromWire(amounts.usdCurrentAmount));
  const message =
    stoppedAt === null
      ? `läuft seit ${berlinTime(startedAt)}. Eingesetzt haben Sie ${put}, wert ist er gerade ${value}. Unter „KI-Bots“ steht, woraus das entstanden ist.`
      : `wurde am ${berlinTime(stoppedAt)} beendet. Eingesetzt hatten Sie ${put}, bekommen haben Sie ${value}.`;
  const facts: MessageFact[] = [
    { label: 'Eingesetzt', value: put },
    { label: stoppedAt === null ? 'Wert jetzt' : 'Ausgezahlt', value },
    { label: 'Ergebnis', value: signedUsdt(fromWire(amounts.profit)) },
    ...(byHand === 0n ? [] : [{ label: 'Davon von Hand gebucht', value: signedUsdt(byHand) }]),
  ];
  const about = `${BOTS[botType].name} ${reference}`;
  return { message: `Ihr ${about} ${message}`, about, facts };
}

function corrected({ reference, createdAt, amount, description }: Transaction): Said {
  const moved = fromWire(amount);
  const by = inUsdt(moved < 0n ? -moved : moved);
  return {
    message: `Mit der Wallet-Korrektur ${reference} hat unser Team Ihrem Wallet am ${berlinTime(createdAt)} ${by} ${moved < 0n ? 'belastet' : 'gutgeschrieben'}. Grund: ${asSentence(description)}`,
  };
}

import { BOTS, type BotType, type Deposit, type MessageFact } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import type { Answer } from './assistant.ts';
import type { CustomerFacts } from './customer-facts.ts';
import {
  berlinTime,
  DEPOSIT_LATE_AFTER,
  DEPOSIT_TIME,
  HUMAN_TIME,
  isLate,
  percent,
  usdt,
  WITHDRAWAL_TIME,
  wireUsdt,
} from './german-figures.ts';

type Said = Omit<Answer, 'answered'>;

/** Answers from what the platform knows about this customer, or about its bots right now. */
export type PersonalAnswer = (facts: CustomerFacts, now: Date) => Said;

export const depositStatus: PersonalAnswer = ({ deposits }, now) => {
  const [latest, ...others] = deposits;
  if (!latest)
    return {
      message: `Sie haben keine Einzahlung, die noch geprüft wird. Eine neue bestätigen wir meist in ${DEPOSIT_TIME}. Den Verlauf sehen Sie unter „Einzahlungen“.`,
    };
  return {
    message: `Ihre Einzahlung ${latest.reference} über ${wireUsdt(latest.amountUsd)} ist seit ${berlinTime(latest.createdAt)} in Prüfung. ${waiting(latest, now)}${furtherOnes(others)}`,
    facts: [
      { label: 'Erstellt', value: berlinTime(latest.createdAt) },
      { label: 'Betrag', value: wireUsdt(latest.amountUsd) },
      { label: 'Üblich', value: DEPOSIT_TIME },
    ],
  };
};

const waiting = (deposit: Deposit, now: Date) =>
  isLate(deposit, now)
    ? `Sie wartet länger als üblich. Unser Team ist informiert und antwortet meist in ${HUMAN_TIME}.`
    : `Üblich sind ${DEPOSIT_TIME}; nach ${DEPOSIT_LATE_AFTER} ruft das System unser Team.`;

const furtherOnes = (others: readonly { reference: string }[]) =>
  others.length === 0 ? '' : ` Ebenfalls in Prüfung: ${others.map(({ reference }) => reference).join(', ')}.`;

export const withdrawalStatus: PersonalAnswer = ({ withdrawals }) => {
  const [latest, ...others] = withdrawals;
  if (!latest)
    return {
      message: `Sie haben keine Auszahlung, die noch geprüft wird. Eine neue bestätigen wir in der Regel innerhalb von ${WITHDRAWAL_TIME}. Den Verlauf sehen Sie unter „Auszahlungen“.`,
    };
  return {
    message: `Ihre Auszahlung ${latest.reference} über ${wireUsdt(latest.amountUsd)} ist seit ${berlinTime(latest.createdAt)} in Prüfung. Der Betrag ist reserviert, und Sie können den Antrag bis zur Entscheidung zurückziehen.${furtherOnes(others)}`,
    facts: [
      { label: 'Beantragt', value: berlinTime(latest.createdAt) },
      { label: 'Betrag', value: wireUsdt(latest.amountUsd) },
      { label: 'Üblich', value: `bis ${WITHDRAWAL_TIME}` },
    ],
  };
};

export const botValues: PersonalAnswer = ({ investments }) => {
  if (investments.length === 0)
    return { message: 'Bei Ihnen läuft gerade kein Bot. Welche es gibt, sehen Sie unter „KI-Bots“.' };
  const facts: MessageFact[] = investments.map(({ botType, reference, usdCurrentAmount }) => ({
    label: `${BOTS[botType].name} ${reference}`,
    value: wireUsdt(usdCurrentAmount),
  }));
  const profits = investments.map(({ botType, profit }) => `${BOTS[botType].name} ${signedUsdt(profit)}`);
  return {
    message: `Das sind Ihre laufenden Bots mit ihrem jetzigen Wert. Ergebnis seit dem Start: ${profits.join(', ')}. Der Wert ändert sich mit den Kursen.`,
    facts,
  };
};

const signedUsdt = (amount: string): string => {
  const micros = fromWire(amount);
  return micros > 0n ? `+${usdt(micros)}` : usdt(micros);
};

export const balance: PersonalAnswer = ({ balances }) => ({
  message: 'So steht Ihr Wallet gerade. Reserviert ist, was in offenen Auszahlungen steckt.',
  facts: [
    { label: 'Verfügbar', value: usdt(balances.available) },
    { label: 'Reserviert', value: usdt(balances.reserved) },
  ],
});

/** The promise never stands alone: beside it what was measured, or that nothing is yet. */
export const measuredReturns =
  (...botTypes: readonly BotType[]): PersonalAnswer =>
  ({ bots }) => ({
    message: botTypes.map((botType) => measuredLine(botType, bots)).join('\n\n'),
  });

function measuredLine(botType: BotType, bots: CustomerFacts['bots']): string {
  const { name, usualPromise } = BOTS[botType];
  const measured = bots.find((bot) => bot.botType === botType)?.measured;
  const figure = measured
    ? `Gemessen: ${percent(measured.returnFraction, { signed: true })} vom ${berlinTime(measured.from)} bis ${berlinTime(measured.to)}, größter Rückgang ${percent(measured.maxDrawdownFraction)}.`
    : 'Gemessen: noch nicht, dafür fehlen noch Handelstage. Auf der Seite des Bots steht der Rücktest.';
  return `${name}: ${figure} Solche Bots werben üblicherweise mit ${usualPromise}; das ist nicht bestätigt und kein Ziel von uns.`;
}

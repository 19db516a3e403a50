/** What the assistant says about a customer’s requests and wallet. */
import { type Deposit, isLate, type Withdrawal } from '@botdepot/contract';
import { fromWire, inUsd, inUsdt, type Micros } from '@botdepot/money';
import type { CustomerFacts, PersonalAnswer } from './customer-facts.ts';
import { berlinTime, DEPOSIT_LATE_AFTER, DEPOSIT_TIME, WITHDRAWAL_TIME } from './german.ts';
import { builtSums } from './own-bot-answers.ts';

export const depositStatus: PersonalAnswer = ({ deposits, placeInLine }, now) => {
  const [first, ...others] = longestWaiting(deposits);
  if (!first)
    return {
      message: `Sie haben keine Einzahlung, die noch geprüft wird. Eine neue bestätigen wir meist in ${DEPOSIT_TIME}. Den Verlauf sehen Sie unter „Einzahlungen“.`,
    };
  return {
    message: `Ihre Einzahlung ${first.reference} über ${inUsd(fromWire(first.amountUsd))} ist seit ${berlinTime(first.createdAt)} in Prüfung. ${depositTime(first, now, placeInLine)}${furtherOnes(others)}`,
    about: first.reference,
    facts: [
      { label: 'Erstellt', value: berlinTime(first.createdAt) },
      { label: 'Betrag', value: inUsd(fromWire(first.amountUsd)) },
      { label: 'Üblich', value: DEPOSIT_TIME },
    ],
  };
};

/** A question means the one that has waited longest. */
const longestWaiting = <R extends { createdAt: string }>(requests: readonly R[]): R[] =>
  requests.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));

/** A call for the deposit may lie in a chat that was ended since. */
const callsTeam = (placeInLine: number | null): string =>
  placeInLine === null
    ? 'Schreiben Sie „Mensch“, dann sieht unser Team nach.'
    : 'Unser Team ist schon gerufen.';

const depositTime = (deposit: Deposit, now: Date, placeInLine: number | null) =>
  isLate('deposit', deposit.createdAt, now.getTime())
    ? `Sie wartet länger als üblich. ${callsTeam(placeInLine)}`
    : `Üblich sind ${DEPOSIT_TIME}; nach ${DEPOSIT_LATE_AFTER} ruft das System unser Team.`;

const FURTHER_NAMED = 4;

function furtherOnes(others: readonly { reference: string }[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, FURTHER_NAMED).map(({ reference }) => reference);
  const unnamed = others.length - named.length;
  return ` Ebenfalls in Prüfung: ${named.join(', ')}${unnamed === 0 ? '' : ` und ${unnamed} weitere`}.`;
}

const withdrawalTime = (withdrawal: Withdrawal, now: Date, placeInLine: number | null) =>
  isLate('withdrawal', withdrawal.createdAt, now.getTime())
    ? `In der Regel bestätigen wir innerhalb von ${WITHDRAWAL_TIME}; diesmal dauert es länger. ${callsTeam(placeInLine)}`
    : `In der Regel bestätigen wir innerhalb von ${WITHDRAWAL_TIME}.`;

export const withdrawalStatus: PersonalAnswer = ({ withdrawals, placeInLine }, now) => {
  const [first, ...others] = longestWaiting(withdrawals);
  if (!first)
    return {
      message: `Sie haben keine Auszahlung, die noch geprüft wird. Eine neue bestätigen wir in der Regel innerhalb von ${WITHDRAWAL_TIME}. Den Verlauf sehen Sie unter „Auszahlungen“.`,
    };
  return {
    message: `Ihre Auszahlung ${first.reference} über ${inUsd(fromWire(first.amountUsd))} ist seit ${berlinTime(first.createdAt)} in Prüfung. ${withdrawalTime(first, now, placeInLine)} Der Betrag ist reserviert, und Sie können den Antrag bis zur Entscheidung stornieren.${furtherOnes(others)}`,
    about: first.reference,
    facts: [
      { label: 'Beantragt', value: berlinTime(first.createdAt) },
      { label: 'Betrag', value: inUsd(fromWire(first.amountUsd)) },
      { label: 'Üblich', value: `bis ${WITHDRAWAL_TIME}` },
    ],
  };
};

/** What the wallet page adds up as „Gesamt“ and the overview shows as „Vermögen“. */
export const balance: PersonalAnswer = (facts) => {
  const { balances, investments } = facts;
  const { inBots, inOrders } = builtSums(facts);
  const invested = investedOf(facts);
  const wealth = balances.available + balances.reserved + invested + inBots + inOrders;
  const beside = [
    ...(investments.length === 0
      ? []
      : ['Was in Ihren Bots angelegt ist, kommt hinzu; es steht unter „KI-Bots“.']),
    ...(inBots + inOrders === 0n
      ? []
      : [
          'Was in Ihren eigenen Bots steckt oder für ihren Start bereitliegt, kommt hinzu; es steht unter „Meine Bots“.',
        ]),
  ];
  return {
    message: [
      'So steht Ihr Wallet gerade. Reserviert ist, was in offenen Auszahlungen steckt.',
      ...beside,
      `Zusammen sind das ${inUsdt(wealth)}, Ihr Vermögen.`,
    ].join(' '),
    facts: [
      { label: 'Verfügbar', value: inUsdt(balances.available) },
      { label: 'Reserviert', value: inUsdt(balances.reserved) },
      ...(invested > 0n ? [{ label: 'In Bots angelegt', value: inUsdt(invested) }] : []),
      ...(inBots > 0n ? [{ label: 'In eigenen Bots', value: inUsdt(inBots) }] : []),
      ...(inOrders > 0n ? [{ label: 'In Auftrag', value: inUsdt(inOrders) }] : []),
    ],
  };
};

const investedOf = ({ ofBots }: CustomerFacts): Micros =>
  [...ofBots.values()].reduce((sum, { value }) => sum + value, 0n);

/** „Warum kann ich nicht alles auszahlen?“; undefined where nothing is reserved. */
export function whyNotAll(facts: CustomerFacts): string | undefined {
  const [first, ...others] = longestWaiting(facts.withdrawals).map(({ reference }) => reference);
  if (first === undefined) return undefined;
  const { available, reserved } = facts.balances;
  const last = others.pop();
  const requests =
    last === undefined
      ? `Ihre Auszahlung ${first}, die noch geprüft wird`
      : `Ihre Auszahlungen ${[first, ...others].join(', ')} und ${last}, die noch geprüft werden`;
  const invested = investedOf(facts);
  const inBots =
    invested === 0n
      ? ''
      : ` In Bots angelegt sind ${inUsdt(invested)}; sie werden frei, wenn Sie die Bots beenden.`;
  return `Reserviert sind ${inUsdt(reserved)} für ${requests}.${inBots} Auszahlen können Sie gerade ${inUsdt(available)}.`;
}

/** „Wie viel habe ich eingezahlt?“: what was booked, and what is still open. */
export const flows: PersonalAnswer = ({ flows: { deposits, withdrawals }, ...open }) => {
  const { granted } = deposits;
  const paidIn = deposits.amount - granted;
  const [ins, outs] = [deposits.count - (granted > 0n ? 1 : 0), withdrawals.count];
  const atStart = granted === 0n ? '' : `; Ihr Startguthaben von ${inUsd(granted)} kommt hinzu`;
  const lines = [
    ins === 0
      ? `Eingezahlt haben Sie noch nichts${atStart}.`
      : `Eingezahlt haben Sie insgesamt ${inUsd(paidIn)} mit ${ins === 1 ? 'einer Einzahlung' : `${ins} Einzahlungen`}${atStart}.`,
    outs === 0
      ? 'Ausgezahlt wurde noch nichts.'
      : `Ausgezahlt bekommen haben Sie insgesamt ${inUsd(withdrawals.amount)} mit ${outs === 1 ? 'einer Auszahlung' : `${outs} Auszahlungen`}.`,
    ...notYetCounted(open),
  ];
  if (ins + outs === 0)
    return {
      message: `${lines.join(' ')} Was Sie beantragen, steht unter „Einzahlungen“ und „Auszahlungen“.`,
    };
  return {
    message: `${lines.join(' ')} Monat für Monat steht es im Kontoauszug unter „Wallet“, „Transaktionen“.`,
    facts: [
      { label: 'Eingezahlt', value: inUsd(paidIn) },
      { label: 'Ausgezahlt', value: inUsd(withdrawals.amount) },
    ],
  };
};

function notYetCounted({ deposits, withdrawals }: Pick<CustomerFacts, 'deposits' | 'withdrawals'>): string[] {
  const named = [
    ...longestWaiting(deposits).map((one) => ({ word: 'Einzahlung', ...one })),
    ...longestWaiting(withdrawals).map((one) => ({ word: 'Auszahlung', ...one })),
  ].map(({ word, reference, amountUsd }) => `${word} ${reference} über ${inUsd(fromWire(amountUsd))}`);
  const others = named.splice(FURTHER_NAMED).length;
  const further = others === 0 ? '' : ` und ${others} weitere`;
  return named.length === 0 ? [] : [`Noch in Prüfung und nicht mitgezählt: ${named.join(', ')}${further}.`];
}

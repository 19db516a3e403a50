import type { Deposit, Withdrawal } from '@botdepot/contract';
import { expect, it } from 'vitest';
import type { CustomerFacts } from './customer-facts.ts';
import { NO_FACTS } from './no-facts.ts';
import { numberedTopic } from './numbered-answers.ts';
import type { Numbered } from './own-numbers.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
// Only what the answers read.
const request = {
  amountUsd: '120.50',
  createdAt: '2026-03-01T10:00:00Z',
  decidedAt: '2026-03-01T12:30:00Z',
  notes: null,
};
const deposit = (reference: string, changes: Partial<Deposit>): Numbered => ({
  kind: 'deposit',
  item: { ...request, reference, ...changes } as Deposit,
});
const withdrawal = (reference: string, changes: Partial<Withdrawal>): Numbered => ({
  kind: 'withdrawal',
  item: { ...request, reference, ...changes } as Withdrawal,
});

function told(question: string, ...of: Numbered[]) {
  const facts: CustomerFacts = {
    ...NO_FACTS,
    numbered: new Map(of.map((one) => [String(one.item.reference), one])),
  };
  const { answer } = numberedTopic(question);
  if (typeof answer === 'string') throw new Error('it knows no customer');
  const { message, facts: sheet } = answer(facts, NOW);
  return { message: message.replaceAll('\u00a0', ' '), sheet };
}

it.each([
  [
    'approved',
    'wurde am 01.03.2026, 13:30 Uhr gutgeschrieben.',
    'wurde am 01.03.2026, 13:30 Uhr ausgeführt.',
  ],
  [
    'rejected',
    'wurde am 01.03.2026, 13:30 Uhr abgelehnt.',
    'wurde am 01.03.2026, 13:30 Uhr abgelehnt. Der Betrag ist wieder verfügbar.',
  ],
  [
    'cancelled',
    'haben Sie am 01.03.2026, 13:30 Uhr storniert.',
    'haben Sie am 01.03.2026, 13:30 Uhr storniert. Der Betrag ist wieder verfügbar.',
  ],
] as const)(
  'a request that is %s is told with when, and a withdrawal with where its money is',
  (status, ofDeposit, ofWithdrawal) => {
    expect(told('E-1005', deposit('E-1005', { status })).message).toBe(
      `Ihre Einzahlung E-1005 über 120,50 USD ${ofDeposit}`,
    );
    expect(told('A-2001', withdrawal('A-2001', { status })).message).toBe(
      `Ihre Auszahlung A-2001 über 120,50 USD ${ofWithdrawal}`,
    );
  },
);

it('the reason stands beside it as one sentence', () => {
  const status = 'rejected';
  expect(told('E-1005', deposit('E-1005', { status, notes: 'Nicht  angekommen' })).message).toMatch(
    / abgelehnt\. Grund: Nicht angekommen\.$/,
  );
});

it('several are told one by one, without a sheet that would be of one of them', () => {
  const { message, sheet } = told(
    'Was ist mit E-1005, A-2001 und E-1006?',
    deposit('E-1005', { status: 'approved' }),
    withdrawal('A-2001', { status: 'pending' }),
  );
  const [first, second, third] = message.split('\n\n');
  expect(first).toContain('E-1005 über 120,50 USD wurde');
  expect(second).toMatch(/^Ihre Auszahlung A-2001 über 120,50 USD ist seit .* in Prüfung\./);
  expect(third).toBe(
    'Eine Einzahlung E-1006 gibt es in Ihrem Konto nicht. Ihre Einzahlungen stehen unter „Einzahlungen“.',
  );
  expect(sheet).toBeUndefined();
});

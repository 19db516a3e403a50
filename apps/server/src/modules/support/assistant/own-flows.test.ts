import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './customer-facts.ts';
import { NO_FACTS } from './no-facts.ts';
import { understand } from './understand.ts';
import { flows } from './wallet-answers.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const NONE = { count: 0, amount: 0n };
// Only what the answer reads.
const open = (reference: string, amountUsd: string) => ({ reference, amountUsd }) as unknown;
function told(facts: Partial<CustomerFacts>) {
  const { message, facts: sheet } = flows({ ...NO_FACTS, ...facts }, NOW);
  return {
    message: message.replaceAll('\u00a0', ' '),
    sheet: sheet?.map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`),
  };
}

describe('what somebody has paid in and out', () => {
  it('is summed up and counted, with what is still open beside it', () => {
    const { message, sheet } = told({
      flows: {
        deposits: { count: 3, amount: 2_500_000_000n, granted: 0n },
        withdrawals: { count: 1, amount: 120_500_000n },
      },
      deposits: [open('E-1007', '100')] as CustomerFacts['deposits'],
      withdrawals: [open('A-2005', '500')] as CustomerFacts['withdrawals'],
    });
    expect(message).toBe(
      'Eingezahlt haben Sie insgesamt 2.500,00 USD mit 3 Einzahlungen. Ausgezahlt bekommen haben Sie insgesamt 120,50 USD mit einer Auszahlung. Noch in Prüfung und nicht mitgezählt: Einzahlung E-1007 über 100,00 USD, Auszahlung A-2005 über 500,00 USD. Monat für Monat steht es im Kontoauszug unter „Wallet“, „Transaktionen“.',
    );
    expect(sheet).toEqual(['Eingezahlt: 2.500,00 USD', 'Ausgezahlt: 120,50 USD']);
  });

  it('names what the platform granted at the start, which nobody paid in', () => {
    const of = (count: number, amount: bigint) =>
      told({ flows: { deposits: { count, amount, granted: 1_000_000_000n }, withdrawals: NONE } }).message;
    expect(of(2, 1_250_000_000n)).toContain(
      'Eingezahlt haben Sie insgesamt 250,00 USD mit einer Einzahlung; Ihr Startguthaben von 1.000,00 USD kommt hinzu. Ausgezahlt wurde noch nichts.',
    );
    expect(of(1, 1_000_000_000n)).toMatch(
      /^Eingezahlt haben Sie noch nichts; Ihr Startguthaben von 1\.000,00 USD kommt hinzu\./,
    );
  });

  it('is nothing yet where nothing was booked', () => {
    expect(told({})).toEqual({
      message:
        'Eingezahlt haben Sie noch nichts. Ausgezahlt wurde noch nichts. Was Sie beantragen, steht unter „Einzahlungen“ und „Auszahlungen“.',
      sheet: undefined,
    });
  });

  it.each([
    'Wie viel habe ich eingezahlt?',
    'Wie viel habe ich insgesamt eingezahlt?',
    'Wie viel habe ich bisher eingezahlt?',
    'Wie viel habe ich schon ausgezahlt?',
    'Wie hoch ist die Summe meiner Einzahlungen?',
  ])('is asked for: %s', (question) => {
    expect(understand(question).ids).toEqual(['own-flows']);
  });

  it.each([
    ['Wie viel habe ich insgesamt?', 'own-balance'],
    ['Wie viel Geld habe ich insgesamt?', 'own-balance'],
    ['Wie viel habe ich insgesamt verdient?', 'own-results'],
    ['Wie viel habe ich insgesamt investiert?', 'own-bots'],
    ['Wie viel kann ich insgesamt einzahlen?', 'deposit-limit'],
    ['Ich habe eingezahlt, wo ist mein Geld?', 'deposit-status'],
    ['Wie viel kann ich auszahlen?', 'withdrawal-how'],
  ])('is not what is asked here: %s', (question, id) => {
    expect(understand(question).ids).toEqual([id]);
  });
});

import { FEES, LIMITS, SERVICE_TIMES, TEXT_BLOCK_PLACEHOLDERS, type TextBlock } from '@botdepot/contract';
import { formatAmount } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import {
  cannedReplies,
  findCanned,
  insertBetween,
  placeholderValues,
  referencesOf,
  slashAt,
} from './canned-replies.ts';

const request = (reference: string, amountUsd: string) => ({
  id: reference,
  reference,
  amountUsd,
  cryptoCurrency: 'BTC' as const,
  createdAt: '2026-11-21T10:00:00.000Z',
  address: 'demobtc1q7u0ej',
  heldAt: null,
  claim: null,
});
const facts = {
  deposits: [request('E-1688', '1000.00'), request('E-1702', '20.00')],
  withdrawals: [request('A-2041', '1234.50')],
};

const block = (name: string, situation: TextBlock['situation'], text: string, label = name): TextBlock => ({
  id: `${name}-${situation}`,
  name,
  label,
  text,
  situation,
  version: 1,
});
const BLOCKS = [
  block('gruss', 'always', 'Guten Tag.', 'Begrüßung'),
  block('einzahlung', 'deposit', '{einzahlung} über {einzahlung-betrag}', 'Einzahlung {einzahlung}'),
  block('einzahlung', 'no_deposit', 'Meist in {dauer-einzahlung}.', 'Keine offene Einzahlung'),
  block('auszahlung', 'withdrawal', '{auszahlung} über {auszahlung-betrag}', 'Auszahlung {auszahlung}'),
  block('auszahlung', 'no_withdrawal', 'Keine.', 'Keine offene Auszahlung'),
  block('gebuehren', 'always', '{gebuehren}', 'Gebühren'),
];
const textOf = (name: string, of: typeof facts | undefined) =>
  cannedReplies(BLOCKS, of).find((reply) => reply.name === name)?.text;

describe('the text blocks beside a chat', () => {
  it('name what has been open longest, and otherwise say that nothing is', () => {
    expect(textOf('einzahlung', facts)).toBe('E-1688 über 1.000,00\u00a0USD');
    expect(textOf('auszahlung', facts)).toBe('A-2041 über 1.234,50\u00a0USD');
    expect(cannedReplies(BLOCKS, facts).map(({ label }) => label)).toContain('Einzahlung E-1688');
    const [from, to] = SERVICE_TIMES.depositHours;
    expect(textOf('einzahlung', undefined)).toMatch(
      new RegExp(`^Meist in ${from}.{1,3}${to}\u00a0Stunden\\.$`),
    );
    expect(textOf('auszahlung', undefined)).toBe('Keine.');
  });

  it('can fill every placeholder that there is, with figures of the catalogue or the customer’s own', () => {
    const values = placeholderValues(facts);
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(TEXT_BLOCK_PLACEHOLDERS).toSorted());
    const known = [
      ...SERVICE_TIMES.depositHours,
      SERVICE_TIMES.withdrawalHours,
      ...SERVICE_TIMES.humanReplyMinutes,
    ].map(String);
    const amounts = [
      ...Object.values(FEES),
      LIMITS.deposit.minimum,
      LIMITS.deposit.maximum,
      LIMITS.withdrawal.minimum,
      LIMITS.withdrawal.maximum,
    ].map((micros) => formatAmount(micros));
    const allowed = new Set([...known, ...amounts, 'E-1688', '1.000,00', 'A-2041', '1.234,50']);
    for (const [name, value] of Object.entries(values))
      for (const figure of value.match(/[EAB]-\d+|\d[\d.,]*\d|\d/g) ?? [])
        expect(allowed, `${name}: ${figure}`).toContain(figure);
  });

  it('offer the numbers of what has been open longest', () => {
    expect(referencesOf(facts)).toEqual(['E-1688', 'A-2041']);
    expect(referencesOf(undefined)).toEqual([]);
  });
});

describe('finding one', () => {
  const names = (query: string) => findCanned(cannedReplies(BLOCKS, facts), query).map(({ name }) => name);

  it('goes by its name first, with and without umlauts', () => {
    expect(names('geb')).toEqual(['gebuehren']);
    expect(names('gebühr')).toEqual(names('gebuehr'));
    expect(names('begrüß')).toEqual(['gruss']);
    expect(names('E-1688')).toEqual(['einzahlung']);
    expect(names('gibt-es-nicht')).toEqual([]);
    expect(names('')).toHaveLength(4);
  });
});

describe('a slash', () => {
  it.each([
    ['/', 1, { from: 0, to: 1, query: '' }],
    ['/ein', 4, { from: 0, to: 4, query: 'ein' }],
    ['Guten Tag\n/ein', 14, { from: 10, to: 14, query: 'ein' }],
    ['Hallo /ge und', 9, { from: 6, to: 9, query: 'ge' }],
    ['und/oder', 8, null],
    ['https://beispiel', 16, null],
    ['/ein ', 5, null],
    ['/ein', 0, null],
  ])('in %j at %i', (text, caret, expected) => {
    expect(slashAt(text, caret)).toEqual(expected);
  });

  it('gives way to the text, with one space to its neighbours', () => {
    expect(insertBetween('Hallo /ge und', 6, 9, 'Text')).toEqual({ text: 'Hallo Text und', caret: 10 });
    expect(insertBetween('Hallo', 5, 5, 'E-1688')).toEqual({ text: 'Hallo E-1688', caret: 12 });
    expect(insertBetween('Ihre wird', 4, 4, 'E-1')).toEqual({ text: 'Ihre E-1 wird', caret: 8 });
    expect(insertBetween('', 0, 0, 'E-1')).toEqual({ text: 'E-1', caret: 3 });
    expect(insertBetween('Zu , danke', 3, 3, 'E-1')).toEqual({ text: 'Zu E-1, danke', caret: 6 });
  });
});

import { FEES, LIMITS, SERVICE_TIMES } from '@botdepot/contract';
import { formatAmount } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { cannedReplies, findCanned, insertBetween, referencesOf, slashAt } from './canned-replies.ts';

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

describe('the canned replies', () => {
  it('quote no figure that is not in the catalogue or the customer’s own', () => {
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
    const own = ['E-1688', '1.000,00', 'A-2041', '1.234,50'];
    const allowed = new Set([...known, ...amounts, ...own]);
    for (const { name, text } of [...cannedReplies(facts), ...cannedReplies(undefined)])
      for (const figure of text.match(/[EAB]-\d+|\d[\d.,]*\d|\d/g) ?? [])
        expect(allowed, `${name}: ${figure}`).toContain(figure);
  });

  it('say „Sie“, without an exclamation mark', () => {
    const all = [...cannedReplies(facts), ...cannedReplies(undefined)];
    expect(all.filter(({ text }) => /!|\bdu\b|\bdein/i.test(text))).toEqual([]);
  });

  it('have each name once, and name what has been open longest', () => {
    const replies = cannedReplies(facts);
    expect(new Set(replies.map(({ name }) => name)).size).toBe(replies.length);
    expect(findCanned(replies, 'einz')[0]?.text).toContain('E-1688 über 1.000,00\u00a0USD ');
    expect(findCanned(replies, 'ausz')[0]?.text).toContain('A-2041');
    expect(findCanned(cannedReplies(undefined), 'einz')[0]?.text).not.toMatch(/E-\d/);
  });

  it('offer the numbers of what has been open longest', () => {
    expect(referencesOf(facts)).toEqual(['E-1688', 'A-2041']);
    expect(referencesOf(undefined)).toEqual([]);
  });
});

describe('finding one', () => {
  const names = (query: string) => findCanned(cannedReplies(facts), query).map(({ name }) => name);

  it('goes by its name first, with and without umlauts', () => {
    expect(names('geb')).toEqual(['gebuehren']);
    expect(names('gebühr')).toEqual(names('gebuehr'));
    expect(names('begrüß')).toEqual(['gruss']);
    expect(names('E-1688')).toEqual(['einzahlung']);
    expect(names('gibt-es-nicht')).toEqual([]);
    expect(names('')).toHaveLength(cannedReplies(facts).length);
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

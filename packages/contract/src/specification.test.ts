// The figures of the specification (§9) that are constants here.
import { fromWire, inUsd } from '@botdepot/money';
import { expect, test } from 'vitest';
import { BOTS, CRYPTO_CURRENCIES, FEES, LIMITS, MARKET_SYMBOLS } from './catalogue.ts';
import { FAQ } from './faq.ts';

const answerTo = (id: string): string => FAQ.find((entry) => entry.id === id)?.answer ?? '';

test('pairs in yen have two decimals, those in dollars four, but for BTC and ETH', () => {
  const decimals = Object.fromEntries(MARKET_SYMBOLS.map((entry) => [entry.symbol, entry.decimals]));
  const pairs = Object.keys(decimals).filter((symbol) => symbol.includes('/'));
  expect(pairs).toHaveLength(10);
  for (const symbol of pairs) expect(decimals[symbol], symbol).toBe(/JPY|BTC|ETH/.test(symbol) ? 2 : 4);
  expect(decimals).toMatchObject({ 'EUR/USD': 4, SPX500: 2 });
});

test('the help names 10 €, no upper limit and 24 hours', () => {
  expect(answerTo('minimum-deposit')).toContain('10\u00a0€');
  // What the form takes stands beside what is recommended.
  expect(answerTo('minimum-deposit')).toContain(`ab ${inUsd(LIMITS.deposit.minimum)}`);
  expect(answerTo('minimum-deposit')).toContain('eine Obergrenze für Ihr Guthaben gibt es nicht');
  expect(answerTo('minimum-deposit')).toContain('eine einzelne Einzahlung geht bis 1.000.000,00\u00a0USD.');
  expect(answerTo('withdrawal-time')).toContain('24\u00a0Stunden');
});

test('the minimums of the bots, the smallest deposit and the currencies are those of the specification', () => {
  expect(Object.values(BOTS).map(({ minimum }) => minimum)).toEqual(['100', '5000', '15000'].map(fromWire));
  expect(LIMITS.deposit.minimum).toBe(fromWire('1'));
  expect(CRYPTO_CURRENCIES).toEqual(['USDT', 'BTC', 'ETH']);
});

test('nothing costs a fee, as long as the books have no posting for one', () => {
  expect(Object.values(FEES).filter((fee) => fee !== 0n)).toEqual([]);
});

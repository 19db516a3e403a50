import { liveMessage } from '@botdepot/contract';
import { expect, test } from 'vitest';
import type { PriceSourceName, Quote } from './price-source.ts';
import { tickMessage } from './tick-message.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
const quote = (ageMs: number, { open = true, source = 'kraken' as PriceSourceName } = {}): Quote => ({
  symbol: 'BTC/USD',
  source,
  price: 100,
  text: '100.00',
  time: NOW - ageMs,
  open,
});
const messageOf = (...quotes: Quote[]) =>
  liveMessage.parse(JSON.parse(tickMessage({ timeMs: NOW, quotes, change24h: quotes.map(() => null) }, {})));

test('a tick tells how old the prices of open markets are', () => {
  const message = messageOf(quote(0), quote(17 * 60_000), quote(86_400_000, { open: false }));
  expect(message).toMatchObject({ a: [0, 1_020_000, 0] });
});

test('a tick whose prices are all of this moment tells no ages', () => {
  expect(messageOf(quote(0), quote(86_400_000, { open: false }))).not.toHaveProperty('a');
});

test.each([
  [['simulated', 'simulated'], 'simulated'],
  [['kraken', 'kraken'], 'kraken'],
  [['kraken', 'simulated'], 'mixed'],
  [['kraken', 'twelvedata', 'simulated'], 'mixed'],
  [['kraken', 'twelvedata'], 'several'],
] satisfies [PriceSourceName[], string][])('prices from %j are called %s', (sources, name) => {
  expect(messageOf(...sources.map((source) => quote(0, { source })))).toMatchObject({ source: name });
});

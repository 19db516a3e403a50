import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { describe, expect, test } from 'vitest';
import { isStale } from '../price-source.ts';
import { excerpt, parseRetryAfter } from './price-provider.ts';
import { tradesWithin } from './readable-candles.ts';
import { isExchangeOpen, isSpotOpen } from './sessions.ts';
import { createCreditBudget, pollInterval, TWELVE_DATA_TICKERS } from './twelve-data.ts';

const NOON = Date.UTC(2026, 2, 2, 12);

describe('the limits of a provider', () => {
  test('are kept per minute and per day', () => {
    const budget = createCreditBudget({ perMinute: 8, perDay: 20 });
    budget.spend(8, NOON);
    expect(budget.available(NOON + 59_999)).toBe(0);
    expect(budget.available(NOON + MINUTE_MS)).toBe(8);
    budget.spend(8, NOON + MINUTE_MS);
    expect(budget.available(NOON + 2 * MINUTE_MS)).toBe(4);
    budget.spend(4, NOON + 2 * MINUTE_MS);
    expect(budget.available(NOON + HOUR_MS)).toBe(0);
    expect(budget.available(NOON + DAY_MS / 2)).toBe(8);
  });

  test('give the poll interval: a free key lasts the day', () => {
    const symbols = Object.keys(TWELVE_DATA_TICKERS).length;
    const free = pollInterval(symbols, 8, 800);
    expect(free).toBe(18 * MINUTE_MS);
    expect((DAY_MS / free) * symbols).toBeLessThan(800);
    expect(pollInterval(2, 8, 800)).toBe(4 * MINUTE_MS);
    expect(pollInterval(symbols, 377, 10_000_000)).toBe(MINUTE_MS);
  });

  test('are read from Retry-After as seconds or as a date', () => {
    expect(parseRetryAfter('30', NOON)).toBe(30_000);
    expect(parseRetryAfter(new Date(NOON + 90_000).toUTCString(), NOON)).toBe(90_000);
    for (const header of [null, '', 'soon', '-5', new Date(NOON - 1_000).toUTCString()])
      expect(parseRetryAfter(header, NOON)).toBeNull();
  });

  test('apply to what is logged of an answer', () => {
    expect(excerpt(`<html>\n  ${'x'.repeat(1_000)}`)).toHaveLength(162);
  });
});

describe('a session', () => {
  const at = (text: string) => Date.parse(text);

  test('of a cash index is that of its exchange, in its own summer time', () => {
    // New York changes its clocks on 8 March 2026, Berlin on 29 March.
    expect(isExchangeOpen('SPX500', at('2026-03-06T14:30Z'))).toBe(true);
    expect(isExchangeOpen('SPX500', at('2026-03-06T14:29Z'))).toBe(false);
    expect(isExchangeOpen('SPX500', at('2026-03-09T13:30Z'))).toBe(true);
    expect(isExchangeOpen('SPX500', at('2026-03-09T20:00Z'))).toBe(false);
    expect(isExchangeOpen('SPX500', at('2026-03-07T15:00Z'))).toBe(false);
    expect(isExchangeOpen('DAX40', at('2026-03-09T08:00Z'))).toBe(true);
    expect(isExchangeOpen('Nikkei225', at('2026-03-09T00:00Z'))).toBe(true);
  });

  test.each([
    ['02:29:30', true],
    ['02:30:00', false],
    ['03:29:30', false],
    ['03:30:00', true],
    ['06:29:30', true],
    ['06:30:00', false],
  ])('of Tokyo rests at noon: at %s UTC it is open: %s, and never stale while it rests', (clock, open) => {
    const timeMs = at(`2026-07-15T${clock}Z`);
    expect(isExchangeOpen('Nikkei225', timeMs)).toBe(open);
    const quote = { open: isExchangeOpen('Nikkei225', timeMs), time: timeMs - HOUR_MS };
    expect(isStale(quote, timeMs)).toBe(open);
  });

  test('of Tokyo has candles for the hours around its rest, and for no minute of it', () => {
    const within = (clock: string, interval: '1m' | '1h') =>
      tradesWithin(at(`2026-07-15T${clock}Z`), interval, (timeMs) => isExchangeOpen('Nikkei225', timeMs));
    expect([within('02:00', '1h'), within('03:00', '1h'), within('02:29', '1m')]).toEqual([true, true, true]);
    expect([within('02:30', '1m'), within('03:00', '1m'), within('03:29', '1m')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('of metals and oil runs over the night, and of crypto always', () => {
    expect(isExchangeOpen('GOLD', at('2026-03-09T03:00Z'))).toBe(true);
    expect(isExchangeOpen('GOLD', at('2026-03-07T12:00Z'))).toBe(false);
    expect(isSpotOpen('BTC/USD', at('2026-03-07T12:00Z'))).toBe(true);
  });
});

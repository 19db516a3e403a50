import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../candles.ts';
import { isOpen, nextClose, nextOpen } from './sessions.ts';
import { SIMULATED_SYMBOLS, symbolIndex } from './symbols.ts';

const utc = (text: string): number => Date.parse(`${text}:00Z`);
const EUR = symbolIndex('EUR/USD');
const SPX = symbolIndex('SPX500');
const BRENT = symbolIndex('BRENT');
const BTC = symbolIndex('BTC/USD');

test.each([
  // Winter: 17:00 New York is 22:00 UTC.
  ['EUR/USD', '2026-01-16T21:59', true],
  ['EUR/USD', '2026-01-16T22:00', false],
  ['EUR/USD', '2026-01-18T21:59', false],
  ['EUR/USD', '2026-01-18T22:00', true],
  ['EUR/USD', '2026-01-14T22:00', true],
  // Summer: 21:00 UTC, also in the weeks in which Europe has not changed its clocks yet.
  ['EUR/USD', '2026-07-17T20:59', true],
  ['EUR/USD', '2026-07-17T21:00', false],
  ['EUR/USD', '2026-03-08T21:00', true],
  ['EUR/USD', '2026-03-06T21:30', true],
  ['EUR/USD', '2026-10-30T21:00', false],
  ['EUR/USD', '2026-11-01T21:30', false],
  // Daily break 17–18 h New York.
  ['SPX500', '2026-01-14T22:30', false],
  ['SPX500', '2026-01-14T23:00', true],
  ['GOLD', '2026-07-15T21:30', false],
  ['GOLD', '2026-07-15T22:00', true],
  ['WTI', '2026-01-18T22:30', false],
  ['WTI', '2026-01-18T23:00', true],
  // BRENT opens at 20:00 New York.
  ['BRENT', '2026-01-15T00:59', false],
  ['BRENT', '2026-01-15T01:00', true],
  ['BTC/USD', '2026-01-17T12:00', true],
  ['BTC/USD', '2026-03-08T07:00', true],
])('%s at %s is open: %s', (symbol, time, open) => {
  expect(isOpen(symbolIndex(symbol), utc(time))).toBe(open);
});

test('the next opening is the instant itself while open, else the first open one', () => {
  expect(nextOpen(BTC, utc('2026-01-17T12:00'))).toBe(utc('2026-01-17T12:00'));
  expect(nextOpen(EUR, utc('2026-01-16T22:00'))).toBe(utc('2026-01-18T22:00'));
  expect(nextOpen(EUR, utc('2026-03-07T12:00'))).toBe(utc('2026-03-08T21:00'));
  expect(nextOpen(SPX, utc('2026-01-14T22:10'))).toBe(utc('2026-01-14T23:00'));
  expect(nextOpen(BRENT, utc('2026-01-16T22:00'))).toBe(utc('2026-01-19T01:00'));
});

test('the next close ends the running session', () => {
  expect(nextClose(BTC, utc('2026-01-17T12:00'))).toBeUndefined();
  expect(nextClose(EUR, utc('2026-01-12T12:00'))).toBe(utc('2026-01-16T22:00'));
  expect(nextClose(SPX, utc('2026-01-12T12:00'))).toBe(utc('2026-01-12T22:00'));
  expect(nextClose(SPX, utc('2026-01-12T22:30'))).toBeUndefined();
});

test('minute by minute, openings and closings agree with isOpen over two weeks with a clock change', () => {
  for (let i = 5; i < SIMULATED_SYMBOLS.length; i += 3) {
    for (let ms = utc('2026-03-01T00:00'); ms < utc('2026-03-01T00:00') + 14 * DAY_MS; ms += 10 * MINUTE_MS) {
      const open = isOpen(i, ms);
      expect(nextOpen(i, ms) === ms).toBe(open);
      const opening = nextOpen(i, ms);
      expect(isOpen(i, opening)).toBe(true);
      if (!open) expect(isOpen(i, opening - 1)).toBe(false);
      const close = nextClose(i, opening)!;
      expect([isOpen(i, close - 1), isOpen(i, close)]).toEqual([true, false]);
    }
  }
});

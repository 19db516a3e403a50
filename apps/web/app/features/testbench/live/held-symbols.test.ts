import { describe, expect, it } from 'vitest';
import { endWords, heldSymbols } from './held-symbols.ts';

const SYMBOLS = ['EUR/USD', 'SPX500', 'GOLD'];
const fillsOf = (...fills: [symbol: string, reason: string][]) =>
  fills.map(([symbol, reason]) => ({ symbol, reason }));

describe('what a run holds', () => {
  it('follows from the newest fill of each symbol', () => {
    const items = fillsOf(
      ['GOLD', 'leverage-cap'],
      ['SPX500', 'stop'],
      ['EUR/USD', 'reverse'],
      ['SPX500', 'entry'],
      ['GOLD', 'entry'],
    );
    expect(heldSymbols(SYMBOLS, { items, total: 5 })).toEqual(['EUR/USD', 'GOLD']);
  });

  it('is nothing before the first fill and after the last one closed', () => {
    expect(heldSymbols(SYMBOLS, { items: [], total: 0 })).toEqual([]);
    const items = fillsOf(['GOLD', 'exit'], ['GOLD', 'entry']);
    expect(heldSymbols(SYMBOLS, { items, total: 2 })).toEqual([]);
  });

  it('is unknown where older fills could say otherwise', () => {
    const items = fillsOf(['GOLD', 'exit'], ['SPX500', 'exit']);
    expect(heldSymbols(SYMBOLS, { items, total: 300 })).toBeNull();
    expect(heldSymbols(['SPX500', 'GOLD'], { items, total: 300 })).toEqual([]);
  });
});

it('an end waits for what is held, and for nothing else', () => {
  expect(endWords([])).toBe('Der Bot hält nichts und endet mit der nächsten Minute.');
  expect(endWords(['GOLD'])).toBe(
    'Der Bot wird beendet, sobald alles, was er hält, einen neuen Kurs hat (GOLD). Geschlossene Märkte warten bis zu ihrer Öffnung.',
  );
  expect(endWords(null)).toMatch(/einen neuen Kurs hat\. Geschlossene/);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CostRates } from './costs.ts';
import { FILL_REASONS, type Fill } from './fill.ts';
import { FillLog, FillRow } from './fill-log.ts';
import { fillLogOf } from './testing/fill-log-of.ts';

const SYMBOLS = ['X', 'Y', 'Z'];
const RATES: CostRates = { fee: 0.002, spread: 0.0003, slippage: 0.0005, financingPerMs: 0 };

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const fills = fc.array(
  fc
    .record({
      time: fc.integer({ min: 0, max: 2 ** 45 }),
      symbol: fc.constantFrom(...SYMBOLS),
      reason: fc.constantFrom(...FILL_REASONS),
      decision: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
      units: numbers,
      unitsAfter: numbers,
      midPrice: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      stop: fc.option(numbers),
      financing: numbers,
      grossRealised: numbers,
    })
    .map((fill): Fill => {
      const notional = Math.abs(fill.units) * fill.midPrice;
      const side = fill.units > 0 ? 1 : -1;
      return {
        ...fill,
        fillPrice: fill.midPrice * (1 + side * (RATES.spread + RATES.slippage)),
        fee: notional * RATES.fee,
        spread: notional * RATES.spread,
        slippage: notional * RATES.slippage,
      };
    }),
  { minLength: 1, maxLength: 1200, size: 'max' },
);

test('a log gives every fill back as it was, costs included, over any number of pages', () => {
  fc.assert(
    fc.property(fills, (all) => {
      expect(fillLogOf(all, () => RATES).slice(0)).toEqual(all);
    }),
    { numRuns: 30 },
  );
});

test('a cleared log begins anew without the stops it had', () => {
  const log = new FillLog(['X'], [RATES]);
  const row = new FillRow();
  const append = (time: number, stop: number | null) => {
    row.time = time;
    log.append(row, stop);
  };
  const times = () => log.slice(0).map(({ time, stop }) => [time, stop]);
  append(1, 99);
  append(2, null);
  expect(times()).toEqual([
    [1, 99],
    [2, null],
  ]);
  log.clear();
  append(5, null);
  expect(times()).toEqual([[5, null]]);
});

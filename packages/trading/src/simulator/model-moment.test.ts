/** The history of an installation that is older than the model of its market, and the moment at which the model begins. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import { createSimulator, SIMULATED_SYMBOLS, type Simulator } from './index.ts';
import { isWeekendDay, tradingDayOf, tradingDayStart, weekdayOfDayNumber } from './trading-day.ts';

const ORIGIN = Date.UTC(2025, 0, 6);
const END = ORIGIN + 430 * DAY_MS;
const options = {
  seed: 'an installation of f3c5613',
  originMs: ORIGIN,
  anchorMs: ORIGIN + 400 * DAY_MS + 9 * HOUR_MS,
  events: [{ from: ORIGIN + 20 * DAY_MS + 13 * HOUR_MS, to: ORIGIN + 20 * DAY_MS + 17 * HOUR_MS, factor: 4 }],
};
const create = (modelSinceMs: number, anchorMs = options.anchorMs): Simulator =>
  createSimulator({ ...options, modelSinceMs, anchorMs });
/** What `hashOfHistory` gave with the code of commit f3c5613. */
const HISTORY_OF_F3C5613 = '7874457c92457d924f15caada2784a7063f0ddce20579c69c5d7cb9e96fd9431';

function hashOfHistory(simulator: Simulator): string {
  const hash = createHash('sha256');
  const add = (values: Float64Array): void => {
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  };
  const addCandles = (interval: '1m' | '1h' | '1d', from: number, to: number): void => {
    for (const candles of simulator.allCandles(interval, from, to))
      for (const field of ['time', 'open', 'high', 'low', 'close'] as const)
        add(candles[field].slice(0, candles.length));
  };
  addCandles('1h', END - 40 * DAY_MS, END);
  addCandles('1d', END - 40 * DAY_MS, END);
  addCandles('1m', ORIGIN + 20 * DAY_MS + 12 * HOUR_MS, ORIGIN + 21 * DAY_MS);
  SIMULATED_SYMBOLS.forEach((_, i) => {
    add(simulator.dailyReturns(i, ORIGIN, END).logReturn);
  });
  for (let ms = END - DAY_MS; ms < END; ms += 777_500) add(simulator.pricesAt(ms).slice());
  return hash.digest('hex');
}

test('history before the moment is bit for bit what f3c5613 gave', () => {
  // Returns of the last day end with the first day after it.
  expect(hashOfHistory(create(END + DAY_MS))).toBe(HISTORY_OF_F3C5613);
  expect(hashOfHistory(create(END - 2 * DAY_MS))).not.toBe(HISTORY_OF_F3C5613);
});

/** An installation is older than its moment, so its levels do not depend on it. */
const ANCHOR = ORIGIN + 9 * HOUR_MS;
const first = create(Number.POSITIVE_INFINITY, ANCHOR);

test('before any moment nothing changes, at it nothing jumps, and after it the other model speaks', () => {
  const within = fc.integer({ min: ORIGIN + DAY_MS, max: END - 5 * DAY_MS });
  fc.assert(
    fc.property(
      within,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (moment, times) => {
        const changed = create(moment, ANCHOR);
        let day = tradingDayOf(moment);
        if (tradingDayStart(day) < moment) day++;
        const start = tradingDayStart(day);
        expect(start - moment).toBeLessThan(25 * HOUR_MS);
        for (const at of [
          ...times.map((share) => ORIGIN + share * (start - 1 - ORIGIN)),
          moment - 1,
          start - 500,
        ])
          expect(Array.from(changed.pricesAt(at))).toEqual(Array.from(first.pricesAt(at)));
        const hours = ['1h', Math.max(ORIGIN, start - 30 * HOUR_MS), start] as const;
        expect(changed.allCandles(...hours)).toEqual(first.allCandles(...hours));

        // A trading day begins where the last one ended, in both models; only a weekend's gap is the model's own.
        const [then, now] = [first.pricesAt(start).slice(), changed.pricesAt(start).slice()];
        const last = changed.pricesAt(start - 500).slice();
        SIMULATED_SYMBOLS.forEach(({ symbol, decimals, opensAfterHours }, i) => {
          if (weekdayOfDayNumber(day) === 1 && opensAfterHours === 0) return;
          expect(now[i], symbol).toBe(then[i]);
          expect(Math.abs(Math.log(now[i]! / last[i]!)), symbol).toBeLessThan(
            0.002 + (1.5 * 10 ** -decimals) / last[i]!,
          );
        });
        const later = start + 3 * DAY_MS + 15 * HOUR_MS;
        const moved = isWeekendDay(tradingDayOf(later)) ? [0] : SIMULATED_SYMBOLS.keys();
        for (const i of moved) expect(changed.priceAt(i, later)).not.toBe(first.priceAt(i, later));
      },
    ),
    { numRuns: 25, seed: 28 },
  );
});

test('a moment at the origin or before it is the model from the beginning', () => {
  const time = ORIGIN + 100 * DAY_MS + 11 * HOUR_MS;
  const wanted = Array.from(createSimulator(options).pricesAt(time));
  expect(Array.from(create(ORIGIN).pricesAt(time))).toEqual(wanted);
  expect(Array.from(create(0).pricesAt(time))).toEqual(wanted);
  expect(wanted).not.toEqual(Array.from(first.pricesAt(time)));
});

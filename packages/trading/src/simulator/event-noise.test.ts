import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { mean, meanSquare } from '../testing/sample-statistics.ts';
import { createSimulator, type EventWindow, type Simulator, symbolIndex } from './index.ts';

const ORIGIN = Date.UTC(2026, 0, 5);
const SEED = 'event noise';
const GOLD = symbolIndex('GOLD');
const EURO = symbolIndex('EUR/USD');
/** A Wednesday decision at 14:00 New York. */
const FROM = Date.UTC(2026, 0, 28, 19);
/** On real bars the range of that hour was 4.7 times the usual one. */
const decision: EventWindow = { from: FROM, to: FROM + HOUR_MS, factor: 4.7 ** 2 };
const create = (...events: EventWindow[]): Simulator =>
  createSimulator({ seed: SEED, originMs: ORIGIN, events });

/** Sum of squared one-minute log returns. */
function realised(simulator: Simulator, i: number, from: number, to: number): number {
  let sum = 0;
  let last = Math.log(simulator.priceAt(i, from));
  for (let ms = from + MINUTE_MS; ms <= to; ms += MINUTE_MS) {
    const log = Math.log(simulator.priceAt(i, ms));
    sum += (log - last) ** 2;
    last = log;
  }
  return sum;
}

describe('a window of raised variance', () => {
  test('leaves everything before it as it was', () => {
    const plain = create();
    const eventful = create(decision);
    for (let ms = FROM - 3 * DAY_MS; ms <= FROM; ms += 1_234_500) {
      expect(Array.from(eventful.pricesAt(ms))).toEqual(Array.from(plain.pricesAt(ms)));
    }
    expect(eventful.priceAt(GOLD, FROM + 20 * MINUTE_MS)).not.toBe(
      plain.priceAt(GOLD, FROM + 20 * MINUTE_MS),
    );
  });

  test('leaves every return after it as it was', () => {
    const plain = create();
    const eventful = create(decision);
    const end = FROM + HOUR_MS;
    for (const i of [0, EURO, GOLD]) {
      const move = (simulator: Simulator, to: number): number =>
        Math.log(simulator.priceAt(i, to) / simulator.priceAt(i, end));
      for (let to = end + 500; to < end + 9 * DAY_MS; to += 7_777_500) {
        expect(move(eventful, to)).toBeCloseTo(move(plain, to), 4);
      }
      const after = plain.dailyReturns(i, FROM + DAY_MS, FROM + 12 * DAY_MS).logReturn;
      eventful.dailyReturns(i, FROM + DAY_MS, FROM + 12 * DAY_MS).logReturn.forEach((value, k) => {
        expect(value).toBeCloseTo(after[k]!, 12);
      });
    }
  });

  test('multiplies the variance inside by its factor', () => {
    const windows = Array.from({ length: 40 }, (_, k) => ({
      from: ORIGIN + k * DAY_MS + 13 * HOUR_MS + 15 * MINUTE_MS,
      to: ORIGIN + k * DAY_MS + 14 * HOUR_MS + 45 * MINUTE_MS,
      factor: 9,
    }));
    const plain = create();
    const eventful = create(...windows);
    for (const i of [0, GOLD]) {
      const ratios = windows.flatMap(({ from, to }) =>
        plain.isOpen(i, from) ? [realised(eventful, i, from, to) / realised(plain, i, from, to)] : [],
      );
      const sum = ratios.reduce((a, b) => a + b, 0) / ratios.length;
      // The ratio of two estimates of 90 minutes each is biased upwards by about 2 %.
      expect(sum).toBeGreaterThan(7.8);
      expect(sum).toBeLessThan(10.5);
    }
  });

  test('adds no drift: its extra factor on a price is 1 on average', () => {
    // A factor large enough that a forgotten compensator would show as +2 % a day, 4 standard errors.
    const end = ORIGIN + 1500 * DAY_MS;
    const plain = create().dailyReturns(0, ORIGIN + DAY_MS, end).logReturn;
    const eventful = create({ from: ORIGIN, to: end, factor: 30 }).dailyReturns(
      0,
      ORIGIN + DAY_MS,
      end,
    ).logReturn;
    const extra = eventful.map((value, k) => Math.expm1(value - plain[k]!));
    const standardError = Math.sqrt(meanSquare(extra) / extra.length);
    expect(Math.abs(mean(extra))).toBeLessThan(2.5 * standardError);
  });

  test('concerns only the symbols it names', () => {
    const plain = create();
    const eventful = create({ ...decision, symbols: ['GOLD'] });
    const at = FROM + 40 * MINUTE_MS;
    expect(eventful.priceAt(EURO, at)).toBe(plain.priceAt(EURO, at));
    expect(eventful.priceAt(GOLD, at)).not.toBe(plain.priceAt(GOLD, at));
  });

  test('has no seams and remains a function of time', () => {
    const eventful = create(decision);
    const minutes = eventful.candles(GOLD, '1m', FROM - 5 * MINUTE_MS, FROM + 65 * MINUTE_MS);
    const fresh = create(decision);
    for (let k = minutes.length - 1; k >= 0; k--) {
      const start = minutes.time[k]!;
      expect(minutes.open[k]).toBe(fresh.priceAt(GOLD, start));
      expect(minutes.close[k]).toBe(fresh.priceAt(GOLD, start + 59_500));
      if (k > 0) expect(Math.abs(minutes.open[k]! / minutes.close[k - 1]! - 1)).toBeLessThan(0.002);
    }
  });
});

test('invalid windows are refused', () => {
  const { from, to } = decision;
  expect(() => create({ from, to: from, factor: 4 })).toThrow(RangeError);
  expect(() => create({ from: from + 1, to, factor: 4 })).toThrow(RangeError);
  expect(() => create({ from, to, factor: 0.5 })).toThrow(RangeError);
  expect(() => create({ from, to, factor: 4, symbols: ['DOGE/USD'] })).toThrow(RangeError);
  expect(() => create(decision, { from: to - HOUR_MS / 2, to: to + HOUR_MS, factor: 4 })).toThrow(/overlap/);
  expect(() =>
    create(
      { ...decision, symbols: ['GOLD'] },
      { ...decision, symbols: ['EUR/USD'] },
      { from: to, to: to + 500, factor: 2 },
    ),
  ).not.toThrow();
});

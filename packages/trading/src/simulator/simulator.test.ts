import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { createSimulator, SIMULATED_SYMBOLS, type Simulator, symbolIndex } from './index.ts';

const SEED = 'simulator.test';
const ORIGIN = Date.UTC(2026, 1, 20);
const LENGTH = 40 * DAY_MS;
const create = (seed = SEED): Simulator => createSimulator({ seed, originMs: ORIGIN });
const tick = (symbol: number): number => 10 ** -SIMULATED_SYMBOLS[symbol]!.decimals;
/** Open of the new week in winter and in the first week of summer time (Sunday 8 March 2026). */
const WEEKEND = { close: Date.UTC(2026, 2, 6, 22), open: Date.UTC(2026, 2, 8, 21) };

test('the spec’s twenty symbols stand in its order', () => {
  expect(SIMULATED_SYMBOLS.map((entry) => entry.symbol)).toEqual(
    (
      'BTC/USD ETH/USD XRP/USD LTC/USD ADA/USD EUR/USD GBP/USD USD/JPY AUD/USD USD/CAD ' +
      'SPX500 DAX40 NASDAQ100 FTSE100 Nikkei225 GOLD SILVER WTI BRENT COPPER'
    ).split(' '),
  );
});

describe('prices are a function of seed and time', () => {
  const times = fc.array(fc.nat({ max: LENGTH - 1 }), { minLength: 2, maxLength: 12 });

  test('any order, any number of queries and fresh instances agree exactly', () => {
    const reference = create();
    fc.assert(
      fc.property(times, fc.nat({ max: 19 }), (offsets, symbol) => {
        const wanted = offsets.map((offset) => Array.from(reference.pricesAt(ORIGIN + offset)));
        const fresh = create();
        // The last instant first, and other questions in between.
        for (const [at, offset] of [...offsets.entries()].reverse()) {
          fresh.minuteCandle(symbol, Math.floor((ORIGIN + offset) / MINUTE_MS) * MINUTE_MS);
          expect(fresh.priceAt(symbol, ORIGIN + offset)).toBe(wanted[at]![symbol]);
          expect(Array.from(fresh.pricesAt(ORIGIN + offset))).toEqual(wanted[at]);
        }
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('candles do not depend on what was asked before', () => {
    const from = ORIGIN + 3 * DAY_MS;
    const busy = create();
    busy.allCandles('1h', ORIGIN, ORIGIN + 20 * DAY_MS);
    busy.pricesAt(ORIGIN + LENGTH);
    for (const interval of ['1m', '1h', '1d'] as const) {
      const span = interval === '1m' ? 3 * HOUR_MS : 2 * DAY_MS;
      expect(busy.candles(8, interval, from, from + span)).toEqual(
        create().candles(8, interval, from, from + span),
      );
    }
  });

  test('other seeds give other prices, and each day of one seed differs', () => {
    const seen = new Set(['a', 'b', 'c'].map((seed) => create(seed).priceAt(0, ORIGIN + 5 * DAY_MS)));
    expect(seen.size).toBe(3);
    const days = create().dailyReturns(0, ORIGIN, ORIGIN + LENGTH);
    expect(new Set(days.logReturn).size).toBe(days.length);
  });
});

describe('candles', () => {
  test.each([
    ORIGIN + 4 * DAY_MS + 13 * HOUR_MS,
    Date.UTC(2026, 2, 5, 21, 59),
    WEEKEND.open,
    WEEKEND.open + 4 * HOUR_MS,
  ])('the minute at %d is exactly what its 120 ticks make', (startMs) => {
    const collector = create();
    const opens = new Array<number>(20);
    const highs = new Array<number>(20).fill(0);
    const lows = new Array<number>(20).fill(Number.POSITIVE_INFINITY);
    const closes = new Array<number>(20);
    for (let k = 0; k < 120; k++) {
      collector.pricesAt(startMs + k * 500).forEach((price, i) => {
        if (k === 0) opens[i] = price;
        highs[i] = Math.max(highs[i]!, price);
        lows[i] = Math.min(lows[i]!, price);
        closes[i] = price;
      });
    }
    const simulator = create();
    const all = simulator.allCandles('1m', startMs, startMs + MINUTE_MS);
    for (let i = 0; i < 20; i++) {
      const wanted = { open: opens[i], high: highs[i], low: lows[i], close: closes[i], volume: 120 };
      const open = simulator.isOpen(i, startMs);
      expect(simulator.minuteCandle(i, startMs)).toEqual(open ? wanted : undefined);
      const { length, ...columns } = all[i]!;
      expect(length).toBe(open ? 1 : 0);
      if (open) expect(columns.close[0]).toBe(closes[i]);
      if (open) expect(columns.high[0]).toBe(highs[i]);
    }
  });

  test('an hour opens with its first tick, closes where the next one opens and spans its minute boundaries', () => {
    const simulator = create();
    const from = ORIGIN + 5 * DAY_MS;
    const hours = simulator.candles(0, '1h', from, from + 2 * DAY_MS);
    expect(hours.length).toBe(48);
    for (let k = 0; k < hours.length; k++) {
      expect(hours.open[k]).toBe(simulator.priceAt(0, hours.time[k]!));
      if (k > 0) expect(Math.abs(hours.open[k]! - hours.close[k - 1]!)).toBeLessThanOrEqual(1.5 * tick(0));
      const minutes = Array.from({ length: 60 }, (_, m) =>
        simulator.priceAt(0, hours.time[k]! + m * MINUTE_MS),
      );
      minutes.push(hours.close[k]!);
      expect(hours.high[k]).toBe(Math.max(...minutes));
      expect(hours.low[k]).toBe(Math.min(...minutes));
      expect(hours.volume[k]).toBe(7200);
    }
  });

  test('a day is its hours from 00:00 UTC', () => {
    const simulator = create();
    for (const i of [0, 6, 12, 18]) {
      const days = simulator.candles(i, '1d', ORIGIN, ORIGIN + 20 * DAY_MS);
      for (let k = 0; k < days.length; k++) {
        const hours = simulator.candles(i, '1h', days.time[k]!, days.time[k]! + DAY_MS);
        const last = hours.length - 1;
        expect(days.time[k]! % DAY_MS).toBe(0);
        expect([days.open[k], days.close[k]]).toEqual([hours.open[0], hours.close[last]]);
        expect(days.high[k]).toBe(Math.max(...hours.high.subarray(0, hours.length)));
        expect(days.low[k]).toBe(Math.min(...hours.low.subarray(0, hours.length)));
        expect(days.volume[k]).toBe(hours.length * 7200);
      }
    }
  });

  test('bars exist exactly while the market is open', () => {
    const simulator = create();
    const from = Date.UTC(2026, 2, 2);
    for (let i = 0; i < 20; i++) {
      const { time, length } = simulator.candles(i, '1h', from, from + 14 * DAY_MS);
      const wanted: number[] = [];
      for (let ms = from; ms < from + 14 * DAY_MS; ms += HOUR_MS)
        if (simulator.isOpen(i, ms)) wanted.push(ms);
      expect(Array.from(time.subarray(0, length))).toEqual(wanted);
    }
  });
});

describe('closed markets', () => {
  test('a price does not move over the weekend and jumps at the opening', () => {
    const simulator = create();
    const euro = symbolIndex('EUR/USD');
    const friday = simulator.priceAt(euro, WEEKEND.close);
    for (let ms = WEEKEND.close; ms < WEEKEND.open; ms += 37 * MINUTE_MS) {
      expect(simulator.priceAt(euro, ms)).toBe(friday);
    }
    expect(simulator.priceAt(euro, WEEKEND.open - 500)).toBe(friday);
    expect(Math.abs(simulator.priceAt(euro, WEEKEND.open) - friday)).toBeGreaterThan(5 * tick(euro));
    expect(simulator.priceAt(0, WEEKEND.open - HOUR_MS)).not.toBe(simulator.priceAt(0, WEEKEND.close));
  });

  test('an index rests in its daily break and goes on from there', () => {
    const simulator = create();
    const index = symbolIndex('SPX500');
    const close = Date.UTC(2026, 2, 3, 22);
    const resting = simulator.priceAt(index, close);
    expect(simulator.priceAt(index, close + 30 * MINUTE_MS)).toBe(resting);
    expect(simulator.priceAt(index, close + HOUR_MS)).toBe(resting);
    expect(simulator.priceAt(index, close + HOUR_MS + 10 * MINUTE_MS)).not.toBe(resting);
  });
});

describe('levels', () => {
  test('at the anchor prices are the last prices of the calibration, whatever the seed', () => {
    const anchorMs = ORIGIN + 30 * DAY_MS + 9 * HOUR_MS;
    const anchored = createSimulator({ seed: SEED, originMs: ORIGIN, anchorMs });
    for (const [simulator, at] of [
      [create(), ORIGIN],
      [anchored, anchorMs],
    ] as const) {
      simulator.pricesAt(at).forEach((price, i) => {
        expect(Math.abs(price - SIMULATED_SYMBOLS[i]!.lastPrice)).toBeLessThanOrEqual(0.51 * tick(i));
      });
    }
    const days = anchored.dailyReturns(3, ORIGIN, anchorMs).logReturn;
    create()
      .dailyReturns(3, ORIGIN, anchorMs)
      .logReturn.forEach((value, k) => {
        expect(days[k]).toBe(value);
      });
  });

  test('published prices are positive whole ticks', () => {
    const simulator = create();
    for (let ms = ORIGIN; ms < ORIGIN + LENGTH; ms += 7 * HOUR_MS) {
      simulator.pricesAt(ms).forEach((price, i) => {
        expect(price).toBeGreaterThan(0);
        expect(price).toBe(Number(price.toFixed(SIMULATED_SYMBOLS[i]!.decimals)));
      });
    }
  });
});

test('impossible questions are refused', () => {
  const simulator = create();
  expect(() => simulator.pricesAt(ORIGIN - 1)).toThrow(RangeError);
  expect(() => simulator.pricesAt(Number.NaN)).toThrow(RangeError);
  expect(() => simulator.pricesAt(ORIGIN + 40_000 * DAY_MS)).toThrow(RangeError);
  expect(() => simulator.minuteCandle(0, ORIGIN + 500)).toThrow(RangeError);
  expect(() => simulator.candles(20, '1h', ORIGIN, ORIGIN + DAY_MS)).toThrow(RangeError);
  expect(() => createSimulator({ seed: SEED, originMs: ORIGIN + 1 })).toThrow(RangeError);
  expect(() => createSimulator({ seed: SEED, originMs: ORIGIN, anchorMs: ORIGIN - DAY_MS })).toThrow(
    RangeError,
  );
  expect(() => createSimulator({ seed: '', originMs: ORIGIN })).toThrow(RangeError);
});

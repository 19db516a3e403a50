import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BacktestOptions, runBacktest } from '../backtest.ts';
import { CandleSeries, type Candles, candlesFrom, DAY_MS, HOUR_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import { createEngine } from '../engine.ts';
import { MONDAY, randomMarket, seededRandom, stepsOf } from '../testing/random-market.ts';
import { hasRealCandles, realCandles } from '../testing/real-candles.ts';
import { smaCross } from './sma-cross.ts';

const spec = (feeBps = 0): SymbolSpec => ({
  symbol: 'X',
  category: 'crypto',
  costs: { feeBps, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0.05 },
});

type Trade = { side: number; units: number; entry: number; exit: number; from: number; to: number };

/** The rule once more, straight from its description and with nothing of the engine: slow, naive, independent. */
function reference(candles: Candles, fast: number, slow: number, cash: number, fee: number, lot: number) {
  const mean = (at: number, count: number) => {
    let sum = 0;
    for (let index = at - count + 1; index <= at; index++) sum += candles.close[index]!;
    return sum / count;
  };
  const trades: Trade[] = [];
  const equities: number[] = [];
  let open: Trade | null = null;
  let wanted = 0;
  const close = (at: number) => {
    if (open === null) return;
    const price = candles.open[at]!;
    cash += open.side * open.units * (price - open.entry) - open.units * price * fee;
    trades.push({ ...open, exit: price, to: candles.time[at]! });
    open = null;
  };
  for (let at = 0; at < candles.length; at++) {
    const price = candles.open[at]!;
    if (wanted !== 0) {
      close(at);
      const units = Math.floor(cash / (price * (1 + fee)) / lot + 1e-9) * lot;
      if (units > 0) open = { side: wanted, units, entry: price, exit: 0, from: candles.time[at]!, to: 0 };
      cash -= units * price * fee;
      wanted = 0;
    }
    if (at === candles.length - 1) close(at);
    equities.push(cash + (open === null ? 0 : open.side * open.units * (candles.close[at]! - open.entry)));
    if (at < slow) continue;
    const before = mean(at - 1, fast) - mean(at - 1, slow);
    const now = mean(at, fast) - mean(at, slow);
    if (before < 0 && now > 0) wanted = 1;
    if (before > 0 && now < 0) wanted = -1;
  }
  return { trades, equities };
}

function run(candles: Candles, parameters: object, feeBps = 0, more: Partial<BacktestOptions<unknown>> = {}) {
  const options: BacktestOptions<unknown> = {
    strategy: smaCross(DAY_MS),
    parameters,
    series: [{ spec: spec(feeBps), candles }],
    baseIntervalMs: DAY_MS,
    startingEquity: 10_000,
    closesAtLastOpen: true,
    from: Number.MIN_SAFE_INTEGER,
    until: Number.MAX_SAFE_INTEGER,
  };
  return runBacktest({ ...options, ...more });
}

function expectSame(candles: Candles, fast: number, slow: number, feeBps: number, lot: number): void {
  const expected = reference(candles, fast, slow, 10_000, feeBps / 10_000, lot);
  const result = run(candles, { fast, slow, lot }, feeBps);
  expect(result.trades.map(({ direction, openedAt, closedAt }) => [direction, openedAt, closedAt])).toEqual(
    expected.trades.map(({ side, from, to }) => [side > 0 ? 'long' : 'short', from, to]),
  );
  for (const [index, trade] of result.trades.entries()) {
    const { units, entry, exit } = expected.trades[index]!;
    expect(trade.units).toBeCloseTo(units, 6);
    expect([trade.entryPrice, trade.exitPrice]).toEqual([entry, exit]);
  }
  const { day, equity } = result.daily;
  for (const [bar, expectedEquity] of expected.equities.entries()) {
    expect(equity[day.indexOf(candles.time[bar]!)]).toBeCloseTo(expectedEquity, 6);
  }
}

/** A random walk from a round price, with the gaps of a market that is shut at weekends. */
function walk(seed: number, count: number): Candles {
  const random = seededRandom(seed);
  let price = 100;
  let day = 0;
  return candlesFrom(
    Array.from({ length: count }, () => {
      const open = price * (1 + (random() - 0.5) * 0.01);
      price = open * (1 + (random() - 0.5) * 0.06);
      day += random() < 0.2 ? 3 : 1;
      const [high, low] = [Math.max(open, price), Math.min(open, price)];
      return { time: MONDAY + day * DAY_MS, open, high, low, close: price, volume: 0 };
    }),
  );
}

describe('sma-cross', () => {
  test('trades and marks as a naive loop does', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 2, max: 260 }),
        fc.constantFrom([10, 30], [1, 2], [3, 7], [5, 40]),
        fc.constantFrom(0, 20),
        fc.constantFrom(1, 0.001, 7),
        (seed, count, [fast, slow], feeBps, lot) => {
          expectSame(walk(seed, count), fast!, slow!, feeBps, lot);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.skipIf(!hasRealCandles).each(['SPX500_1d.csv', 'GOLD_1d.csv', 'BTC-USD_1d.csv'])(
    'trades as a naive loop does on %s',
    (file) => {
      const candles = realCandles(file);
      expectSame(candles, 10, 30, 0, file.startsWith('BTC') ? 0.001 : 1);
      expectSame(candles, 10, 30, 5, 0.001);
    },
  );

  const closes = (values: readonly number[]) =>
    candlesFrom(
      values.map((close, day) => ({
        time: MONDAY + day * DAY_MS,
        open: close,
        high: close,
        low: close,
        close,
        volume: 0,
      })),
    );

  test.each<[string, number[], string[]]>([
    ['a cross upwards buys at the next open', [10, 9, 8, 12, 13, 14, 15], ['long 4 769 13→15']],
    ['a mean that only touches the other does not cross', [10, 9, 9, 9, 10, 11, 12], []],
    ['a cross at the last bar fills nothing', [10, 9, 8, 7, 12], []],
    [
      'a flip closes first and spends what is left',
      [10, 9, 8, 12, 10, 8, 5, 4],
      ['long 4 1000 10→8', 'short 5 1000 8→4'],
    ],
    [
      'a flip that fills at the last open is closed there too',
      [10, 9, 8, 12, 10, 8],
      ['long 4 1000 10→8', 'short 5 1000 8→8'],
    ],
  ])('%s', (_, values, expected) => {
    const { trades } = run(closes(values), { fast: 1, slow: 2 });
    expect(
      trades.map(
        ({ direction, openedAt, units, entryPrice, exitPrice }) =>
          `${direction} ${(openedAt - MONDAY) / DAY_MS} ${units} ${entryPrice}→${exitPrice}`,
      ),
    ).toEqual(expected);
  });

  test('spends exactly all where whole lots allow it, and stays out where not one is affordable', () => {
    const rising = [10, 9, 8, 12, 10, 10];
    expect(run(closes(rising), { fast: 1, slow: 2 }).trades[0]!.units).toBe(1000);
    expect(run(closes(rising), { fast: 1, slow: 2, lot: 0.001 }, 100).trades[0]!.units).toBe(990.099);
    expect(run(closes(rising.map((price) => price * 1001)), { fast: 1, slow: 2 }).trades).toEqual([]);
  });

  test('several symbols get equal parts of the equity', () => {
    const candles = closes([10, 9, 8, 12, 12.5, 13]);
    const series = ['A', 'B'].map((symbol) => ({ spec: { ...spec(), symbol }, candles }));
    const { trades } = run(candles, { fast: 1, slow: 2 }, 0, { series });
    expect(trades.map(({ symbol, units }) => `${symbol} ${units}`)).toEqual(['A 400', 'B 400']);
  });

  test('decides on a prefix as on the whole', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 199 }), (seed, count) => {
        const whole = run(walk(seed, 200), { fast: 3, slow: 9 }, 3, { closesAtLastOpen: false });
        const candles = walk(seed, 200);
        const until = candles.time[count]!;
        const part = run(candles, { fast: 3, slow: 9 }, 3, { closesAtLastOpen: false, until });
        expect(part.fills).toEqual(whole.fills.filter(({ time }) => time < until));
      }),
      { numRuns: 40 },
    );
  });

  test('goes on after a restart at any bar as if there had been none', () => {
    const market = randomMarket(5, HOUR_MS, 600);
    const steps = stepsOf(market.candles);
    const create = (state?: unknown) =>
      createEngine({
        strategy: smaCross(HOUR_MS),
        parameters: { fast: 3, slow: 9, lot: 0.01 },
        symbols: market.specs,
        startingEquity: 10_000,
        baseIntervalMs: HOUR_MS,
        ...(state === undefined ? {} : { state }),
      });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 599 }), (at) => {
        const before = create();
        for (const { time, bars } of steps.slice(0, at)) before.step(time, bars);
        const after = create(JSON.parse(JSON.stringify(before.state())));
        const seen = randomMarket(5, HOUR_MS, at).candles;
        after.warm(
          seen.map((candles, index) => ({
            symbol: market.specs[index]!.symbol,
            intervalMs: HOUR_MS,
            candles,
          })),
        );
        for (const { time, bars } of steps.slice(at)) {
          expect(after.step(time, bars)).toEqual(before.step(time, bars));
        }
        expect(after.state()).toEqual(before.state());
      }),
      { numRuns: 10 },
    );
  });

  test('takes every bar as given, a Sunday too', () => {
    const sunday = MONDAY + 6 * DAY_MS;
    const times = [0, 1, 2, 3, 4, 6, 7, 8].map((day) => MONDAY + day * DAY_MS);
    const values = [10, 9, 8, 8, 8, 12, 13, 14];
    const candles = candlesFrom(
      values.map((close, at) => ({
        time: times[at]!,
        open: close,
        high: close,
        low: close,
        close,
        volume: 0,
      })),
    );
    expect(run(candles, { fast: 1, slow: 2 }).trades).toEqual([]);
    const lower = candlesFrom(
      [10, 9, 8, 7, 6, 12, 13, 14].map((close, at) => ({
        time: times[at]!,
        open: close,
        high: close,
        low: close,
        close,
        volume: 0,
      })),
    );
    expect(run(lower, { fast: 1, slow: 2 }).trades[0]!.openedAt).toBe(sunday + DAY_MS);
  });

  test('refuses bars known beforehand of another length than its own', () => {
    expect(() =>
      createEngine({
        strategy: smaCross(DAY_MS),
        symbols: [spec()],
        startingEquity: 1,
        baseIntervalMs: HOUR_MS,
        whole: [new CandleSeries()],
      }),
    ).toThrow('decides on bars');
  });
});

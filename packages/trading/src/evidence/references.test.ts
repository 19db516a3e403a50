import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { madeCandles, madeMatrix, madeReturns } from '../testing/bench-generators.ts';
import reference from '../testing/bench-reference.json' with { type: 'json' };
import { blockLength } from './block-length.ts';
import { evidenceFigures } from './evidence-figures.ts';
import { falseDiscoveryRates } from './false-discovery.ts';
import { overfittingByBlocks } from './overfitting.ts';
import { compareWithRandomBots } from './random-bots.ts';
import { sfc32 } from './sfc32.ts';
import { perDay, sharpeSampleOf } from './sharpe-sample.ts';
import {
  deflatedSharpe,
  luckySharpe,
  minBacktestYears,
  minTrackRecordDays,
  powerOf,
  probabilisticSharpe,
} from './sharpe-tests.ts';
import { effectiveTrials, leastVariance } from './trials.ts';

// Values that do not come from this code: `test-bench.md` of the specification names the formulas, `bench-reference.json` is
// the part of its reference values that these figures have. Each has twelve digits.

const digest = (key: string): Uint8Array => createHash('sha256').update(key).digest();
/** Within a relative 1e-9; exactly for 0. */
const near = (value: number) =>
  value === 0 ? 0 : expect.closeTo(value, 10 - Math.ceil(Math.log10(Math.abs(value))));
/** The same of every number within. */
function allNear(value: unknown): unknown {
  if (typeof value === 'number') return near(value);
  if (Array.isArray(value)) return value.map(allNear);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, allNear(inner)]));
}
/** Figures as their numbers alone. */
const numbersOf = (figures: Record<string, { value: unknown }>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));

test.each(reference.sfc32)('sfc32 of $key', ({ key, first5 }) => {
  expect(Array.from({ length: 5 }, sfc32(digest(key)))).toEqual(first5);
});

test('the generator of candles gives the bars that were meant', () => {
  const { open, high, low, close } = madeCandles(7, 300);
  expect([open[0], high[0], low[0], close[0], close[299]]).toEqual([99.98, 100.99, 99.62, 100.66, 111.16]);
});

describe.each(reference.statistics)('a record', ({ generator, benchmark, ...expected }) => {
  const returns = madeReturns(generator);
  const own = madeReturns(benchmark);
  const figures = evidenceFigures({
    returns,
    benchmark: own.map((value, day) => 0.6 * value + 0.4 * returns[day]!),
    trials: { N: 1, V: leastVariance(returns.length) },
    amount: { amount: 1, days: 365 },
    seed: digest(expected.bootstrapKey),
    replicates: 400,
  });

  test('is the one that was meant', () => {
    expect(returns.slice(0, 3)).toEqual(allNear(expected.first));
  });

  test.each([
    'meanPerDay',
    'sdPerDay',
    'skew',
    'kurtosis',
    'sharpeYear',
    'cagr',
    'psr0',
    'psrHalf',
    'lowerBound95',
    'minTrackRecordDays',
    'cvar5',
  ] as const)('has the %s of the reference', (name) => {
    expect(figures[name].value).toEqual(near(expected[name]));
  });

  test('has its regression on the benchmark and its recovery', () => {
    expect(numbersOf(figures.alphaBeta)).toEqual(allNear(expected.alphaBeta));
    expect(numbersOf(figures.recovery)).toEqual(allNear(expected.recovery));
  });

  test('has its bands', () => {
    const { b, ...bands } = expected.bands400;
    expect(figures.bands.value).toEqual(allNear({ blockLength: b, ...bands }));
    expect(b).toBe(expected.blockLength);
  });
});

describe('published examples', () => {
  const { dsr, psr, minTrlYears, minBtlYears } = reference.published;

  test.each(psr)('PSR of a Sharpe ratio of $sr', ({ sr, T, psr: expected, ...moments }) => {
    expect(probabilisticSharpe({ sharpe: sr, days: T, ...moments }).value).toEqual(near(expected));
  });

  test.each(dsr)('DSR of $N trials', ({ srYear, periods, T, V, N, sr0PerDay, dsr: expected, ...moments }) => {
    const sample = { sharpe: srYear / Math.sqrt(periods), days: T, ...moments };
    expect(luckySharpe({ N, V })).toEqual(near(sr0PerDay));
    expect(deflatedSharpe(sample, { N, V }).value).toEqual(near(expected));
  });

  test.each(minTrlYears)('MinTRL of $srYear against $thresholdYear', (example) => {
    const { srYear, thresholdYear, periods, years, ...moments } = example;
    const sample = { sharpe: srYear / Math.sqrt(periods), days: 0, ...moments };
    const { value } = minTrackRecordDays(sample, thresholdYear / Math.sqrt(periods));
    expect(value! / periods).toEqual(near(years));
  });

  test.each(minBtlYears)('MinBTL of $N trials', ({ N, srYear, years }) => {
    expect(minBacktestYears(N, srYear).value).toEqual(near(years));
  });
});

test.each(reference.dsr)(
  'leader clustering and DSR of the trial $picked',
  ({ generator, picked, ...expected }) => {
    const columns = madeMatrix({ ...generator, mean: (column) => (0.0003 * column) / generator.columns });
    for (let column = 2; column < columns.length; column += 3) {
      const before = columns[column - 1]!;
      columns[column] = columns[column]!.map((value, row) => 0.9 * before[row]! + 0.1 * value);
    }
    const trials = columns.map((returns, index) => ({
      id: String(index),
      madeAt: index,
      firstDay: 0,
      returns,
      sharpe: sharpeSampleOf(returns).value!.sharpe,
    }));
    const { leaders, N, V } = effectiveTrials(trials, generator.rows);
    expect(leaders.map(({ id }) => Number(id))).toEqual(expected.leaders);
    const figures = evidenceFigures({
      returns: columns[picked]!,
      benchmark: null,
      trials: { N, V },
      amount: { amount: 1, days: 1 },
      seed: digest('dsr'),
      replicates: 1,
    });
    const { sr0PerDay, dsr, minBacktestYears: years } = figures;
    expect([N, V, sr0PerDay.value, dsr.value, years.value]).toEqual(
      allNear([expected.N, expected.V, expected.sr0PerDay, expected.dsr, expected.minBacktestYears]),
    );
  },
);

test.each(reference.pbo)('PBO by $blocks blocks', ({ generator, ...expected }) => {
  const columns = madeMatrix({ ...generator, mean: (column) => (column === 3 ? 0.0006 : 0) });
  expect(overfittingByBlocks(columns, expected.blocks).value).toEqual(allNear(expected));
});

test.each(reference.blockLength)('the block length $b', ({ generator, b }) => {
  expect(blockLength(madeReturns(generator))).toEqual(near(b));
});

test.each(reference.monkeys)('random bots of $key', ({ key, candles, trades, costPerSide, ...expected }) => {
  const { open, close, length } = madeCandles(candles.seed, candles.bars);
  const prices = open.subarray(0, length);
  const market = {
    open: prices,
    lastClose: close[length - 1]!,
    costPerSide,
    financingPerBar: 0,
    trades: trades.map(([side, start, bars, weight]) => ({
      side: side === 1 ? (1 as const) : (-1 as const),
      bars: bars!,
      weight: weight!,
      entry: prices[start!]!,
      exit: prices[start! + bars!]!,
    })),
  };
  const { returns, actual, p } = compareWithRandomBots([market], digest(key)).value!;
  const sorted = returns.toSorted();
  expect({
    first3: [...returns.subarray(0, 3)],
    median: (sorted[499]! + sorted[500]!) / 2,
    actual,
    p,
  }).toEqual(allNear(expected));
});

test.each(reference.falseDiscovery)('Benjamini and Hochberg of $p', ({ p, q }) => {
  expect(falseDiscoveryRates(p)).toEqual(allNear(q));
});

test.each(reference.power)('the power at $srYear a year', ({ srYear, days, power }) => {
  expect(powerOf(srYear, days)).toEqual(near(power));
  expect(perDay(srYear)).toBeCloseTo(srYear / Math.sqrt(365), 15);
});

import { expect, test } from 'vitest';
import { evidenceFigures } from './evidence-figures.ts';
import type { MissingReason } from './figure.ts';
import { overfittingOf } from './overfitting.ts';
import { type JudgedMarket, randomBotsOf } from './random-bots.ts';
import { sfc32 } from './sfc32.ts';
import type { SharpeSample } from './sharpe-sample.ts';
import {
  chanceOfSharpe,
  daysNeeded,
  deflatedSharpe,
  minTrackRecordDays,
  probabilisticSharpe,
  sharpeLowerBound,
} from './sharpe-tests.ts';

const seed = new Uint8Array(16).fill(7);
const draw = sfc32(seed);
const uniform = (): number => draw() / 2 ** 32;
const noise = (days: number, mean = 0): number[] =>
  Array.from({ length: days }, () => mean + (uniform() - 0.5) / 50);

const evidence = (returns: readonly number[], benchmark: readonly number[] | null = null, N = 1) =>
  evidenceFigures({
    returns,
    benchmark,
    trials: { N, V: 0.001 },
    amount: { amount: 1000, days: 30 },
    seed,
    replicates: 20,
  });

/** Every figure by its name, those of groups too; fails where one is neither a finite number nor missing for a reason. */
function reasonsIn(found: unknown, name = ''): Record<string, MissingReason | null> {
  if (typeof found === 'number') expect(found, name).toSatisfy(Number.isFinite);
  if (typeof found !== 'object' || found === null) return {};
  if ('missing' in found) {
    const { value, missing } = found as { value: unknown; missing: MissingReason | null };
    expect(value === null, name).toBe(missing !== null);
    reasonsIn(value, name);
    return { [name]: missing };
  }
  return Object.assign(
    {},
    ...Object.entries(found).map(([key, inner]) => reasonsIn(inner, name === '' ? key : `${name}.${key}`)),
  );
}
const missingIn = (found: unknown): Record<string, MissingReason> =>
  Object.fromEntries(
    Object.entries(reasonsIn(found)).flatMap(([name, reason]) => (reason === null ? [] : [[name, reason]])),
  );

test('a long record that wins has every figure, but for what it cannot be compared with', () => {
  const returns = noise(300, 0.001);
  expect(missingIn(evidence(returns, noise(300)))).toEqual({});
  expect(missingIn(evidence(returns))).toEqual({
    'alphaBeta.alphaYear': 'no-benchmark',
    'alphaBeta.beta': 'no-benchmark',
    'alphaBeta.tAlpha': 'no-benchmark',
  });
});

test.each<[name: string, returns: number[], reason: MissingReason]>([
  ['29 days', noise(29), 'too-short'],
  ['no day', [], 'too-short'],
  ['a day after everything was lost', [...noise(200), -1, Number.NaN, Number.NaN], 'undefined'],
  ['days that bring the same', new Array(200).fill(0.001), 'flat'],
  ['days that bring nothing', new Array(200).fill(0), 'flat'],
  ['returns beyond all measure', noise(200).map((value) => value * 1e200), 'undefined'],
])('%s: no figure at all, for one reason', (_, returns, reason) => {
  const reasons = reasonsIn(evidence(returns, noise(returns.length), 3));
  expect(Object.keys(reasons).length).toBeGreaterThan(25);
  expect(new Set(Object.values(reasons))).toEqual(new Set([reason]));
});

test.each([
  ['noise', (day: number) => uniform() - 0.5 + 0 * day],
  ['one day', (day: number) => (day === 7 ? 1 : 0)],
  ['the last day', (day: number) => (day === 99 ? -1 : 0)],
  ['up and down', (day: number) => (day % 2 === 0 ? 1 : -1)],
  ['a step', (day: number) => (day < 50 ? 0.5 : 0.25)],
  ['a slope', (day: number) => day / 100],
])('%s of any size: every figure is a finite number or missing', (_, shape) => {
  for (let power = -320; power <= 305; power += 25) {
    const returns = Array.from({ length: 100 }, (__, day) => shape(day) * 10 ** power);
    expect(Object.keys(reasonsIn(evidence(returns, noise(100), 5))).length).toBeGreaterThan(25);
    expect(Object.keys(reasonsIn(evidence(noise(100), returns, 5))).length).toBeGreaterThan(25);
    const sweep = Array.from({ length: 12 }, (__, variant) => returns.map((value) => value * (variant - 6)));
    reasonsIn(overfittingOf(sweep.map((variant) => [...variant, ...variant])), 'sweep');
  }
});

test('a short record has what few days say, and each reason stands where it belongs', () => {
  const rising = (days: number): number[] => noise(days, 0.011);
  expect(missingIn(evidence(rising(45), noise(45)))).toEqual({
    cagr: 'too-short',
    cvar5: 'too-short',
    'alphaBeta.alphaYear': 'too-short',
    'alphaBeta.beta': 'too-short',
    'alphaBeta.tAlpha': 'too-short',
    bands: 'too-short',
    amount: 'too-short',
  });
  expect(missingIn(evidence(rising(99), noise(99)))).toEqual({ cvar5: 'too-short' });
});

test('a record that loses needs no days, since none suffice, and its fall is open', () => {
  const returns = noise(200, -0.003);
  returns[0] = 0.1;
  expect(missingIn(evidence(returns, noise(200)))).toEqual({
    minTrackRecordDays: 'undefined',
    minBacktestYears: 'undefined',
    daysNeeded: 'undefined',
    'recovery.recoveryDays': 'undefined',
  });
});

test('moments that no record can have give no test', () => {
  const impossible = { days: 100, sharpe: 1, skew: 3, kurtosis: 3 };
  for (const test of [
    probabilisticSharpe,
    chanceOfSharpe,
    sharpeLowerBound,
    minTrackRecordDays,
    (sample: SharpeSample) => deflatedSharpe(sample, { N: 5, V: 0.01 }),
    (sample: SharpeSample) => daysNeeded(sample, 5),
  ])
    expect(test(impossible)).toEqual({ value: null, missing: 'undefined' });
});

test('a benchmark that stands still explains nothing, one that explains everything leaves no error', () => {
  const returns = noise(200, 0.001);
  expect(evidence(returns, new Array(200).fill(0.001)).alphaBeta.beta.missing).toBe('flat');
  const { alphaYear, beta, tAlpha } = evidence(
    returns,
    returns.map((value) => value / 2),
  ).alphaBeta;
  expect([alphaYear.value, beta.value, tAlpha.missing]).toEqual([
    expect.closeTo(0, 12),
    expect.closeTo(2, 12),
    'undefined',
  ]);
  expect(() => evidence(returns, noise(199))).toThrow(RangeError);
});

test('recovery counts from the start, and a record that never falls has none to wait for', () => {
  const rising = noise(40).map((value) => Math.abs(value));
  expect(Object.values(evidence(rising).recovery).map(({ value }) => value)).toEqual([0, 0, 0, 0]);
  const fall = [...rising];
  fall[0] = -0.2;
  fall[3] = 0.3;
  const { peakDay, troughDay, recoveryDays } = evidence(fall).recovery;
  expect([peakDay.value, troughDay.value, recoveryDays.value]).toEqual([0, 1, 3]);
});

test('a sweep of few variants, few days or without movement has no PBO', () => {
  const sweep = (variants: number, days: number, of = () => noise(days)) =>
    overfittingOf(Array.from({ length: variants }, of));
  expect(sweep(9, 200).missing).toBe('too-short');
  expect(sweep(10, 159).missing).toBe('too-short');
  expect(sweep(10, 160).value?.blocks).toBe(8);
  expect(sweep(10, 640).value?.blocks).toBe(16);
  expect(sweep(10, 200, () => new Array(200).fill(0.002)).missing).toBe('flat');
  expect(sweep(10, 200, () => [...noise(199), Number.NaN]).missing).toBe('undefined');
  expect(() => overfittingOf([noise(200), ...Array.from({ length: 10 }, () => noise(199))])).toThrow(
    RangeError,
  );
});

test('a variant that stands still on a half is never chosen there and ranks last, and equals share a rank', () => {
  const idle = Array.from({ length: 200 }, (_, day) => (day < 100 ? 0 : 0.01 + (day % 2) / 1000));
  const others = noise(200);
  const { value } = overfittingOf([...Array.from({ length: 10 }, () => others), idle]);
  // It is the best wherever it moves: chosen by mistake on the half without the other one's days, and missed there.
  expect(value).toMatchObject({ pbo: 2 / 70, combinations: 70 });
  const [right, last, equals] = [11 / 12, 1 / 12, 5.5 / 12].map((share) => Math.log(share / (1 - share)));
  expect(value?.meanLogit).toBeCloseTo((68 * right! + last! + equals!) / 70, 12);
});

test('random bots need ten trades over all symbols, bars enough, and prices', () => {
  const market = (trades: number, bars: number, open = 1): JudgedMarket => ({
    open: new Float64Array(100).fill(open),
    lastClose: open,
    costPerSide: 0.001,
    financingPerBar: 0,
    trades: Array.from({ length: trades }, () => ({ side: 1 as const, bars, weight: 1, entry: 1, exit: 1 })),
  });
  expect(randomBotsOf([market(9, 1)], seed).missing).toBe('too-short');
  expect(randomBotsOf([market(9, 1), market(1, 1)], seed).missing).toBe(null);
  expect(randomBotsOf([market(10, 10)], seed).value).toMatchObject({ p: 1 });
  expect(randomBotsOf([market(10, 11)], seed).missing).toBe('undefined');
  expect(randomBotsOf([market(10, 1, 0)], seed).missing).toBe('undefined');
});

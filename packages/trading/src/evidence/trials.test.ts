import { expect, test } from 'vitest';
import { sfc32 } from './sfc32.ts';
import { effectiveTrials, leastVariance, sharesData, type Trial, type TrialData } from './trials.ts';

const draw = sfc32(new Uint8Array(16).fill(3));
const noise = (days: number): Float64Array =>
  Float64Array.from({ length: days }, () => draw() / 2 ** 32 - 0.5);
const mixed = (one: ArrayLike<number>, other: ArrayLike<number>, share: number): Float64Array =>
  Float64Array.from(one, (value, day) => share * value + (1 - share) * other[day]!);
const trial = (returns: ArrayLike<number>, more: Partial<Trial> = {}): Trial => ({
  id: 'a',
  madeAt: 0,
  firstDay: 0,
  returns,
  sharpe: 0.01,
  ...more,
});
const DAYS = 200;
const count = (trials: Trial[]): number => effectiveTrials(trials, DAYS).N;

test('copies of one rule are one, independent rules are many, and two families are two', () => {
  const one = noise(DAYS);
  expect(count(Array.from({ length: 100 }, () => trial(one)))).toBe(1);
  expect(count(Array.from({ length: 100 }, () => trial(noise(DAYS))))).toBeGreaterThanOrEqual(95);
  const other = noise(DAYS);
  const family = (from: Float64Array) =>
    Array.from({ length: 50 }, () => trial(mixed(from, noise(DAYS), 0.8)));
  expect(count([...family(one), ...family(other)])).toBe(2);
  expect(count([])).toBe(1);
});

test('time decides who leads, and the id where times are equal', () => {
  // b is like both a and c, which are not like each other: who comes first decides how many there are.
  const a = noise(DAYS);
  const c = mixed(noise(DAYS), a, 0.8);
  const b = mixed(a, c, 0.5);
  const all = (times: [number, number, number], ids = ['a', 'b', 'c']) =>
    [c, b, a].map((returns, index) => trial(returns, { id: ids[2 - index]!, madeAt: times[2 - index]! }));
  const leadersOf = (trials: Trial[]) => effectiveTrials(trials, DAYS).leaders.map(({ id }) => id);
  expect(leadersOf(all([1, 2, 3]))).toEqual(['a', 'c']);
  expect(leadersOf(all([2, 1, 3]))).toEqual(['b']);
  expect(leadersOf(all([1, 1, 1]))).toEqual(['a', 'c']);
  expect(leadersOf(all([1, 1, 1], ['b', 'a', 'c']))).toEqual(['a']);
});

test('only days that both have count, and fewer than sixty show nothing', () => {
  const returns = noise(DAYS);
  const later = (firstDay: number) => trial(returns.subarray(firstDay), { firstDay });
  expect(count([trial(returns), later(140)])).toBe(1);
  expect(count([trial(returns), later(141)])).toBe(2);
  expect(count([trial(returns), trial(returns, { firstDay: 1 })])).toBe(2);
});

test('two that stand still are the same, one that does is like no other', () => {
  const still = trial(new Float64Array(DAYS), { sharpe: null });
  const same = trial(new Float64Array(DAYS).fill(0.001), { sharpe: null });
  expect(count([still, same])).toBe(1);
  expect(count([still, trial(noise(DAYS)), same])).toBe(2);
});

test('V is the spread of the leaders, and never less than chance', () => {
  const spreadOf = (ratios: (number | null)[]) =>
    effectiveTrials(
      ratios.map((sharpe) => trial(noise(DAYS), { sharpe })),
      DAYS,
    ).V;
  expect(spreadOf([0.1])).toBe(leastVariance(DAYS));
  expect(spreadOf([0.1, 0.1, 0.1])).toBe(1 / 199);
  expect(spreadOf([0, 0.2, 0.4])).toBeCloseTo(0.04, 12);
  expect(spreadOf([0, null, 0.2, 0.4])).toBeCloseTo(0.04, 12);
});

test('after 500 leaders every trial counts', () => {
  const days = 60;
  const different = Array.from({ length: 500 }, (_, index) => {
    const returns = new Float64Array(days);
    returns[index % days] = 1;
    returns[Math.floor(index / days)]! -= 2 + index;
    return trial(returns, { madeAt: index, firstDay: 1000 * index });
  });
  expect(count([...different, trial(different[0]!.returns, { madeAt: 500 })])).toBe(501);
  expect(
    count([...different.slice(1), trial(different[499]!.returns, { madeAt: 500, firstDay: 499_000 })]),
  ).toBe(499);
});

test('trials share data by symbol, source, interval and half of the shorter period', () => {
  const data: TrialData = { symbols: ['A', 'B'], source: 'x', interval: '1d', from: 0, until: 100 };
  const shares = (more: Partial<TrialData>) => sharesData(data, { ...data, ...more });
  expect(shares({ symbols: ['B', 'C'] })).toBe(true);
  expect(shares({ symbols: ['C'] })).toBe(false);
  expect(shares({ source: 'y' })).toBe(false);
  expect(shares({ interval: '1h' })).toBe(false);
  expect(shares({ from: 50, until: 300 })).toBe(true);
  expect(shares({ from: 51, until: 300 })).toBe(false);
  expect(shares({ from: 90, until: 110 })).toBe(true);
  expect(shares({ from: 91, until: 111 })).toBe(false);
  expect(shares({ from: 100, until: 100 })).toBe(false);
});

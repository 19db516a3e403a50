import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { madeReturns } from '../testing/bench-generators.ts';
import { amountOutlook, bootstrapBands } from './stationary-bootstrap.ts';

// What the bands are of a record, `references.test.ts` says.

const digest = (key: string): Uint8Array => createHash('sha256').update(key).digest();

test('the bands stay numbers where most resampled records stand still, and where one loses everything', () => {
  const still = new Float64Array(60);
  still[30] = 0.01;
  const { sharpe, maxDrawdown } = bootstrapBands(still, digest('still'), 400);
  expect(sharpe[0]).toBe(0);
  expect(sharpe[2]).toBeGreaterThan(0);
  expect(maxDrawdown).toEqual([0, 0, 0]);
  const ruined = new Float64Array(60).fill(0.001);
  ruined[10] = -1;
  const bands = bootstrapBands(ruined, digest('ruined'), 400);
  expect([bands.cagr[0], bands.maxDrawdown[0]]).toEqual([-1, -1]);
  // More than everything is everything, and two such days are no gain.
  ruined[40] = -3;
  expect(bootstrapBands(ruined, digest('ruined'), 400).maxDrawdown[0]).toBe(-1);
});

test('an amount ends where its days lead, in proportion, and below itself as often as is said', () => {
  const returns = madeReturns({ seed: 5, n: 400, mean: 0.0002, scale: 0.01, phi: 0, tail: 0 });
  const outlook = (amount: number, days: number, record = returns) =>
    amountOutlook(record, { amount, days }, digest('amount'));
  const year = outlook(1000, 365);
  expect(year.low).toBeLessThan(year.median);
  expect(year.median).toBeLessThan(year.high);
  expect(outlook(2500, 365).median).toBeCloseTo(2.5 * year.median, 9);
  expect(outlook(1000, 30).high - outlook(1000, 30).low).toBeLessThan(year.high - year.low);
  // One day of a record in which every second one loses: half of the paths end below.
  const even = returns.map((_, day) => (day % 2 === 0 ? 0.02 : -0.01));
  const { lossShare, low, high } = outlook(100, 1, even);
  expect(lossShare).toBeCloseTo(0.5, 1);
  expect([low, high]).toEqual([expect.closeTo(99, 9), expect.closeTo(102, 9)]);
});

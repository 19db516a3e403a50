import { expect, test } from 'vitest';
import { figure, missing } from './figure.ts';
import { chanceOfBest } from './sharpe-tests.ts';
import { type EvidenceVerdict, type VerdictGrounds, verdictOf } from './verdict.ts';

const good: VerdictGrounds = {
  trades: 10,
  days: 180,
  p: figure(0.05),
  dsr: figure(0.95),
  trials: 1,
  returnAtDoubleCosts: 0.01,
  returnInTestPeriod: null,
};

test.each<[verdict: EvidenceVerdict, why: string, change: Partial<VerdictGrounds>]>([
  ['passed-with-reservation', 'everything at its limit', {}],
  ['passed-with-reservation', 'a profit in the test period', { returnInTestPeriod: 0.001 }],
  ['too-little-data', 'nine trades', { trades: 9 }],
  ['too-little-data', '179 days', { days: 179 }],
  ['too-little-data', 'few trades that are worse than chance', { trades: 9, p: figure(1) }],
  ['worse-than-chance', 'beaten by 95 of 100', { p: figure(0.95) }],
  ['no-evidence', 'beaten by nearly as many', { p: figure(0.949) }],
  ['no-evidence', 'the better random bots', { p: figure(0.0501) }],
  ['no-evidence', 'the best of two', { trials: 2 }],
  ['no-evidence', 'a DSR below the limit', { dsr: figure(0.9499) }],
  ['no-evidence', 'no profit at twice the costs', { returnAtDoubleCosts: 0 }],
  ['no-evidence', 'no profit in the test period', { returnInTestPeriod: 0 }],
  ['no-evidence', 'no random bots', { p: missing('undefined') }],
  ['no-evidence', 'no DSR', { dsr: missing('flat') }],
])('%s: %s', (verdict, _, change) => {
  expect(verdictOf({ ...good, ...change })).toBe(verdict);
});

test('the chance of the best of many keeps its digits where it is small, and is sure where one is', () => {
  expect(chanceOfBest(0.02, 47)).toBeCloseTo(1 - 0.98 ** 47, 14);
  expect(chanceOfBest(1e-18, 10) / 1e-17).toBeCloseTo(1, 12);
  expect([chanceOfBest(1, 3), chanceOfBest(0, 3)]).toEqual([1, 0]);
});

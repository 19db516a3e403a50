import { expect, it } from 'vitest';
import { bandPlaces } from './outcome-places.ts';

const WINDOWS = { worst: -0.1, low: -0.02, median: 0.01, high: 0.05, best: 0.1 };

it('the figures stand in their order, and zero stands among them', () => {
  const { worst, low, zero, median, high, best } = bandPlaces(WINDOWS);
  const inOrder = [worst, low, zero, median, high, best];
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  expect(zero).toBeCloseTo(500, 9);
});

it('zero is on the track even when every window lost', () => {
  const { best, zero } = bandPlaces({ worst: -0.3, low: -0.2, median: -0.15, high: -0.1, best: -0.05 });
  expect(zero).toBeGreaterThan(best);
  expect(zero).toBeLessThan(1000);
});

it('windows that all brought nothing stand in the middle', () => {
  const { worst, best, zero } = bandPlaces({ worst: 0, low: 0, median: 0, high: 0, best: 0 });
  expect([worst, best, zero]).toEqual([500, 500, 500]);
});

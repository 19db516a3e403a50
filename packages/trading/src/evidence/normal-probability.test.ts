import { expect, test } from 'vitest';
import { normalProbability } from './normal-probability.ts';

// erfc(−x / √2) / 2 with 30 digits.
test.each([
  [-20, 2.7536241186062337e-89],
  [-10, 7.61985302416e-24],
  [-7.5, 3.19089167291e-14],
  [-5, 2.8665157187919391e-7],
  [-3.1, 0.0009676032132183566],
  [-2.9, 0.001865813300384038],
  [-1, 0.15865525393145705],
  [0, 0.5],
  [1.6448536269514722, 0.95],
  [4, 0.9999683287581669],
  [Number.POSITIVE_INFINITY, 1],
  [Number.NEGATIVE_INFINITY, 0],
])('Φ(%f) to twelve digits', (x, p) => {
  expect(p === 0 ? normalProbability(x) + 1 : normalProbability(x) / p).toBeCloseTo(1, 12);
});

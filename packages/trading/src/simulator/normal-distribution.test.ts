import { expect, test } from 'vitest';
import { normalCdf, normalFromWord, normalQuantile } from './normal-distribution.ts';

test.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [-1.959963984540054, 0.025],
  [-5, 2.866515718791939e-7],
  [-10, 7.61985302416053e-24],
])('the distribution function at %f is %f', (x, p) => {
  expect(normalCdf(x) / p).toBeCloseTo(1, 8);
});

test('the quantile inverts the distribution function', () => {
  for (let x = -6.5; x <= 4; x += 0.01) expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 8);
});

test('every word gives a finite, symmetric number', () => {
  expect(normalFromWord(0)).toBeGreaterThan(-6.5);
  expect(normalFromWord(0)).toBeCloseTo(-normalFromWord(0xffffffff), 5);
  expect(normalFromWord(0x7fffffff)).toBeCloseTo(0, 8);
});

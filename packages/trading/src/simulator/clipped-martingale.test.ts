import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logClippedExpectation } from './clipped-martingale.ts';

/** E[f(Z)] for a standard normal Z by the trapezoidal rule, which converges very fast for such functions. */
function gaussianMean(f: (z: number) => number): number {
  const step = 1 / 256;
  let sum = 0;
  for (let z = -12; z <= 12; z += step) sum += f(z) * Math.exp((-z * z) / 2);
  return (sum * step) / Math.sqrt(2 * Math.PI);
}

const day = fc.record({
  w: fc.double({ min: -4, max: 4, noNaN: true }),
  tau: fc.double({ min: 0.02, max: 1.4, noNaN: true }),
  s: fc.double({ min: 0.001, max: 1.5, noNaN: true }),
  a: fc.double({ min: 0.4, max: 6, noNaN: true }),
  share: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
});

test('the expected price after any part of the day is the price now', () => {
  fc.assert(
    fc.property(day, ({ w, tau, s, a, share }) => {
      const now = Math.exp(logClippedExpectation(w, tau, s, a));
      const step = Math.sqrt(share * tau);
      const later = gaussianMean((z) =>
        Math.exp(logClippedExpectation(w + step * z, tau * (1 - share), s, a)),
      );
      expect(later / now).toBeCloseTo(1, 7);
    }),
    { numRuns: 150, seed: 20260301 },
  );
});

test('the expected result of a clipped day is the closed form', () => {
  fc.assert(
    fc.property(day, ({ w, tau, s, a }) => {
      const clipped = gaussianMean((z) => Math.exp(s * Math.min(a, Math.max(-a, w + Math.sqrt(tau) * z))));
      expect(Math.exp(logClippedExpectation(w, tau, s, a)) / clipped).toBeCloseTo(1, 5);
    }),
    { numRuns: 150, seed: 20260302 },
  );
});

test('the day ends on the clipped return', () => {
  expect(logClippedExpectation(1.5, 0, 0.04, 1.2)).toBe(0.04 * 1.2);
  expect(logClippedExpectation(-9, 0, 0.04, 1.2)).toBe(-0.04 * 1.2);
  expect(logClippedExpectation(0.7, 0, 0.04, 1.2)).toBe(0.04 * 0.7);
});

test('a clip out of reach leaves the familiar compensator', () => {
  expect(logClippedExpectation(0.3, 0.5, 0.1, Number.POSITIVE_INFINITY)).toBeCloseTo(0.03 + 0.0025, 14);
  expect(logClippedExpectation(0.3, 0.5, 0.1, 6)).toBeCloseTo(0.03 + 0.0025, 10);
});

test('the price never leaves the band of the clip', () => {
  fc.assert(
    fc.property(day, ({ w, tau, s, a }) => {
      expect(Math.abs(logClippedExpectation(w * 10, tau, s * 4, a))).toBeLessThanOrEqual(s * 4 * a + 1e-9);
    }),
    { seed: 20260303 },
  );
});

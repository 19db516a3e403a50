import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MeanDifference } from './mean-difference.ts';

/** Exact: every finite double is a whole number of 2⁻¹⁰⁷⁴. */
function toExact(value: number): bigint {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  const bits = bytes.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n === 1n ? -size : size;
}

function exactSign(values: readonly number[], fast: number, slow: number): number {
  if (values.length < slow) return 0;
  const sum = (count: number) => values.slice(-count).reduce((total, value) => total + toExact(value), 0n);
  const difference = sum(fast) * BigInt(slow) - sum(slow) * BigInt(fast);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const prices = fc.oneof(
  fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  fc.integer({ min: 1, max: 30 }).map((tenths) => tenths / 10),
  fc.constantFrom(0.1, 0.3, 100, 100.1),
);

describe('the difference of two means', () => {
  test('has the exact sign at every value, through jumps, ties and flat stretches', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(prices, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        (runs, fast, more) => {
          const slow = fast + more;
          const means = new MeanDifference(fast, slow);
          const seen: number[] = [];
          for (const [price, count] of runs) {
            for (let repeat = 0; repeat < count; repeat++) {
              seen.push(price);
              expect(means.push(price)).toBe(exactSign(seen, fast, slow));
            }
          }
        },
      ),
    );
  });

  test('is nothing on a flat price after a crash, where a rounded sum would keep a residue', () => {
    const means = new MeanDifference(10, 30);
    for (let day = 0; day < 40; day++) means.push(100 / 3 + day * 0.1);
    for (let day = 0; day < 29; day++) means.push(0.1);
    expect(means.push(0.1)).toBe(0);
  });

  test('gives the means for people', () => {
    const means = new MeanDifference(2, 4);
    for (const value of [1, 2, 3, 4, 5]) means.push(value);
    expect([means.mean(2), means.mean(4)]).toEqual([4.5, 3.5]);
  });

  test.each([
    [0, 3],
    [3, 3],
    [4, 3],
    [1.5, 3],
  ])('refuses windows of %d and %d', (fast, slow) => {
    expect(() => new MeanDifference(fast, slow)).toThrow(RangeError);
  });
});

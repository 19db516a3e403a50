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
          const column = Float64Array.from(
            runs.flatMap(([price, count]) => Array.from({ length: count }, () => price)),
          );
          for (let at = 0; at < column.length; at++) {
            means.pushAll(column, at, at + 1);
            expect(means.side).toBe(exactSign([...column.subarray(0, at + 1)], fast, slow));
          }
        },
      ),
    );
  });

  test('stops after each value at which the side changes, and goes on from there as if it had not', () => {
    fc.assert(
      fc.property(fc.array(prices, { minLength: 8, maxLength: 60 }), (values) => {
        const column = Float64Array.from(values);
        const means = new MeanDifference(2, 5);
        for (let at = 0; at < column.length; ) {
          const before = means.side;
          const next = means.pushAll(column, at, column.length);
          for (let inside = at; inside < next - 1; inside++)
            expect(exactSign(values.slice(0, inside + 1), 2, 5)).toBe(before);
          expect(exactSign(values.slice(0, next), 2, 5)).toBe(means.side);
          at = next;
        }
      }),
    );
  });

  test('is nothing on a flat price after a crash, where a rounded sum would keep a residue', () => {
    const means = new MeanDifference(10, 30);
    const column = Float64Array.from({ length: 70 }, (_, day) => (day < 40 ? 100 / 3 + day * 0.1 : 0.1));
    for (let at = 0; at < column.length; ) at = means.pushAll(column, at, column.length);
    expect(means.side).toBe(0);
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

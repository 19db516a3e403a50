import { describe, expect, test } from 'vitest';
import { createPriceGate } from './price-gate.ts';

const judge = (prices: number[], known = 100) => {
  const gate = createPriceGate('crypto');
  let last = known;
  return prices.map((price) => {
    const admitted = gate.admits(price, last);
    if (admitted) last = price;
    return admitted;
  });
};

describe('the gate of prices', () => {
  test('lets ordinary moves and the first price pass', () => {
    expect(judge([101, 119, 100, 84])).toEqual([true, true, true, true]);
    expect(createPriceGate('forex').admits(1_000_000, null)).toBe(true);
  });

  test('holds a jump back until the third sighting agrees', () => {
    expect(judge([1_000, 1_010, 990, 1_000])).toEqual([false, false, true, true]);
    expect(judge([40, 41, 39])).toEqual([false, false, true]);
  });

  test('forgets a jump that was none, and one that does not agree with itself', () => {
    expect(judge([1_000, 100, 1_000, 1_000])).toEqual([false, true, false, false]);
    expect(judge([1_000, 10, 1_000, 10, 1_000])).toEqual([false, false, false, false, false]);
  });

  test('is narrower where prices move less', () => {
    expect(createPriceGate('forex').admits(105, 100)).toBe(false);
    expect(createPriceGate('crypto').admits(105, 100)).toBe(true);
  });
});

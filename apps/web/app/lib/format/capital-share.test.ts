import { formatAmount, fromWire } from '@botdepot/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOfCapital } from './capital-share.ts';

describe('what a figure means for an amount', () => {
  it.each([
    ['500', -0.017, '−8,50'],
    ['500', 0.026, '13,00'],
    ['100', 0, '0,00'],
    ['33.33', 0.1, '3,33'],
    ['0.50', 0.01, '0,01'],
    ['0.50', -0.01, '−0,01'],
    ['0.49', 0.01, '0,00'],
    ['1000000', -1, '−1.000.000,00'],
  ])('%s USDT × %d is %s USDT', (capital, figure, text) => {
    expect(formatAmount(shareOfCapital(fromWire(capital), figure))).toBe(text);
  });

  it('is within half a cent of the product, and a loss rounds like a gain', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000_000_000_000n }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        (capital, figure) => {
          const share = shareOfCapital(capital, figure);
          expect(share % 10_000n).toBe(0n);
          expect(Math.abs(Number(share) - Number(capital) * figure)).toBeLessThanOrEqual(5_000 + 2);
          expect(shareOfCapital(capital, -figure)).toBe(-share);
        },
      ),
    );
  });

  it('refuses what is no figure', () => {
    expect(() => shareOfCapital(fromWire('100'), Number.NaN)).toThrow(RangeError);
  });
});

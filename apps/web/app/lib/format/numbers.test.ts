import { formatAmount, fromWire } from '@botdepot/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  directionOfFraction,
  formatCount,
  formatDecimal,
  formatPercent,
  perHundred,
  shareOfCapital,
} from './numbers.ts';

describe('figures that are not money', () => {
  it('writes percentages with sign, U+2212 and a non-breaking space', () => {
    expect(formatPercent(0.0167, { sign: 'always' })).toBe('+1,67\u00a0%');
    expect(formatPercent(-0.0229)).toBe('\u22122,29\u00a0%');
    expect(formatPercent(0.0167)).toBe('1,67\u00a0%');
  });

  it('gives what rounds to zero no sign and no direction', () => {
    expect(formatPercent(-0.00001, { sign: 'always' })).toBe('0,00\u00a0%');
    expect(directionOfFraction(-0.00001)).toBe('level');
    expect(directionOfFraction(-0.0002)).toBe('down');
  });

  it('shows a dash for what is undefined', () => {
    expect(formatPercent(null)).toBe('–');
    expect(formatDecimal(Number.NaN)).toBe('–');
  });

  it('groups thousands', () => {
    expect(formatCount(1284)).toBe('1.284');
    expect(formatDecimal(-128440.19)).toBe('\u2212128.440,19');
  });
});

test.each([
  [0.67, '67'],
  [0, '0'],
  [0.0004, 'weniger als 1'],
  [0.999, 'mehr als 99'],
  [1, '100'],
])('%s of a whole is %s of a hundred', (share, text) => {
  expect(perHundred(share)).toBe(text);
});

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

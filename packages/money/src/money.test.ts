import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fixed12FromNumber,
  fixed12FromText,
  fixed12ToText,
  floorToCent,
  formatAmount,
  fromWire,
  marketValueOf,
  parseAmount,
  payoutOf,
  toWire,
  unitsFor,
} from './index.ts';

/** The largest amount that `numeric(20,6)` holds: 14 digits before the point. */
const MAX_MICROS = 10n ** 20n - 1n;
const micros = fc.bigInt({ min: -MAX_MICROS, max: MAX_MICROS });

describe('an amount on the wire', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(micros, (amount) => {
        expect(fromWire(toWire(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [-1_500_000n, '-1.50'],
    [1_234_560_000n, '1234.56'],
    [10_100n, '0.0101'],
  ])('%s is written %s', (amount, text) => expect(toWire(amount)).toBe(text));

  it.each(['', '1e3', '1,5', ' 1', '1.', '.5', 'NaN', '٣', '1.1234567', '123456789012345', '--1', '+1'])(
    '%j is refused',
    (text) => expect(() => fromWire(text)).toThrow(RangeError),
  );
});

describe('an amount that a person types', () => {
  it.each([
    ['1.234,56', 1_234_560_000n],
    ['1234,56', 1_234_560_000n],
    ['1234.56', 1_234_560_000n],
    ['1 234,56', 1_234_560_000n],
    ['1\u00a0234,56', 1_234_560_000n],
    ['1.234.567', 1_234_567_000_000n],
    ['1.234.567,8', 1_234_567_800_000n],
    ['0,01', 10_000n],
    ['12.5', 12_500_000n],
    ['500', 500_000_000n],
    [' 500 USDT ', 500_000_000n],
    ['100 $', 100_000_000n],
    ['50 USD', 50_000_000n],
    ['50usdt', 50_000_000n],
    ['$50', 50_000_000n],
    ['$ 1.234,56', 1_234_560_000n],
    ['USD 50', 50_000_000n],
    ['USDT\u00a050', 50_000_000n],
    [',5', 500_000n],
  ])('%j is read as %s micro', (text, value) => expect(parseAmount(text)).toEqual({ ok: true, value }));

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['-1', 'negative'],
    ['−1', 'negative'],
    ['$-1', 'negative'],
    ['-$1', 'negative'],
    ['50 €', 'in-euros'],
    ['50€', 'in-euros'],
    ['€ 50', 'in-euros'],
    ['€50', 'in-euros'],
    ['50 EUR', 'in-euros'],
    ['Euro 50', 'in-euros'],
    ['$', 'empty'],
    ['50 BTC', 'not-a-number'],
    ['5$0', 'not-a-number'],
    ['1.234', 'ambiguous'],
    ['1,234.56', 'ambiguous'],
    ['1,234', 'too-many-decimals'],
    ['1,2,3', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['١٢٣', 'not-a-number'],
    ['12.34.56', 'not-a-number'],
    [',', 'not-a-number'],
    ['.', 'not-a-number'],
    [', USDT', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['1234567890123', 'too-large'],
  ])('%j is refused: %s', (text, reason) => expect(parseAmount(text)).toEqual({ ok: false, reason }));

  it('reads back whatever the book shows', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (cents) => {
        const amount = cents * 10_000n;
        expect(parseAmount(formatAmount(amount))).toEqual({ ok: true, value: amount });
      }),
    );
  });
});

describe('an amount on the screen', () => {
  it.each([
    [1_234_567_890n, '1.234,56'],
    [-1_234_567_890n, '−1.234,56'],
    [9_999n, '0,00'],
    [-9_999n, '0,00'],
  ])('%s reads %s', (amount, text) => expect(formatAmount(amount)).toBe(text));

  it('shows what lies below the cent where asked', () => {
    expect(formatAmount(-975_617_203n, { exact: true })).toBe('−975,617203');
    expect(formatAmount(7_200n, { exact: true, sign: 'always' })).toBe('+0,0072');
    expect(formatAmount(500_000_000n, { exact: true })).toBe('500,00');
  });

  it('carries its sign where asked', () => {
    expect(formatAmount(70_000n, { sign: 'always' })).toBe('+0,07');
    expect(formatAmount(0n, { sign: 'always' })).toBe('0,00');
  });
});

describe('units and NAV', () => {
  it('never give back more than was paid in at the same NAV, and lose less than a micro', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 15n }),
        (amount, nav) => {
          const value = marketValueOf(unitsFor(amount, nav), nav);
          expect(value <= amount).toBe(true);
          expect(amount - value <= nav / 10n ** 18n + 1n).toBe(true);
        },
      ),
    );
  });

  it('are never more than was paid for, to the last of their twelve digits', () => {
    expect(fixed12ToText(unitsFor(1_000_000n, fixed12FromText('3')))).toBe('0.333333333333');
    expect(fixed12ToText(unitsFor(2_000_000n, fixed12FromText('3')))).toBe('0.666666666666');
  });

  it('are worth exactly what was paid, at the same NAV', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 15n }),
        (cents, nav) => {
          expect(payoutOf(unitsFor(cents * 10_000n, nav), nav)).toBe(cents * 10_000n);
        },
      ),
    );
  });

  it('pay out whole cents, rounded down', () => {
    expect(payoutOf(fixed12FromText('100'), fixed12FromText('1.000199'))).toBe(100_010_000n);
    expect(floorToCent(-1n)).toBe(-10_000n);
    expect(floorToCent(10_000n)).toBe(10_000n);
  });

  it('cross the border from the engine rounded down and never above it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value) => {
        const fixed = fixed12FromNumber(value);
        expect(Number(fixed12ToText(fixed))).toBeLessThanOrEqual(value);
        expect(value - Number(fixed12ToText(fixed))).toBeLessThan(2e-12 + value * 1e-15);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuse %s from the engine', (value) =>
    expect(() => fixed12FromNumber(value)).toThrow(new RangeError(`Not a finite figure: ${value}`)),
  );

  it.each([1e15, -1e15])('refuse %s from the engine, as every figure from there on', (value) =>
    expect(() => fixed12FromNumber(value)).toThrow(new RangeError(`Figure out of range: ${value}`)),
  );

  it('cannot be bought at a NAV of nothing or less', () => {
    expect(() => unitsFor(1n, 0n)).toThrow(RangeError);
    expect(() => unitsFor(1n, -1n)).toThrow(RangeError);
  });

  it('are worth whole micros, rounded towards zero on either side', () => {
    const nav = fixed12FromText('1.5');
    expect(marketValueOf(fixed12FromText('0.000001'), nav)).toBe(1n);
    expect(marketValueOf(fixed12FromText('-0.000001'), nav)).toBe(-1n);
  });
});

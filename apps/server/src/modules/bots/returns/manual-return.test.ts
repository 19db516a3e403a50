import { DomainError } from '@botdepot/contract';
import { fixed12FromText, fromWire, payoutOf, unitsFor } from '@botdepot/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentText, planReturn } from '../investments/returns.ts';

const navs = fc.bigInt({ min: 10n ** 9n, max: 10n ** 14n });
const stakes = fc.bigInt({ min: 10n ** 8n, max: 10n ** 13n });
const percents = fc
  .integer({ min: -9_999, max: 10_000 })
  .filter((hundredths) => hundredths !== 0)
  .map((hundredths) => (hundredths / 100).toFixed(2));

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
};

describe('a manual return', () => {
  it('takes the value to exactly amount × (1 + percent / 100), rounded down to the cent', () => {
    fc.assert(
      fc.property(stakes, navs, navs, percents, (stake, startNav, nav, percent) => {
        const units = unitsFor(stake, startNav);
        const before = payoutOf(units, nav);
        const exact = (before * BigInt(Math.round(Number(percent) * 100) + 10_000)) / 10_000n;
        const expected = exact - (exact % 10_000n);
        fc.pre(expected > 0n && expected !== before && expected <= fromWire('1000000000'));
        const planned = planReturn(units, nav, percent);
        expect(planned).toMatchObject({ before, after: expected });
        expect(payoutOf(units + planned.units, nav)).toBe(expected);
        expect(units + planned.units > 0n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('books the example of an account sheet', () => {
    const nav = fixed12FromText('1.0352');
    const units = unitsFor(fromWire('2070.43'), nav);
    expect(planReturn(units, nav, '0.5')).toMatchObject({
      before: fromWire('2070.43'),
      after: fromWire('2080.78'),
    });
  });

  it.each([
    ['0', 'BAD_REQUEST'],
    ['-100', 'BAD_REQUEST'],
    ['100.01', 'BAD_REQUEST'],
    ['0.005', 'BAD_REQUEST'],
    ['1e1', 'BAD_REQUEST'],
    ['0.01', 'RETURN_WITHOUT_EFFECT'],
    ['-99.99', 'RETURN_WITHOUT_EFFECT'],
  ])('of %s %% on 50 USDT is refused with %s', (percent, code) => {
    const nav = fixed12FromText('1');
    expect(codeOf(() => planReturn(unitsFor(fromWire('50'), nav), nav, percent))).toBe(code);
  });

  it('cannot revive what is worth nothing, nor grow without end', () => {
    expect(codeOf(() => planReturn(10n ** 12n, 0n, '5'))).toBe('RETURN_WITHOUT_EFFECT');
    const nav = fixed12FromText('1');
    const rich = unitsFor(fromWire('600000000'), nav);
    expect(codeOf(() => planReturn(rich, nav, '100'))).toBe('AMOUNT_ABOVE_MAXIMUM');
  });

  it('writes its percentage as an account book does', () => {
    expect([50n, -50n, 1_225n].map(percentText)).toEqual(['+0,50\u00a0%', '−0,50\u00a0%', '+12,25\u00a0%']);
  });
});

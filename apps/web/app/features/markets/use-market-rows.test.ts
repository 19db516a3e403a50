import { expect, it } from 'vitest';
import { dayCurve } from './use-market-rows.ts';

it('a curve of 24 hours begins at the price that the change counts from', () => {
  // Opened at 98 after a weekend and rose to 99, which is a loss since 100 before it.
  expect(dayCurve([98, 98.5], 99, -0.01)).toEqual([100, 98, 98.5, 99]);
  expect(dayCurve([98, 98.5], 99, null)).toEqual([98, 98.5, 99]);
  expect(dayCurve([98, 98.5], null, null)).toEqual([98, 98.5]);
});

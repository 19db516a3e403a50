import { expect, test } from 'vitest';
import { daysOf } from './booking-period.ts';

/** Half past midnight in Berlin on the first of March; in UTC it is still February. */
const NIGHT = Date.parse('2027-02-28T23:30:00Z');

test.each([
  ['monat', '2027-03-01', '2027-03-01'],
  ['vormonat', '2027-02-01', '2027-02-28'],
  ['quartal', '2026-12-02', '2027-03-01'],
  ['jahr', '2027-01-01', '2027-03-01'],
  ['vorjahr', '2026-01-01', '2026-12-31'],
] as const)('the period „%s“ is one of days in Berlin', (period, firstDay, lastDay) => {
  expect(daysOf(period, NIGHT)).toEqual({ firstDay, lastDay });
});

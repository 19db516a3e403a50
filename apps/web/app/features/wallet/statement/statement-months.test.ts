import { expect, test } from 'vitest';
import { monthsBetween } from './statement-months.ts';

test('months go over the turn of the year', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
});

test('one month is one, and none is none', () => {
  expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11']);
  expect(monthsBetween('2026-12', '2026-11')).toEqual([]);
});

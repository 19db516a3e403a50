import { expect, it } from 'vitest';
import { isLate } from './states.ts';

const REQUESTED_AT = '2026-03-02T08:00:00.000Z';
const after = (hours: number, ms = 0) => Date.parse(REQUESTED_AT) + hours * 3_600_000 + ms;

it.each([
  ['deposit', 3],
  ['withdrawal', 24],
] as const)('a %s is late from the moment on at which it has waited for %i hours', (kind, hours) => {
  expect(isLate(kind, REQUESTED_AT, after(hours, -1))).toBe(false);
  expect(isLate(kind, REQUESTED_AT, after(hours))).toBe(true);
  expect(isLate(kind, REQUESTED_AT, after(hours, 1))).toBe(true);
});

import { expect, it } from 'vitest';
import { barToApproval, barToSelection, isLate } from './states.ts';

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

const FREE = { isLocked: false, heldAt: null };
const LOCKED = { isLocked: true, heldAt: null };
const HELD = { isLocked: false, heldAt: REQUESTED_AT };
const BOTH = { isLocked: true, heldAt: REQUESTED_AT };

it('a payout is barred by a lock, which two may override, and by a hold, which nobody may', () => {
  const bars = [FREE, LOCKED, HELD, BOTH].map((standing) => barToApproval('withdrawal', standing));
  expect(bars).toEqual([null, 'CUSTOMER_LOCKED', 'WITHDRAWAL_HELD', 'WITHDRAWAL_HELD']);
  const overridden = [FREE, LOCKED, HELD, BOTH].map((standing) =>
    barToApproval('withdrawal', standing, true),
  );
  expect(overridden).toEqual([null, null, 'WITHDRAWAL_HELD', 'WITHDRAWAL_HELD']);
});

it('a deposit is credited to a locked account by whoever looks at it, but in no selection', () => {
  expect(barToApproval('deposit', LOCKED)).toBeNull();
  expect([FREE, LOCKED, HELD].map(barToSelection)).toEqual([null, 'CUSTOMER_LOCKED', 'WITHDRAWAL_HELD']);
});

import { expect, it } from 'vitest';
import {
  barToApproval,
  barToSelection,
  canDeleteOwnBot,
  canStartOwnBot,
  canStopOwnBot,
  isLate,
  OWN_BOT_STATUSES,
  OWN_BOT_STEPS,
  type OwnBotFacts,
  type OwnBotRunState,
  ownBotStatusOf,
} from './states.ts';

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

const FACTS: OwnBotFacts = { newestVersion: 2, isCertified: true, waiting: null, lastRun: null };
const run = (state: OwnBotRunState, version = 2) => ({ version, state });

it.each([
  ['draft', { newestVersion: null, isCertified: false }],
  ['draft', { isCertified: false }],
  ['certified', {}],
  ['starting', { waiting: 'start' }],
  ['starting', { waiting: 'start', lastRun: run('stopped') }],
  ['live', { lastRun: run('live') }],
  // Another version was frozen while it runs.
  ['live', { lastRun: run('live', 1), isCertified: false }],
  ['stopping', { lastRun: run('live'), waiting: 'stop' }],
  ['faulted', { lastRun: run('faulted') }],
  ['faulted', { lastRun: run('broken') }],
  ['stopping', { lastRun: run('broken'), waiting: 'stop' }],
  ['liquidated', { lastRun: run('liquidated') }],
  ['stopped', { lastRun: run('stopped') }],
  // It ran with an earlier version, and the newest one begins anew.
  ['certified', { lastRun: run('stopped', 1) }],
  ['draft', { lastRun: run('liquidated', 1), isCertified: false }],
] as const)('an own bot is %s where %o', (status, facts) => {
  expect(ownBotStatusOf({ ...FACTS, ...facts })).toBe(status);
});

it('an own bot with money in it, or on its way, can be neither started nor deleted, and one without cannot be stopped', () => {
  const withMoney = ['starting', 'live', 'stopping', 'faulted'];
  for (const status of OWN_BOT_STATUSES) {
    expect(canDeleteOwnBot(status), status).toBe(!withMoney.includes(status));
    expect(canStartOwnBot(status), status).toBe(!withMoney.includes(status) && status !== 'draft');
    expect(canStopOwnBot(status), status).toBe(status === 'live' || status === 'faulted');
  }
});

it('every state of an own bot leads on, to states that there are, and none to itself', () => {
  for (const [from, steps] of Object.entries(OWN_BOT_STEPS)) {
    expect(steps.length, from).toBeGreaterThan(0);
    for (const to of steps) {
      expect(OWN_BOT_STATUSES).toContain(to);
      expect(to).not.toBe(from);
    }
  }
  // What can be done leads where it says.
  for (const status of OWN_BOT_STATUSES) {
    if (canStartOwnBot(status)) expect(OWN_BOT_STEPS[status], status).toContain('starting');
    if (canStopOwnBot(status)) expect(OWN_BOT_STEPS[status], status).toContain('stopping');
  }
});

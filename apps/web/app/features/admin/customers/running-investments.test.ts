import type { Investment } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { sumOfRunning, worthOf } from './running-investments.ts';

const investment = (change: Partial<Investment>): Investment => ({
  id: '0190',
  reference: 'B-1001',
  botType: 'smartbot',
  series: 1,
  currency: 'USDT',
  status: 'active',
  usdInitialAmount: '100.00',
  usdCurrentAmount: '101.00',
  profit: '1.00',
  manual: '0.00',
  returnFraction: 0.01,
  maxDrawdownFraction: 0,
  usual: null,
  units: '100.000000000000',
  navAtStart: '1.000000000000',
  nav: '1.010000000000',
  startedAt: '2026-11-01T00:00:00.000Z',
  stoppedAt: null,
  lastUpdated: '2026-11-21T00:00:00.000Z',
  startTransferId: '0191',
  stopTransferId: null,
  sparkline: [],
  ...change,
});
const stopped = investment({ status: 'inactive', usdCurrentAmount: '50.00' });

describe('the running investments of a customer', () => {
  it('are worth what the newest tick says, the stopped ones what they paid out', () => {
    expect(worthOf(investment({}), { smartbot: { nav: '1.020000000000', series: 1 } })).toBe(102_000_000n);
    expect(worthOf(investment({}), {})).toBe(101_000_000n);
    expect(worthOf(stopped, { smartbot: { nav: '9.000000000000', series: 1 } })).toBe(50_000_000n);
  });

  it('are worth nothing once their bot is in its next series', () => {
    const navs = { smartbot: { nav: '1.000000000000', series: 2 } };
    expect(worthOf(investment({}), navs)).toBe(0n);
    expect(worthOf(investment({ series: 2 }), navs)).toBe(100_000_000n);
    expect(worthOf(stopped, navs)).toBe(50_000_000n);
  });

  it('add up without those that are stopped', () => {
    const items = [investment({}), investment({}), stopped];
    expect(sumOfRunning({ items, total: 3 }, {})).toEqual({ initial: 200_000_000n, value: 202_000_000n });
    expect(sumOfRunning({ items: [], total: 0 }, {})).toEqual({ initial: 0n, value: 0n });
  });

  it('have no sum while there may be more of them on the next page', () => {
    expect(sumOfRunning({ items: [investment({}), investment({})], total: 3 }, {})).toBeNull();
    expect(sumOfRunning({ items: [investment({}), stopped], total: 9 }, {})).not.toBeNull();
  });
});

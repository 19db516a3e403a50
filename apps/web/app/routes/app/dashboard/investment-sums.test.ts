import type { Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { sumInvestments } from './investment-sums.ts';

const investment = (change: Partial<Investment>): Investment => ({
  id: 'i',
  reference: 'B-3309',
  botType: 'smartbot',
  series: 1,
  currency: 'USDT',
  status: 'active',
  usdInitialAmount: '2000.00',
  usdCurrentAmount: '2000.00',
  profit: '0.00',
  manual: '0.00',
  returnFraction: 0,
  maxDrawdownFraction: null,
  usual: null,
  units: '2000.000000000000',
  navAtStart: '1.000000000000',
  nav: '1.000000000000',
  startedAt: '2025-06-16T10:00:00.000Z',
  stoppedAt: null,
  lastUpdated: '2025-07-24T12:00:00.000Z',
  startTransferId: 't',
  stopTransferId: null,
  sparkline: [],
  ...change,
});

describe('the sums of all investments', () => {
  const stopped = investment({
    id: 's',
    status: 'inactive',
    usdInitialAmount: '1000.00',
    usdCurrentAmount: '991.64',
    maxDrawdownFraction: -0.0229,
    startedAt: '2025-06-02T10:00:00.000Z',
  });

  it('follow the newest NAV to the cent and leave stopped ones at what was paid', () => {
    const sums = sumInvestments([investment({}), stopped], { smartbot: { nav: '1.035219', series: 1 } });
    expect(sums.activeValue).toBe(fromWire('2070.43'));
    expect(sums.profit).toBe(fromWire('62.07'));
    expect(sums.initial).toBe(fromWire('3000'));
  });

  it('count nothing for what is left in a series that was used up', () => {
    const next = investment({ id: 'n', series: 2, usdInitialAmount: '500.00', units: '500.000000000000' });
    const sums = sumInvestments([investment({}), next], { smartbot: { nav: '1.01', series: 2 } });
    expect(sums.active.map(({ value }) => value)).toEqual([0n, fromWire('505')]);
    expect(sums.activeValue).toBe(fromWire('505'));
    expect(sums.profit).toBe(fromWire('-1995'));
  });

  it('name the bots that run', () => {
    const sums = sumInvestments([investment({}), stopped], {});
    expect(sums.activeTypes).toEqual(['smartbot']);
  });

  it('are nothing without an investment', () => {
    const sums = sumInvestments([], { smartbot: { nav: '1.2', series: 1 } });
    expect(sums).toMatchObject({ profit: 0n, initial: 0n });
  });
});

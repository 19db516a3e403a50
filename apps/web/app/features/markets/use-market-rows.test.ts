import type { MarketPrice } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import type { LivePrice } from '../../lib/live/live-prices.ts';
import { dayCurve, rowOf } from './use-market-rows.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
/** This computer's clock is ahead of the server's. */
const AHEAD_MS = 5_000;

const told = (price: string, ageMs: number, changes: Partial<MarketPrice> = {}): MarketPrice => ({
  id: '01890000-0000-7000-8000-000000000000',
  symbol: 'BTC/USD',
  marketType: 'crypto',
  price,
  change24h: 0.02,
  lastUpdated: new Date(NOW - ageMs).toISOString(),
  source: 'kraken',
  session: 'open',
  stale: false,
  ...changes,
});

function row(
  known: MarketPrice | undefined,
  tick: { age: number; connected?: boolean } & Partial<LivePrice>,
) {
  const { age, connected = true, ...changes } = tick;
  const price: LivePrice = {
    price: 100,
    change24h: 0.01,
    open: true,
    stale: false,
    at: NOW + AHEAD_MS - age,
    time: NOW - age,
    ...changes,
  };
  return rowOf('BTC/USD', known, undefined, { bySymbol: new Map([['BTC/USD', price]]), connected });
}

describe('a row', () => {
  it('shows the price of the tick with the time of the price', () => {
    expect(row(told('99', 60_000), { age: 0 })).toMatchObject({ price: 100, at: NOW + AHEAD_MS });
    const quarter = 17 * 60_000;
    expect(row(told('100', quarter), { age: quarter })).toMatchObject({ at: NOW + AHEAD_MS - quarter });
    expect(row(told('100', quarter), { age: quarter, stale: true })).toMatchObject({
      state: 'stale',
      at: NOW + AHEAD_MS - quarter,
    });
  });

  it('shows since when a market is closed, which the API knows', () => {
    const closed = row(told('100', 3_600_000, { session: 'closed' }), { age: 0, open: false });
    expect(closed).toMatchObject({ state: 'closed', at: NOW - 3_600_000 });
  });

  it('shows what the API knows later than the last tick', () => {
    const late = { age: 120_000, connected: false };
    expect(row(told('101', 0), late)).toMatchObject({ price: 101, at: NOW + AHEAD_MS, change24h: 0.02 });
    expect(row(told('99', 180_000), late)).toMatchObject({ price: 100 });
    expect(row(undefined, late)).toMatchObject({ price: 100 });
  });

  it('believes the API about the same price when the socket is gone, else the tick', () => {
    const known = told('100', 120_000, { stale: true });
    expect(row(known, { age: 120_000, connected: false })).toMatchObject({ state: 'stale' });
    expect(row(known, { age: 120_000 })).toMatchObject({ state: 'open' });
  });
});

it('a curve of 24 hours begins at the price that the change counts from', () => {
  // Opened at 98 after a weekend and rose to 99, which is a loss since 100 before it.
  expect(dayCurve([98, 98.5], 99, -0.01)).toEqual([100, 98, 98.5, 99]);
  expect(dayCurve([98, 98.5], 99, null)).toEqual([98, 98.5, 99]);
  expect(dayCurve([98, 98.5], null, null)).toEqual([98, 98.5]);
});

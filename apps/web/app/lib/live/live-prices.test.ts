import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countStale, createClientClock, createPriceStore, navOf, type PricesMessage } from './live-prices.ts';

const tick = (t: number, btc = 100, nav: Record<string, string> = { smartbot: '1.01' }): PricesMessage => ({
  type: 'prices',
  t,
  source: 'simulated',
  p: [btc],
  c: [0.01],
  o: [1],
  nav,
});

describe('the price store', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows the first tick at once and then the newest one, at most once a second', () => {
    const store = createPriceStore();
    const seen: { at: number; price: number | undefined }[] = [];
    store.subscribe(() => seen.push({ at: Date.now(), price: store.read().bySymbol.get('BTC/USD')?.price }));
    for (let index = 0; index < 6; index += 1) {
      store.take(tick(Date.now(), 100 + index));
      vi.advanceTimersByTime(500);
    }
    vi.advanceTimersByTime(5_000);
    expect(seen[0]).toEqual({ at: 1_000_000, price: 100 });
    expect(seen.at(-1)?.price).toBe(105);
    for (const [index, { at }] of seen.entries())
      expect(at - (seen[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('keeps the same object between two updates', () => {
    const store = createPriceStore();
    store.take(tick(Date.now()));
    const before = store.read();
    store.take(tick(Date.now(), 101));
    expect(store.read()).toBe(before);
  });

  it('knows since when each price holds, by both clocks', () => {
    const store = createPriceStore();
    const serverMs = Date.now() + 5_000;
    store.take({ ...tick(serverMs), p: [100, 200], o: [1, 1], a: [0, 90_000] });
    const [young, old] = [...store.read().bySymbol.values()];
    expect(young).toMatchObject({ at: 1_000_000, time: serverMs });
    expect(old).toMatchObject({ at: 910_000, time: serverMs - 90_000 });
  });

  it('forgets the NAVs when the API knows better, and takes them up again', () => {
    const store = createPriceStore();
    store.take(tick(Date.now()));
    store.forgetNavs();
    expect(store.read().navs).toEqual({});
    expect(store.read().bySymbol.size).toBe(1);
    vi.advanceTimersByTime(2000);
    store.take(tick(Date.now(), 100, { smartbot: '1.02' }));
    expect(store.read().navs).toEqual({ smartbot: { nav: '1.02', series: 1 } });
  });
});

describe('the NAV of an investment', () => {
  const store = createPriceStore();
  store.take({ ...tick(0, 100, { smartbot: '1.01', turbobot: '1' }), series: { turbobot: 2 } });
  const { navs } = store.read();

  it('is its bot’s at the newest tick', () => {
    expect(navOf({ botType: 'smartbot', series: 1 }, navs)).toBe('1.01');
    expect(navOf({ botType: 'turbobot', series: 2 }, navs)).toBe('1');
  });

  it('is 0 once its bot is in a later series', () => {
    expect(navOf({ botType: 'turbobot', series: 1 }, navs)).toBe('0');
  });

  it('is unknown where no tick has told of its series yet', () => {
    expect(navOf({ botType: 'smartbot', series: 2 }, navs)).toBeNull();
    expect(navOf({ botType: 'newsbot', series: 1 }, navs)).toBeNull();
  });
});

describe('what is stale', () => {
  const price = (open: boolean, stale: boolean) => ({ price: 1, change24h: null, open, stale });
  it.each([
    ['nothing before the first tick', [], 0, false],
    ['a part of the markets', [price(true, true), price(true, false)], 1, false],
    [
      'all that are in session; closed ones are only closed',
      [price(true, true), price(false, false)],
      1,
      true,
    ],
    ['nothing while all are closed', [price(false, false)], 0, false],
  ])('is %s', (_what, prices, staleMarkets, allStale) => {
    const bySymbol = new Map(prices.map((one, index) => [String(index), one]));
    expect(countStale(bySymbol)).toEqual({ staleMarkets, allStale });
  });
});

describe('the time of a tick on this computer', () => {
  it('is the arrival once ticks follow each other, however wrong the clock is', () => {
    const clock = createClientClock();
    const ahead = 5 * 60_000;
    clock.convert(1_000, 1_000 + ahead);
    expect(clock.convert(1_500, 1_500 + ahead)).toBe(1_500 + ahead);
    const behind = createClientClock();
    expect(behind.convert(600_000, 0)).toBe(0);
  });

  it('keeps the age of a tick that was waiting for the socket', () => {
    const clock = createClientClock();
    expect(clock.convert(0, 90_000)).toBe(0);
    expect(clock.convert(90_500, 90_510)).toBe(90_510);
    clock.expectOldTick();
    expect(clock.convert(100_000, 160_000)).toBe(100_010);
  });
});

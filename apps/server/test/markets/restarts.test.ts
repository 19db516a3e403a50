// What a process finds that another one left, on live prices: minutes that were traded, and minutes that were not.
import { candlesFrom, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterEach, describe, expect, test } from 'vitest';
import { commitMinute } from '../../src/modules/markets/complete-candles.ts';
import { readCandles } from '../../src/modules/markets/index.ts';
import { insertCandles, readWatchedUntil } from '../../src/modules/markets/market-candles.ts';
import { closeProviders, createLiveWorld, type LiveWorld, POLL_MS } from './live-world.ts';
import { closeWorlds, MONDAY } from './market-world.ts';

let world: LiveWorld;
const TEN_S = 10_000;
afterEach(async () => {
  await closeWorlds();
  await closeProviders();
});

/** Starts of the committed candles of a symbol since MONDAY, in minutes after it. */
async function startsOf(
  symbol: string,
  source: string,
  interval: '1m' | '1h',
  revision: 'seen' | 'newest',
): Promise<number[]> {
  const { database } = world;
  const wanted = { interval, fromMs: MONDAY, toMs: MONDAY + DAY_MS, symbols: [symbol], source, revision };
  const series = (await readCandles(database.db, wanted)).get(symbol);
  return Array.from(series?.time.subarray(0, series.length) ?? [], (time) => (time - MONDAY) / MINUTE_MS);
}

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('minutes that the bots went on without', () => {
  test('stay unseen when a restart fetches them, and charts get them', async () => {
    world = await createLiveWorld(MONDAY);
    // One question about gold every 18 minutes, as a free plan has it with nine symbols.
    const provider = () => world.twelveData({ GOLD: 'XAU/USD' }, { minute: 8, day: 88 });
    expect(provider().pollMs).toBeGreaterThanOrEqual(18 * MINUTE_MS);
    const live = await world.startLive([provider()]);
    await live.run(16 * MINUTE_MS + 30_000, TEN_S);
    const heard = await startsOf('GOLD', 'twelvedata', '1m', 'seen');
    expect(heard).toHaveLength(1);
    await world.startLive([provider()]);
    expect(await startsOf('GOLD', 'twelvedata', '1m', 'seen')).toEqual(heard);
    expect(await startsOf('GOLD', 'twelvedata', '1m', 'newest')).toEqual(upTo(0, 16));
  });

  test('stay unseen with their hours, while what nobody watched is history like any other', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(2 * MINUTE_MS);
    world.provider.fault = () => ({ kind: 'reset' });
    await live.run(2 * HOUR_MS + 15 * MINUTE_MS + 30_000, 30_000);
    live.feed.close();
    world.provider.fault = undefined;
    const seen = async (interval: '1m' | '1h') => startsOf('BTC/USD', 'kraken', interval, 'seen');
    expect([await seen('1m'), await seen('1h')]).toEqual([upTo(0, 3), [0]]);

    // From 12:17:30 to 13:40 nobody watched.
    world.clock.set(new Date(MONDAY + 3 * HOUR_MS + 40 * MINUTE_MS + 30_000));
    await world.startLive([world.kraken()]);
    expect(await seen('1m')).toEqual([...upTo(0, 3), ...upTo(137, 220)]);
    expect(await seen('1h')).toEqual([0, 120]);
    expect(await startsOf('BTC/USD', 'kraken', '1m', 'newest')).toEqual(upTo(0, 220));
    expect(await startsOf('BTC/USD', 'kraken', '1h', 'newest')).toEqual([0, 60, 120]);
    // The hour of which three minutes were heard is whole for charts.
    const { rows } = await world.database.pool.query<{ revision: number; high: number }>(
      `SELECT revision, high FROM market_candles
       WHERE symbol = 'BTC/USD' AND source = 'kraken' AND interval = '1h' AND time = $1 ORDER BY revision`,
      [new Date(MONDAY)],
    );
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(rows[1]!.high).toBeGreaterThan(rows[0]!.high);
  });
});

describe('a minute that another leader has committed', { tags: ['long'] }, () => {
  test('is told as it was committed, whatever was heard here', async () => {
    world = await createLiveWorld(MONDAY);
    const first = await world.startLive([world.kraken()]);
    await first.run(2 * MINUTE_MS);
    const told = first.minutes.at(-1);
    expect(told?.timeMs).toBe(MONDAY + MINUTE_MS);
    expect(told?.bars[0]).not.toBeNull();
    world.clock.advance(4_000);
    const second = await world.startLive([world.kraken()]);
    await second.feed.tick();
    expect(second.minutes).toEqual([told]);
  });

  test('gets nothing added that its bots did not see', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(50_000);
    // The other leader's clock is a moment ahead, and it heard of one symbol only.
    const bar = { open: 3_000, high: 3_001, low: 2_999, close: 3_000, volume: 1 };
    const candles = candlesFrom([{ time: MONDAY, ...bar }]);
    await insertCandles(world.database.db, '1m', [{ symbol: 'ETH/USD', source: 'kraken', candles }]);
    await live.run(POLL_MS * 2);
    const [btc, eth] = live.minutes.at(-1)?.bars ?? [];
    expect([btc, eth]).toEqual([null, bar]);
    expect(await startsOf('BTC/USD', 'kraken', '1m', 'seen')).toEqual([]);
    // What is simulated is the same for every leader.
    expect(await startsOf('GOLD', 'simulated', '1m', 'seen')).toEqual([0]);
  });
});

describe('a minute in which nothing was heard of any symbol', { tags: ['long'] }, () => {
  test('counts as committed for the leader that comes next: its bots went on without it', async () => {
    world = await createLiveWorld(MONDAY);
    const first = await world.startLive([world.kraken()]);
    await first.run(MINUTE_MS + 30_000);
    first.feed.close();
    const silent = { ...first.source, candles: async () => [] };
    const term = { epoch: 0, signal: new AbortController().signal };
    const { database } = world;
    const minuteMs = MONDAY + MINUTE_MS;
    await commitMinute({ database, source: silent, term }, minuteMs);
    expect(await readWatchedUntil(database.db)).toBe(minuteMs + MINUTE_MS);

    // The next leader has heard of it.
    const second = await commitMinute({ database, source: first.source, term }, minuteMs);
    expect(second.bars[0]).toBeNull();
    expect(await startsOf('BTC/USD', 'kraken', '1m', 'seen')).toEqual([0]);
    expect(await startsOf('GOLD', 'simulated', '1m', 'seen')).toEqual([0, 1]);
  });
});

describe('a restart after the clock was set back', { tags: ['long'] }, () => {
  test('shows the last price as stale, and believes the next one', async () => {
    world = await createLiveWorld(MONDAY + 3 * HOUR_MS);
    const ahead = await world.startLive([world.kraken()]);
    await ahead.run(2 * MINUTE_MS);
    world.clock.advance(-2 * HOUR_MS);
    world.provider.fault = () => ({ kind: 'reset' });
    const live = await world.startLive([world.kraken()]);
    await live.run(POLL_MS);
    expect(await world.price('BTC/USD')).toMatchObject({ source: 'kraken', stale: true });
    world.provider.fault = undefined;
    await live.run(MINUTE_MS);
    const now = world.clock.now().getTime();
    expect(live.quote('BTC/USD')).toMatchObject({
      price: Number(world.provider.price('XBTUSD', now - POLL_MS).toFixed(2)),
      time: now - POLL_MS,
    });
    expect(await world.price('BTC/USD')).toMatchObject({ source: 'kraken', stale: false });
  });
});

import { CANDLE_RETENTION_DAYS, type CandlePage, type DayRange, MARKET_SYMBOLS } from '@botdepot/contract';
import { candlesFrom, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { closeWorlds, createWorld, MONDAY, type World } from './market-world.ts';

let world: World;
let api: Api;
beforeEach(async () => {
  world = await createWorld(MONDAY, 1);
  api = createApi(world);
});
afterEach(closeWorlds);

const bar = (time: number, close: number) => ({
  time,
  open: close,
  high: close + 2,
  low: close - 2,
  close,
  volume: 1,
});

async function store(
  interval: '1m' | '1h' | '1d',
  rows: ReturnType<typeof bar>[],
  options: { source?: string; revision?: 1 | 2; symbol?: string } = {},
): Promise<void> {
  const { source = 'simulated', symbol = 'BTC/USD', revision = 1 } = options;
  await insertCandles(
    world.database.db,
    interval,
    [{ symbol, source, candles: candlesFrom(rows) }],
    revision,
  );
}

async function ask(query: Record<string, string>): Promise<{ status: number; page: CandlePage }> {
  const answer = await api.call(
    'GET',
    `/api/candles?${new URLSearchParams({ symbol: 'BTC/USD', ...query })}`,
  );
  // Checked by the output schema of the operation.
  return { status: answer.status, page: answer.body as unknown as CandlePage };
}

describe('candles for charts', () => {
  test('are the newest ones as columns, and older pages follow without gap or overlap', async () => {
    const hours = Array.from({ length: 30 }, (_, n) => bar(MONDAY - (30 - n) * HOUR_MS, 100 + n));
    await store('1h', hours);
    const newest = await ask({ interval: '1h', limit: '12' });
    expect(newest).toMatchObject({
      status: 200,
      page: { symbol: 'BTC/USD', interval: '1h', source: 'simulated' },
    });
    expect(newest.page.time).toEqual(hours.slice(18).map(({ time }) => time));
    expect(newest.page.close).toEqual(hours.slice(18).map(({ close }) => close));
    expect(newest.page.high[0]).toBe(120);
    expect([newest.page.open, newest.page.low, newest.page.volume].map((column) => column.length)).toEqual([
      12, 12, 12,
    ]);
    const older = await ask({
      interval: '1h',
      limit: '12',
      before: new Date(newest.page.time[0]!).toISOString(),
    });
    expect(older.page.time).toEqual(hours.slice(6, 18).map(({ time }) => time));
    const oldest = await ask({
      interval: '1h',
      limit: '12',
      before: new Date(older.page.time[0]!).toISOString(),
    });
    expect(oldest.page.time).toEqual(hours.slice(0, 6).map(({ time }) => time));
    const none = await ask({ interval: '1h', before: new Date(oldest.page.time[0]!).toISOString() });
    expect(none.page).toMatchObject({ time: [], source: 'simulated' });
  });

  test('come from the source that speaks for the symbol, in their newest revision, never mixed', async () => {
    const rows = [bar(MONDAY - 2 * MINUTE_MS, 100), bar(MONDAY - MINUTE_MS, 101)];
    await store('1m', rows);
    await store('1m', [bar(MONDAY - 4 * MINUTE_MS, 60_000), bar(MONDAY - 2 * MINUTE_MS, 60_002)], {
      source: 'kraken',
    });
    await store('1m', [bar(MONDAY - 3 * MINUTE_MS, 60_001), bar(MONDAY - 2 * MINUTE_MS, 1)], {
      source: 'kraken',
      revision: 2,
    });
    await world.database.pool.query(
      `INSERT INTO market_sources (symbol, since, source) VALUES ('BTC/USD', now(), 'kraken')`,
    );
    const { page } = await ask({ interval: '1m' });
    expect(page.source).toBe('kraken');
    expect(page.close).toEqual([60_000, 60_001, 60_002]);
  });

  test.each([
    [{ interval: '5m' }],
    [{ interval: '1h', limit: '1001' }],
    [{ interval: '1h', limit: '0' }],
    [{ interval: '1h', before: 'yesterday' }],
    [{ interval: '1h', symbol: 'DOGE/USD' }],
    [{ interval: '1h', more: 'x' }],
  ])('refuse %j', async (query) => {
    expect((await ask(query)).status).toBe(400);
  });

  test('cost one query until the next candle is due, however many ask', async () => {
    await store('1h', [bar(MONDAY - HOUR_MS, 100)]);
    const limits = [1, 5, 300, 1000];
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask({ interval: '1h', limit: String(limits[n % 4]) })),
    );
    // What is not there any more is still answered: nobody asked the database again.
    await world.database.pool.query('DELETE FROM market_candles');
    world.clock.advance(4 * MINUTE_MS);
    expect((await ask({ interval: '1h' })).page.close).toEqual([100]);
    // Repairs show within minutes, a new candle as soon as it is there.
    world.clock.advance(2 * MINUTE_MS);
    expect((await ask({ interval: '1h' })).page.close).toEqual([]);
    await store('1h', [bar(MONDAY - HOUR_MS, 102)]);
    world.clock.advance(6_000);
    expect((await ask({ interval: '1h' })).page.close).toEqual([102]);
  });

  test('are read again after a failure', async () => {
    await store('1h', [bar(MONDAY - HOUR_MS, 100)]);
    await world.database.pool.query('ALTER TABLE market_candles RENAME TO hidden');
    expect((await ask({ interval: '1h' })).status).toBe(500);
    await world.database.pool.query('ALTER TABLE hidden RENAME TO market_candles');
    expect((await ask({ interval: '1h' })).page.close).toEqual([100]);
  });
});

describe('day ranges', () => {
  test('give low, high and hourly closes of 24 hours for every symbol', async () => {
    const hours = Array.from({ length: 30 }, (_, n) => bar(MONDAY - (30 - n) * HOUR_MS, 100 + n));
    await store('1h', hours);
    world.clock.advance(5 * MINUTE_MS);
    await store('1m', [bar(MONDAY, 500), bar(MONDAY + MINUTE_MS, 90)]);
    const answer = await api.call('GET', '/api/day-ranges');
    // Checked by the output schema of the operation.
    const ranges = answer.body.items as DayRange[];
    expect(ranges.map(({ symbol }) => symbol)).toEqual(MARKET_SYMBOLS.map(({ symbol }) => symbol));
    expect(ranges[0]).toEqual({
      symbol: 'BTC/USD',
      source: 'simulated',
      low: 88,
      high: 502,
      // Those that began within the last 24 hours: the one that was running then is left out.
      closes: hours.slice(7).map(({ close }) => close),
    });
    expect(ranges[1]).toMatchObject({ symbol: 'ETH/USD', low: null, high: null, closes: [] });
  });
});

describe('minute candles', () => {
  test('are deleted when they are older than a replay needs, hours and days are not', async () => {
    const { feed } = await world.startFeed();
    await feed.tick();
    const limit = MONDAY + HOUR_MS - CANDLE_RETENTION_DAYS * DAY_MS;
    await store('1m', [bar(limit - MINUTE_MS, 1), bar(limit, 2)], { source: 'kraken' });
    await store('1h', [bar(limit - 4 * HOUR_MS, 3)], { source: 'kraken' });
    world.clock.set(new Date(MONDAY + HOUR_MS - 5_000));
    await feed.tick();
    await world.watch(feed, 6_000);
    await feed.idle();
    const { rows } = await world.database.pool.query<{ close: number }>(
      `SELECT close FROM market_candles WHERE source = 'kraken' ORDER BY close`,
    );
    expect(rows).toEqual([{ close: 2 }, { close: 3 }]);
  });
});

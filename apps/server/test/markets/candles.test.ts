import {
  candlesFrom,
  createSimulator,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SIMULATED_SYMBOLS,
} from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createSimulatedSource, readCandles } from '../../src/modules/markets/index.ts';
import { createMaintenance } from '../../src/modules/markets/maintain-market.ts';
import { aggregateCandles, insertCandles } from '../../src/modules/markets/market-candles.ts';
import { closeWorlds, countCandles, createWorld, MONDAY, storedMinutes, type World } from './market-world.ts';

let world: World;
afterEach(closeWorlds);

describe('a first start', () => {
  test('makes the history: days since the origin, hours of 90 days, minutes since two midnights ago', async () => {
    world = await createWorld(MONDAY, 100);
    const { feed } = await world.startFeed();
    await feed.tick();
    const midnight = MONDAY - (MONDAY % DAY_MS);
    const read = async (interval: '1m' | '1h' | '1d') =>
      (await readCandles(world.database.db, { interval, fromMs: 0, toMs: MONDAY + DAY_MS })).get('BTC/USD')!;
    const [minutes, hours, days] = [await read('1m'), await read('1h'), await read('1d')];
    expect([days.time[0], days.length]).toEqual([midnight - 100 * DAY_MS, 100]);
    expect([hours.time[0], hours.length]).toEqual([midnight - 90 * DAY_MS, 90 * 24 + 10]);
    expect([minutes.time[0], minutes.length]).toEqual([midnight - 2 * DAY_MS, (48 + 10) * 60]);
  });

  test('continues where an interrupted one stopped', { tags: ['long'] }, async () => {
    world = await createWorld(MONDAY, 4);
    const { feed } = await world.startFeed();
    await feed.tick();
    const complete = await countCandles(world);
    const { db } = world.database;
    // Minutes begin on February 28; hours and days since then are made last.
    await db.execute(
      sql`DELETE FROM market_candles WHERE interval <> '1m' AND time >= '2026-02-28T00:00:00Z'`,
    );
    await db.execute(sql`DELETE FROM market_candles WHERE interval = '1m' AND time > '2026-03-01T07:31:00Z'`);
    await (await world.startFeed()).feed.tick();
    expect(await countCandles(world)).toEqual(complete);

    await db.execute(sql`DELETE FROM market_candles WHERE interval = '1m'`);
    await db.execute(sql`DELETE FROM market_candles WHERE interval = '1h' AND time > '2026-02-27T12:00:00Z'`);
    await db.execute(sql`DELETE FROM market_candles WHERE interval = '1d' AND time > '2026-02-27T00:00:00Z'`);
    await (await world.startFeed()).feed.tick();
    expect(await countCandles(world)).toEqual(complete);
  });
});

describe('a minute that closes', () => {
  test('has the candle that its ticks make, and the simulator says', async () => {
    world = await createWorld(MONDAY);
    const { feed, minutes } = await world.startFeed();
    const ticks: number[][] = [];
    feed.onTick((tick) => ticks.push(tick.quotes.map((quote) => quote.price)));
    await feed.tick();
    await world.watch(feed, MINUTE_MS);

    expect(minutes.map((minute) => minute.timeMs)).toEqual([MONDAY - MINUTE_MS, MONDAY]);
    const watched = ticks.slice(0, 120);
    const simulator = createSimulator(world.simulation);
    minutes.at(-1)!.bars.forEach((bar, i) => {
      const prices = watched.map((tick) => tick[i]!);
      expect(bar).toEqual({
        open: prices[0],
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices[119],
        volume: 120,
      });
      expect(bar).toEqual(simulator.minuteCandle(i, MONDAY));
    });
    const { sources, ...told } = minutes.at(-1)!;
    expect(new Set(sources)).toEqual(new Set(['simulated']));
    expect(await storedMinutes(world, MONDAY, MONDAY + MINUTE_MS)).toEqual([told]);
  });

  test('is told after its candles are committed and before the next tick; a failing subscriber concerns nobody', {
    tags: ['long'],
  }, async () => {
    world = await createWorld(MONDAY);
    const { feed } = await world.startFeed();
    const events: string[] = [];
    feed.onTick((tick) => events.push(`tick ${tick.timeMs - MONDAY}`));
    feed.onMinuteClosed(async () => {
      throw new Error('broken');
    });
    feed.onMinuteClosed(async (minute) => {
      const stored = await storedMinutes(world, minute.timeMs, minute.timeMs + MINUTE_MS);
      events.push(`minute ${minute.timeMs - MONDAY}, ${stored.length} stored`);
    });
    await feed.tick();
    world.clock.set(new Date(MONDAY + MINUTE_MS + 300));
    await Promise.all([feed.tick(), feed.tick()]);
    expect(events).toEqual(['minute -60000, 1 stored', 'tick 0', 'minute 0, 1 stored', 'tick 60000']);
  });

  test('completes hours and days', async () => {
    const midnight = MONDAY - (MONDAY % DAY_MS) + DAY_MS;
    world = await createWorld(midnight - MINUTE_MS);
    const { feed } = await world.startFeed();
    await feed.tick();
    const before = await countCandles(world);
    world.clock.set(new Date(midnight));
    await feed.tick();
    const after = await countCandles(world);
    // From 23 to 24 h UTC everything is open but BRENT, which begins two hours after the other oil.
    expect(after['1h']! - before['1h']!).toBe(19);
    expect([before['1d'], after['1d']]).toEqual([undefined, 20]);
    const minutes = (
      await readCandles(world.database.db, { interval: '1m', fromMs: midnight - HOUR_MS, toMs: midnight })
    ).get('BTC/USD')!;
    const hour = (
      await readCandles(world.database.db, { interval: '1h', fromMs: midnight - HOUR_MS, toMs: midnight })
    ).get('BTC/USD')!;
    expect([hour.open[0], hour.high[0], hour.low[0], hour.close[0], hour.volume[0]]).toEqual([
      minutes.open[0],
      Math.max(...minutes.high.subarray(0, 60)),
      Math.min(...minutes.low.subarray(0, 60)),
      minutes.close[59],
      60 * 120,
    ]);
  });
});

describe('a restart', () => {
  test('in the middle of a minute leaves no trace in the candles', async () => {
    world = await createWorld(MONDAY);
    const first = await world.startFeed();
    await world.watch(first.feed, 90_000);
    first.feed.close();
    world.clock.advance(7_000);
    await world.raiseEpoch();
    const second = await world.startFeed();
    await world.watch(second.feed, 90_000);

    expect(second.minutes.map((minute) => minute.timeMs - MONDAY)).toEqual([MINUTE_MS, 2 * MINUTE_MS]);
    const simulator = createSimulator(world.simulation);
    const stored = await storedMinutes(world, MONDAY, MONDAY + HOUR_MS);
    expect(stored.map((minute) => minute.timeMs - MONDAY)).toEqual([0, MINUTE_MS, 2 * MINUTE_MS]);
    for (const { timeMs, bars } of stored)
      expect(bars).toEqual(SIMULATED_SYMBOLS.map((_, i) => simulator.minuteCandle(i, timeMs)));
  });

  test('after hours fills the gap, but does not tell of minutes that nobody watched', {
    tags: ['long'],
  }, async () => {
    world = await createWorld(MONDAY);
    const first = await world.startFeed();
    await world.watch(first.feed, 30_000);
    first.feed.close();
    world.clock.advance(3 * HOUR_MS + 45 * MINUTE_MS);
    const second = await world.startFeed();
    await world.watch(second.feed, MINUTE_MS);
    const reopenedAt = MONDAY + 3 * HOUR_MS + 45 * MINUTE_MS;
    expect(second.minutes.map((minute) => minute.timeMs)).toEqual([reopenedAt]);
    const times = (await storedMinutes(world, MONDAY, MONDAY + DAY_MS)).map((minute) => minute.timeMs);
    expect(times).toEqual(Array.from({ length: 226 }, (_, n) => MONDAY + n * MINUTE_MS));
    const hours = await readCandles(world.database.db, {
      interval: '1h',
      fromMs: MONDAY,
      toMs: MONDAY + DAY_MS,
    });
    expect(hours.get('BTC/USD')!.length).toBe(3);
  });

  test('within seconds of a closed minute still tells of it, as a take-over does', {
    tags: ['long'],
  }, async () => {
    world = await createWorld(MONDAY + 55_000);
    const first = await world.startFeed();
    await first.feed.tick();
    first.feed.close();
    world.clock.set(new Date(MONDAY + MINUTE_MS + 4_000));
    const second = await world.startFeed();
    await second.feed.tick();
    expect(second.minutes.map((minute) => minute.timeMs)).toEqual([MONDAY]);
  });

  test('is not needed after a pause of the process: the feed fills the gap itself', {
    tags: ['long'],
  }, async () => {
    world = await createWorld(MONDAY);
    const { feed, minutes } = await world.startFeed();
    await feed.tick();
    minutes.length = 0;
    world.clock.set(new Date(MONDAY + 5 * MINUTE_MS + 30_000));
    await feed.tick();
    expect(minutes).toEqual([]);
    expect(await storedMinutes(world, MONDAY, MONDAY + HOUR_MS)).toHaveLength(5);
    await world.watch(feed, 30_000);
    expect(minutes.map((minute) => minute.timeMs)).toEqual([MONDAY + 5 * MINUTE_MS]);
  });
});

describe('an hour whose minutes are filled in later', () => {
  test('gets a next revision, once, and keeps what was known in time', async () => {
    world = await createWorld(MONDAY);
    const { db } = world.database;
    const bar = (minute: number, close: number) => ({
      time: MONDAY + minute * MINUTE_MS,
      open: close,
      high: close + 1,
      low: close - 1,
      close,
      volume: 1,
    });
    const pair = { symbol: 'BTC/USD', source: 'kraken' };
    const hour = { fromMs: MONDAY, toMs: MONDAY + HOUR_MS };
    const store = (rows: ReturnType<typeof bar>[], revision: 1 | 2) =>
      insertCandles(db, '1m', [{ ...pair, candles: candlesFrom(rows) }], revision);
    const hours = async () =>
      (
        await db.execute<{ revision: number; high: number; close: number; volume: number }>(
          sql`SELECT revision, high, close, volume FROM market_candles WHERE interval = '1h' ORDER BY revision`,
        )
      ).rows;

    await store([bar(0, 100), bar(1, 101), bar(59, 102)], 1);
    await aggregateCandles(db, '1h', hour, [pair]);
    expect(await hours()).toEqual([{ revision: 1, high: 103, close: 102, volume: 3 }]);
    // Nothing is filled in where something was known.
    expect(await store([bar(1, 500), bar(2, 200)], 2)).toBe(1);
    await aggregateCandles(db, '1h', hour, [pair], 'repaired');
    await aggregateCandles(db, '1h', hour, [pair], 'repaired');
    await aggregateCandles(db, '1h', hour, [pair]);
    expect(await hours()).toEqual([
      { revision: 1, high: 103, close: 102, volume: 3 },
      { revision: 2, high: 201, close: 102, volume: 4 },
    ]);
    const wanted = {
      interval: '1h',
      fromMs: 0,
      toMs: MONDAY + DAY_MS,
      symbols: ['BTC/USD'],
      source: 'kraken',
    } as const;
    expect((await readCandles(db, wanted)).get('BTC/USD')?.high[0]).toBe(201);
    expect((await readCandles(db, { ...wanted, revision: 'seen' })).get('BTC/USD')?.high[0]).toBe(103);
    // Of two sources none is read but the one that speaks: nobody has said that Kraken does.
    expect((await readCandles(db, { interval: '1h', fromMs: 0, toMs: MONDAY + DAY_MS })).size).toBe(0);
  });
});

describe('an hour that nobody heard', { tags: ['long'] }, () => {
  const pair = { symbol: 'BTC/USD', source: 'kraken' };
  const midnight = MONDAY - (MONDAY % DAY_MS);
  const day = { fromMs: midnight, toMs: midnight + DAY_MS };
  const store = (times: number[], revision: 1 | 2) => {
    const rows = times.map((time) => ({ time, open: 100, high: 101, low: 99, close: 100, volume: 1 }));
    return insertCandles(world.database.db, '1m', [{ ...pair, candles: candlesFrom(rows) }], revision);
  };
  const revisionsOf = async (interval: '1h' | '1d') =>
    (
      await world.database.db.execute<{ revision: number; volume: number }>(
        sql`SELECT revision, volume FROM market_candles WHERE interval = ${interval} ORDER BY time, revision`,
      )
    ).rows.map(({ revision, volume }) => `${revision}: ${volume}`);

  test('and its day are never among what was known in time, however they are filled in', async () => {
    world = await createWorld(MONDAY);
    const { db } = world.database;
    await store([MONDAY, MONDAY + MINUTE_MS], 2);
    for (const from of ['seen', 'repaired', 'seen'] as const)
      for (const interval of ['1h', '1d'] as const) await aggregateCandles(db, interval, day, [pair], from);
    expect([await revisionsOf('1h'), await revisionsOf('1d')]).toEqual([['2: 2'], ['2: 2']]);
  });

  test('but for one minute gets that one as what was known, even after the others were filled in', async () => {
    world = await createWorld(MONDAY);
    const { db } = world.database;
    await store([MONDAY], 1);
    await store([MONDAY + MINUTE_MS], 2);
    await aggregateCandles(db, '1h', day, [pair], 'repaired');
    await aggregateCandles(db, '1h', day, [pair]);
    expect(await revisionsOf('1h')).toEqual(['1: 1', '2: 2']);
  });
});

describe('the upkeep beside the ticks', { tags: ['long'] }, () => {
  test('says where it failed when that was none of a provider’s doing', async () => {
    world = await createWorld(MONDAY);
    const { database, clock, simulation } = world;
    const { term } = await world.startFeed();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const source = createSimulatedSource(simulation);
    const maintenance = createMaintenance({ database, clock, log, source, term }, new Set());
    await database.pool.query('ALTER TABLE market_candles RENAME TO market_candles_gone');
    maintenance.start(MONDAY);
    await maintenance.idle();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, task: 'deleteOld', err: { stack: expect.stringContaining('market-candles.ts') } },
    ]);
  });
});

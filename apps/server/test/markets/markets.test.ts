import { liveMessage, MARKET_SYMBOLS, type MarketType } from '@botdepot/contract';
import { createSimulator, DAY_MS, HOUR_MS, MINUTE_MS, SIMULATED_SYMBOLS } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createMarketFeed,
  createSimulatedSource,
  createTickRequest,
  ensureSimulation,
  readLatestPrices,
} from '../../src/modules/markets/index.ts';
import { listPrices } from '../../src/modules/markets/market-prices.ts';
import { closeWorlds, createWorld, log, MONDAY, SATURDAY, type World } from './market-world.ts';

let world: World;
afterEach(closeWorlds);

describe('the simulated market', () => {
  test('is one market, however many replicas start at once', async () => {
    world = await createWorld(MONDAY);
    const { database, clock } = world;
    const made = await Promise.all(
      Array.from({ length: 8 }, () => database.transaction((tx) => ensureSimulation(tx, clock))),
    );
    expect(new Set(made.map((simulation) => JSON.stringify(simulation))).size).toBe(1);
    expect(made[0]!.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(made[0]!.originMs).toBe(Date.UTC(2023, 2, 2));
    expect(made[0]!.modelSinceMs).toBe(made[0]!.originMs);
    clock.advance(9 * DAY_MS);
    expect(await ensureSimulation(database.db, clock)).toEqual(made[0]);
  });

  test('of an older installation gets the model in force at one coming moment, and keeps its history', async () => {
    world = await createWorld(MONDAY);
    const { database, clock } = world;
    const created = await ensureSimulation(database.db, clock);
    // As the migration leaves what an earlier version has made.
    await database.pool.query('UPDATE market_simulations SET model_since = NULL');
    clock.advance(400 * DAY_MS + 9 * HOUR_MS);
    const nowMs = clock.now().getTime();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => database.transaction((tx) => ensureSimulation(tx, clock))),
    );
    const modelSinceMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
    expect(new Set(made.map((simulation) => JSON.stringify(simulation)))).toEqual(
      new Set([JSON.stringify({ ...created, modelSinceMs })]),
    );
    clock.advance(9 * DAY_MS);
    expect(await ensureSimulation(database.db, clock)).toEqual(made[0]);

    const source = createSimulatedSource(made[0]!);
    const first = createSimulator({ ...created, modelSinceMs: Number.POSITIVE_INFINITY });
    const hours = { fromMs: nowMs - 90 * DAY_MS, toMs: modelSinceMs };
    const told = await source.candles('1h', hours.fromMs, hours.toMs);
    expect(told.map(({ candles }) => candles)).toEqual(first.allCandles('1h', hours.fromMs, hours.toMs));
    const later = modelSinceMs + 7 * DAY_MS + 12 * HOUR_MS;
    expect(source.quotes(later).map(({ price }) => price)).not.toEqual([...first.pricesAt(later)]);
  });

  test('has the symbols of the catalogue in its order', () => {
    expect(SIMULATED_SYMBOLS.map((entry) => entry.symbol)).toEqual(
      MARKET_SYMBOLS.map((entry) => entry.symbol),
    );
  });

  test('tells when a closed market was last open', () => {
    const source = createSimulatedSource({
      seed: 's',
      originMs: MONDAY - (MONDAY % DAY_MS),
      anchorMs: MONDAY,
    });
    const gold = source.quotes(SATURDAY).find((quote) => quote.symbol === 'GOLD');
    // Friday, 17:00 New York.
    expect(gold).toMatchObject({ open: false, time: Date.UTC(2026, 2, 6, 22) });
    expect(source.quotes(SATURDAY)[0]).toMatchObject({ symbol: 'BTC/USD', open: true, time: SATURDAY });
  });

  test('is moved by a coming event from its beginning on, not before', async () => {
    const simulation = { seed: 's', originMs: MONDAY - (MONDAY % DAY_MS), anchorMs: MONDAY };
    const plain = createSimulatedSource(simulation);
    const eventful = createSimulatedSource(simulation, async () => [
      { startsAt: new Date(MONDAY + HOUR_MS), endsAt: new Date(MONDAY + 3 * HOUR_MS) },
      { startsAt: new Date(MONDAY + 2 * HOUR_MS), endsAt: new Date(MONDAY + 4 * HOUR_MS) },
    ]);
    await eventful.prepare();
    expect(eventful.quotes(MONDAY + HOUR_MS)).toEqual(plain.quotes(MONDAY + HOUR_MS));
    expect(eventful.quotes(MONDAY + 2 * HOUR_MS)).not.toEqual(plain.quotes(MONDAY + 2 * HOUR_MS));
  });
});

describe('a tick', () => {
  test('writes the prices of all symbols and publishes the same ones', async () => {
    world = await createWorld(MONDAY);
    const { feed } = await world.startFeed();
    feed.provideNavs(() => ({
      smartbot: { nav: '1.000000000000', series: 1 },
      turbobot: { nav: '0.900000000000', series: 2 },
    }));
    await feed.tick();
    const first = await pricesNow(world);
    await world.watch(feed, 500);
    const second = await pricesNow(world);

    expect(second.map((price) => price.symbol)).toEqual(MARKET_SYMBOLS.map((entry) => entry.symbol));
    expect(second.map((price) => price.id)).toEqual(first.map((price) => price.id));
    const prices = createSimulator(world.simulation).pricesAt(MONDAY + 500);
    expect(second.map((price) => Number(price.price))).toEqual([...prices]);
    expect(second[5]!.price).toMatch(/^\d\.\d{5}$/);
    expect(new Set(second.map((price) => price.lastUpdated))).toEqual(new Set(['2026-03-02T10:00:00.500Z']));
    expect(second.every((price) => price.source === 'simulated' && price.session === 'open')).toBe(true);

    const message = liveMessage.parse(JSON.parse(world.messages.at(-1)!));
    expect(message).toMatchObject({
      type: 'prices',
      t: MONDAY + 500,
      source: 'simulated',
      p: [...prices],
      nav: { smartbot: '1.000000000000', turbobot: '0.900000000000' },
      series: { turbobot: 2 },
    });
    expect(Buffer.byteLength(world.messages.at(-1)!)).toBeLessThan(1_024);
    expect(await readLatestPrices(world.database.db)).toEqual(feed.latestTick()?.tick);
  });

  test('is made once per 500 ms, however many ask for it', async () => {
    world = await createWorld(MONDAY);
    const { feed } = await world.startFeed();
    const request = createTickRequest({ feed, database: world.database });
    const answers = await Promise.all(Array.from({ length: 50 }, request));
    expect(new Set(answers.map((answer) => answer.lastUpdated))).toEqual(
      new Set(['2026-03-02T10:00:00.000Z']),
    );
    world.clock.advance(499);
    await request();
    expect(world.messages).toHaveLength(1);
    world.clock.advance(1);
    expect(await request()).toEqual({ lastUpdated: '2026-03-02T10:00:00.500Z' });
    expect(world.messages).toHaveLength(2);
  });

  test('is not made by a replica that does not lead: it says when the leader made the last one', async () => {
    world = await createWorld(MONDAY);
    const { database, clock, bus } = world;
    const source = createSimulatedSource(world.simulation);
    const follower = createMarketFeed({ database, clock, bus, log, source });
    expect(await createTickRequest({ feed: follower, database })()).toEqual({ lastUpdated: null });
    const { feed } = await world.startFeed();
    await feed.tick();
    expect(await createTickRequest({ feed: follower, database })()).toEqual({
      lastUpdated: '2026-03-02T10:00:00.000Z',
    });
    expect(follower.latestTick()).toBeNull();
    // With the database away both say what they know.
    const [asked, led] = [
      createTickRequest({ feed: follower, database }),
      createTickRequest({ feed, database }),
    ];
    await Promise.all([asked(), led()]);
    await database.db.execute(sql`ALTER TABLE market_prices RENAME TO hidden`);
    world.clock.advance(500);
    expect(await led()).toEqual({ lastUpdated: '2026-03-02T10:00:00.000Z' });
    expect(await asked()).toEqual({ lastUpdated: '2026-03-02T10:00:00.000Z' });
  });

  test('knows its age', async () => {
    world = await createWorld(MONDAY + 120);
    const { feed } = await world.startFeed();
    expect(feed.latestTick()).toBeNull();
    await feed.tick();
    world.clock.advance(2_300);
    expect(feed.latestTick()).toMatchObject({ tick: { timeMs: MONDAY }, ageMs: 2_420 });
  });

  test('of a market that is closed keeps the last price and the time of it', async () => {
    world = await createWorld(SATURDAY, 1);
    const { feed } = await world.startFeed();
    await world.watch(feed, 1_000);
    const [gold] = await pricesNow(world, 'commodities');
    expect(gold).toMatchObject({
      symbol: 'GOLD',
      session: 'closed',
      lastUpdated: '2026-03-06T22:00:00.000Z',
    });
    const tick = feed.latestTick()!.tick;
    expect(tick.timeMs).toBe(SATURDAY + 1_000);
    const simulator = createSimulator(world.simulation);
    const dayBefore = simulator.minuteCandle(15, SATURDAY - DAY_MS - MINUTE_MS)!.close;
    expect(tick.change24h[15]).toBeCloseTo(simulator.priceAt(15, SATURDAY) / dayBefore - 1, 6);
  });

  test('says the change over 24 h, and nothing while the history is shorter', async () => {
    world = await createWorld(MONDAY - (MONDAY % DAY_MS) + DAY_MS - 2 * MINUTE_MS);
    const { feed } = await world.startFeed();
    await feed.tick();
    expect(feed.latestTick()!.tick.change24h.every((change) => change === null)).toBe(true);
    await world.watch(feed, 4 * MINUTE_MS);
    const { timeMs, change24h, quotes } = feed.latestTick()!.tick;
    const before = createSimulator(world.simulation).minuteCandle(0, timeMs - DAY_MS - MINUTE_MS)!.close;
    expect(change24h[0]).toBeCloseTo(quotes[0]!.price / before - 1, 6);
  });
});

const pricesNow = ({ database, clock }: World, marketType?: MarketType) =>
  listPrices(database.db, clock.now().getTime(), marketType);

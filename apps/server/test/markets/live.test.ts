import { liveMessage, MARKET_SYMBOLS } from '@botdepot/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { readCandles, readSourcesInForce } from '../../src/modules/markets/index.ts';
import { KRAKEN_SYMBOLS } from '../../src/modules/markets/live/kraken.ts';
import { closeProviders, createLiveWorld, type LiveWorld, POLL_MS } from './live-world.ts';
import { closeWorlds, MONDAY } from './market-world.ts';
import type { Fault } from './price-providers.ts';

let world: LiveWorld;
afterEach(async () => {
  await closeWorlds();
  await closeProviders();
});

const speaking = async (source: string) =>
  [...(await readSourcesInForce(world.database.db))]
    .filter(([, name]) => name === source)
    .map(([symbol]) => symbol);

const candlesOf = async (
  symbol: string,
  interval: '1m' | '1h' | '1d',
  revision: 'seen' | 'newest' = 'seen',
) =>
  (
    await readCandles(world.database.db, {
      interval,
      fromMs: 0,
      toMs: MONDAY + DAY_MS,
      symbols: [symbol],
      revision,
    })
  ).get(symbol);

describe('a market with live prices', () => {
  test('begins with the history of the provider, without the running candle', async () => {
    world = await createLiveWorld(MONDAY + 30_000);
    await world.startLive([world.kraken()]);
    expect(await speaking('kraken')).toEqual([...KRAKEN_SYMBOLS]);
    const [minutes, hours, days] = [
      await candlesOf('BTC/USD', '1m'),
      await candlesOf('BTC/USD', '1h'),
      await candlesOf('BTC/USD', '1d'),
    ];
    expect([days?.length, hours?.length, minutes?.length]).toEqual([719, 719, 719]);
    const midnight = MONDAY - (MONDAY % DAY_MS);
    expect(days?.time[718]).toBe(midnight - DAY_MS);
    expect(hours?.time[718]).toBe(MONDAY - HOUR_MS);
    expect(minutes?.time[718]).toBe(MONDAY - MINUTE_MS);
    expect(days?.close[718]).toBe(world.provider.price('XBTUSD', midnight - 1));
    // Forex is shut at the weekend: Saturdays have no candle.
    const forex = await candlesOf('EUR/USD', '1d');
    const weekdays = new Set(
      Array.from(forex!.time.subarray(0, forex!.length), (time) => new Date(time).getUTCDay()),
    );
    expect([...weekdays].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('ticks with the newest word of the provider and says whose it is', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(3 * MINUTE_MS);
    const now = world.clock.now().getTime();
    expect(live.quote('BTC/USD')).toMatchObject({
      source: 'kraken',
      price: Number(world.provider.price('XBTUSD', now - POLL_MS).toFixed(2)),
      time: now - POLL_MS,
      open: true,
    });
    expect(await world.price('BTC/USD')).toMatchObject({ source: 'kraken', stale: false, session: 'open' });
    expect(await world.price('GOLD')).toMatchObject({ source: 'simulated', stale: false });
    expect(liveMessage.parse(JSON.parse(world.messages.at(-1)!))).toMatchObject({ source: 'mixed' });
    // One question for ten symbols, once per interval.
    const tickers = world.provider.asked.filter(({ path }) => path.endsWith('/Ticker'));
    expect(tickers.length).toBe(1 + (3 * MINUTE_MS) / POLL_MS - 1);
    expect(tickers[0]?.query.get('pair')?.split(',')).toHaveLength(10);
    // The change over a day is measured against Kraken's own past, from hours where it has no minutes.
    const tick = live.feed.latestTick()!.tick;
    const dayBefore = world.provider.price('XBTUSD', now - DAY_MS);
    expect(tick.change24h[0]).toBeCloseTo(tick.quotes[0]!.price / dayBefore - 1, 1);
  });

  test('makes its minutes from what was heard, and hours of them', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(2 * MINUTE_MS);
    const minute = live.minutes.at(-1)!;
    expect(minute.timeMs).toBe(MONDAY + MINUTE_MS);
    expect(minute.sources?.slice(0, 11)).toEqual([
      ...Array.from({ length: 10 }, () => 'kraken'),
      'simulated',
    ]);
    const heard = Array.from({ length: 12 }, (_, n) =>
      Number(world.provider.price('XBTUSD', MONDAY + MINUTE_MS + n * POLL_MS).toFixed(2)),
    );
    expect(minute.bars[0]).toEqual({
      open: heard[0],
      high: Math.max(...heard),
      low: Math.min(...heard),
      close: heard.at(-1),
      volume: 12,
    });
    const stored = await candlesOf('BTC/USD', '1m');
    expect(stored?.time[stored.length - 1]).toBe(MONDAY + MINUTE_MS);
    world.clock.set(new Date(MONDAY + HOUR_MS - POLL_MS));
    await live.feed.tick();
    await live.run(2 * POLL_MS);
    const hours = await candlesOf('BTC/USD', '1h');
    expect(hours?.time[hours.length - 1]).toBe(MONDAY);
    expect(hours?.open[hours.length - 1]).toBe(
      live.minutes.find(({ timeMs }) => timeMs === MONDAY)?.bars[0]?.open,
    );
  });

  test('leaves a symbol simulated that the provider does not know, and says so once', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    world.provider.unknown.add('ADAUSD');
    const live = await world.startLive([world.kraken()]);
    expect(await speaking('kraken')).toEqual(KRAKEN_SYMBOLS.filter((symbol) => symbol !== 'ADA/USD'));
    await live.run(2 * MINUTE_MS);
    expect(live.quote('ADA/USD').source).toBe('simulated');
    expect(live.quote('BTC/USD').source).toBe('kraken');
    const lines = world.logged.filter(
      (line) => line.includes('ADA/USD') && line.includes('Unknown asset pair'),
    );
    expect(lines.length).toBe(1);
  });

  test('waits for a provider that does not answer at the start, and takes it over between two minutes', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    world.provider.fault = () => ({ kind: 'status', status: 500 });
    const live = await world.startLive([world.kraken()]);
    await live.run(2 * MINUTE_MS);
    expect(await speaking('kraken')).toEqual([]);
    expect(live.quote('BTC/USD').source).toBe('simulated');
    world.provider.fault = undefined;
    await live.run(4 * MINUTE_MS);
    const taken = await speaking('kraken');
    expect(taken.length).toBeGreaterThan(0);
    const changes = live.minutes.map(
      (minute) => minute.sources?.[MARKET_SYMBOLS.findIndex(({ symbol }) => symbol === taken[0])],
    );
    expect(changes.indexOf('kraken')).toBeGreaterThan(0);
    const { rows } = await world.database.db.execute<{ since: Date }>(
      sql`SELECT since FROM market_sources WHERE symbol = ${taken[0]}`,
    );
    const since = new Date(rows[0]!.since).getTime();
    expect(since % MINUTE_MS).toBe(0);
    expect(live.minutes[changes.indexOf('kraken')]?.timeMs).toBe(since);
  });
});

const EMPTY: Fault = { kind: 'rewrite', rewrite: () => ({ error: [], result: {} }) };
const everyPrice = (price: unknown): Fault => ({
  kind: 'rewrite',
  rewrite: (json) => {
    // The test's own answer, a ticker.
    const { result } = json as { result: Record<string, object> };
    return {
      error: [],
      result: Object.fromEntries(
        Object.entries(result).map(([name, entry]) => [name, { ...entry, a: [price, '1'], b: [price, '1'] }]),
      ),
    };
  },
});

describe('a provider that fails', () => {
  const FAULTS: [string, Fault][] = [
    ['breaks the connection', { kind: 'reset' }],
    ['answers 500', { kind: 'status', status: 500, body: 'oops' }],
    ['answers 429', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }],
    [
      'says that there are too many requests',
      { kind: 'rewrite', rewrite: () => ({ error: ['EGeneral:Too many requests'] }) },
    ],
    ['answers with a page', { kind: 'text', body: '<!doctype html><title>Maintenance</title>' }],
    [
      'stops in the middle of the JSON',
      { kind: 'text', body: '{"error":[],"result":{"XXBTZUSD":{"a":["600' },
    ],
    ['answers something else', { kind: 'text', body: '[1,2,3]' }],
    ['answers with an array of errors that is none', { kind: 'text', body: '{"error":"no","result":null}' }],
    ['answers nothing', EMPTY],
    ['says NaN', everyPrice('NaN')],
    ['says a negative price', everyPrice('-60000')],
    ['says 0', everyPrice('0.00')],
    ['says infinity', everyPrice('1e999')],
    ['says null', everyPrice(null)],
    ['redirects elsewhere', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ];

  test('makes prices old and visibly stale, crashes nothing, and is heard again afterwards', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(MINUTE_MS);
    for (const [what, fault] of FAULTS) {
      const since = world.clock.now().getTime();
      const ticks = world.messages.length;
      world.provider.fault = () => fault;
      await live.run(3 * MINUTE_MS, 10_000);
      expect([what, world.messages.length - ticks]).toEqual([what, 18]);
      expect([what, live.quote('BTC/USD').time <= since]).toEqual([what, true]);
      expect([what, await world.price('BTC/USD')]).toMatchObject([what, { stale: true, session: 'open' }]);
      expect(await world.price('GOLD')).toMatchObject({ stale: false });
      const message = liveMessage.parse(JSON.parse(world.messages.at(-1)!));
      expect([what, message]).toMatchObject([
        what,
        {
          s: MARKET_SYMBOLS.flatMap(({ symbol }, index) => (KRAKEN_SYMBOLS.includes(symbol) ? [index] : [])),
        },
      ]);
      // Minutes in which nothing was heard have no candle.
      expect([what, live.minutes.at(-1)?.bars[0]]).toEqual([what, null]);
      expect(live.minutes.at(-1)?.bars[15]).not.toBeNull();

      world.provider.fault = undefined;
      await live.run(6 * MINUTE_MS, 10_000);
      expect([what, await world.price('BTC/USD')]).toMatchObject([what, { stale: false }]);
    }
  }, 400_000);

  test('by silence is not waited for: ticks go on, and it is heard again afterwards', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken({ timeoutMs: 1_000 })]);
    await live.run(MINUTE_MS);
    world.provider.fault = ({ path }) => (path.endsWith('/Ticker') ? { kind: 'silence' } : undefined);
    const ticks = world.messages.length;
    // Without waiting for answers, as the real clock does.
    for (let passed = 0; passed < 20; passed++) {
      world.clock.advance(500);
      await live.feed.tick();
    }
    expect(world.messages.length - ticks).toBe(20);
    await live.run(3 * MINUTE_MS, 10_000);
    expect(await world.price('BTC/USD')).toMatchObject({ stale: true });
    world.provider.fault = undefined;
    // On a busy machine even an answer may take more than its second.
    for (let minutes = 0; minutes < 60 && (await world.price('BTC/USD')).stale; minutes++)
      await live.run(MINUTE_MS, 10_000);
    expect(await world.price('BTC/USD')).toMatchObject({ stale: false });
  });

  test('is left alone as long as it wishes', { tags: ['long'] }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(MINUTE_MS);
    world.provider.fault = ({ path }) =>
      path.endsWith('/Ticker')
        ? { kind: 'status', status: 429, headers: { 'retry-after': '90' } }
        : undefined;
    await live.run(POLL_MS);
    const asked = () => world.provider.asked.filter(({ path }) => path.endsWith('/Ticker')).length;
    const before = asked();
    await live.run(85_000);
    expect(asked()).toBe(before);
    world.provider.fault = undefined;
    await live.run(2 * POLL_MS);
    expect(asked()).toBeGreaterThan(before);
    expect(await world.price('BTC/USD')).toMatchObject({ stale: false });
  });

  test('for one symbol takes no other with it', { tags: ['long'] }, async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(MINUTE_MS);
    world.provider.unknown.add('ETHUSD');
    await live.run(3 * MINUTE_MS);
    expect(await world.price('ETH/USD')).toMatchObject({ source: 'kraken', stale: true });
    expect(await world.price('BTC/USD')).toMatchObject({ source: 'kraken', stale: false });
    world.provider.unknown.clear();
    await live.run(3 * POLL_MS);
    expect(await world.price('ETH/USD')).toMatchObject({ stale: false });
  });

  test('does not keep a restarted process from leading: the last price is shown and ages', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const first = await world.startLive([world.kraken()]);
    await first.run(2 * MINUTE_MS);
    world.provider.fault = () => ({ kind: 'reset' });
    world.clock.advance(3 * MINUTE_MS);
    const second = await world.startLive([world.kraken()]);
    await second.run(POLL_MS);
    const stored = await candlesOf('BTC/USD', '1m');
    expect(second.quote('BTC/USD')).toMatchObject({
      source: 'kraken',
      price: stored?.close[stored.length - 1],
      // When it was last heard, which the tick after it showed.
      time: MONDAY + 2 * MINUTE_MS - POLL_MS,
    });
    expect(await world.price('BTC/USD')).toMatchObject({ stale: true });
    world.provider.fault = undefined;
    await second.run(6 * MINUTE_MS, 10_000);
    expect(await world.price('BTC/USD')).toMatchObject({ stale: false });
    expect(await speaking('kraken')).toEqual([...KRAKEN_SYMBOLS]);
  });
});

describe('a price that jumps', () => {
  test('is held back until it is confirmed, so that a slipped decimal point makes no candle', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(MINUTE_MS);
    const usual = world.provider.price;
    const jump = { from: world.clock.now().getTime() + 1, polls: 1 };
    world.provider.price = (name, timeMs) =>
      usual(name, timeMs) *
      (name === 'XBTUSD' && timeMs >= jump.from && timeMs < jump.from + jump.polls * POLL_MS ? 10 : 1);
    await live.run(MINUTE_MS);
    expect(live.quote('BTC/USD').price).toBeLessThan(70_000);
    expect(Math.max(...live.minutes.map(({ bars }) => bars[0]?.high ?? 0))).toBeLessThan(70_000);
    expect(world.logged.filter((line) => line.includes('held back'))).toHaveLength(1);

    jump.from = world.clock.now().getTime() + 1;
    jump.polls = 1_000;
    await live.run(2 * POLL_MS);
    expect(live.quote('BTC/USD').price).toBeLessThan(70_000);
    await live.run(3 * POLL_MS);
    expect(live.quote('BTC/USD').price).toBeGreaterThan(500_000);
  });
});

describe('minutes that nobody heard', { tags: ['long'] }, () => {
  test('are filled in later as another revision, which charts see and bots never', async () => {
    world = await createLiveWorld(MONDAY + 50 * MINUTE_MS);
    const live = await world.startLive([world.kraken()]);
    await live.run(2 * MINUTE_MS);
    world.provider.fault = () => ({ kind: 'reset' });
    await live.run(5 * MINUTE_MS);
    world.provider.fault = undefined;
    await live.run(14 * MINUTE_MS);

    const seen = await candlesOf('BTC/USD', '1m');
    const newest = await candlesOf('BTC/USD', '1m', 'newest');
    const starts = (series: typeof seen) => Array.from(series!.time.subarray(0, series!.length));
    const filled = starts(newest).filter((time) => !starts(seen).includes(time));
    expect(filled.length).toBeGreaterThanOrEqual(4);
    expect(
      filled.every((time) => time >= MONDAY + 49 * MINUTE_MS && time < MONDAY + HOUR_MS + MINUTE_MS),
    ).toBe(true);
    const known = starts(newest);
    expect(known.at(-1)! - known.at(-60)!).toBe(59 * MINUTE_MS);
    // The hour was closed without them; its next revision reaches as far as the provider's candles did.
    const hour = async (revision: 'seen' | 'newest') => {
      const hours = await candlesOf('BTC/USD', '1h', revision);
      return { time: hours?.time[hours.length - 1], high: hours?.high[hours.length - 1] };
    };
    const [before, after] = [await hour('seen'), await hour('newest')];
    expect([before.time, after.time]).toEqual([MONDAY, MONDAY]);
    const { rows } = await world.database.db.execute<{ revision: number; source: string }>(
      sql`SELECT revision, source FROM market_candles
          WHERE symbol = 'BTC/USD' AND interval = '1m' AND time = ${new Date(filled[0]!).toISOString()}`,
    );
    // Simulated minutes ended when Kraken took over, before this one.
    expect(rows).toEqual([{ revision: 2, source: 'kraken' }]);
  });
});

describe('a source that is configured no longer', { tags: ['long'] }, () => {
  test('gives way to the simulated market, whose candles of the meantime are made; nothing is mixed', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await world.startLive([world.kraken()]);
    await live.run(3 * MINUTE_MS);
    await live.feed.idle();
    live.feed.close();
    world.clock.advance(HOUR_MS);
    const simulated = await world.startLive([]);
    await simulated.run(2 * MINUTE_MS);
    expect(await speaking('kraken')).toEqual([]);
    expect(simulated.quote('BTC/USD').source).toBe('simulated');
    const minutes = await candlesOf('BTC/USD', '1m');
    const starts = Array.from(minutes!.time.subarray(0, minutes!.length));
    expect(starts.at(-1)! - starts[0]!).toBe((starts.length - 1) * MINUTE_MS);
    expect(Math.max(...minutes!.close.subarray(0, minutes!.length))).toBeLessThan(50_000);
    const { rows } = await world.database.db.execute<{ source: string }>(
      sql`SELECT source FROM market_sources WHERE symbol = 'BTC/USD' ORDER BY since`,
    );
    expect(rows.map((row) => row.source)).toEqual(['kraken', 'simulated']);
  });
});

import { MARKET_SYMBOLS } from '@botdepot/contract';
import { type Bar, CandleSeries, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { type BotRunner, type BotStrategies, createBotRunner } from '../../src/modules/bots/index.ts';
import type { PriceSourceName } from '../../src/modules/markets/index.ts';
import { aggregateCandles, insertCandles } from '../../src/modules/markets/market-candles.ts';
import type { MarketFeed, MinuteListener, TickListener } from '../../src/modules/markets/market-feed.ts';
import type { Database } from '../../src/platform/database.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';

/** Prices as a pure function of seed, symbol and time: restless enough that every bar trades and every stop is near. */
export type TestMarket = {
  price(symbol: number, timeMs: number): number;
  bar(symbol: number, startMs: number, lengthMs: number): Bar;
  /** The minute of an instant up to and with it; the last one of a minute gives its bar. */
  soFar(symbol: number, timeMs: number): Bar;
  /** Multiplies every price from a moment on. */
  shock(fromMs: number, factor: number): void;
};

export function testMarket(seed: number): TestMarket {
  const shocks: { from: number; factor: number }[] = [];
  const noise = (symbol: number, step: number): number => {
    let hash = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(symbol + 1, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (step | 0), 0x27d4_eb2f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 - 0.5;
  };
  const price = (symbol: number, timeMs: number): number => {
    const wave =
      Math.sin(timeMs / (7 * MINUTE_MS) + symbol) * 0.02 + Math.sin(timeMs / (11 * DAY_MS) + symbol) * 0.2;
    const jitter = noise(symbol, Math.floor(timeMs / 500)) * 0.01;
    const factor = shocks.reduce((total, shock) => (timeMs >= shock.from ? total * shock.factor : total), 1);
    return Math.round(100 * (symbol + 1) * Math.exp(wave + jitter) * factor * 10_000) / 10_000;
  };
  const soFar = (symbol: number, timeMs: number): Bar => {
    const start = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const open = price(symbol, start);
    const bar = { open, high: open, low: open, close: open, volume: 0 };
    for (let at = start; at <= timeMs; at += 500) {
      bar.close = price(symbol, at);
      bar.high = Math.max(bar.high, bar.close);
      bar.low = Math.min(bar.low, bar.close);
      bar.volume += 1;
    }
    return bar;
  };
  return {
    price,
    soFar,
    bar(symbol, startMs, lengthMs) {
      if (lengthMs === MINUTE_MS) return soFar(symbol, startMs + lengthMs - 500);
      const open = price(symbol, startMs);
      const close = price(symbol, startMs + lengthMs - 500);
      return {
        open,
        high: Math.max(open, close) * 1.002,
        low: Math.min(open, close) * 0.998,
        close,
        volume: 120,
      };
    },
    shock: (from, factor) => {
      shocks.push({ from, factor });
    },
  };
}

export type BotsFixture = ServerFixture & {
  market: TestMarket;
  strategies: BotStrategies;
  runner: BotRunner;
  /** What the runner follows; others may as well. */
  feed: Pick<MarketFeed, 'onTick' | 'onMinuteClosed' | 'provideNavs'>;
  /** Symbols whose prices are too old to trade on, as the ticks tell it. */
  silent: Set<string>;
  /** Symbols whose markets are shut: they have no candles and no bars. */
  shut: Set<string>;
  /** Who speaks for which symbol, as the minutes tell it once there is an entry; all others are simulated. */
  sources: Map<string, PriceSourceName>;
  /** The leader's term that minutes and ticks are told with. */
  term(): LeaderTerm;
  /** A new leader takes over: a higher epoch in the database, from now on also in what is told. */
  takeOver(): Promise<LeaderTerm>;
  /** Another process: the old runner is forgotten as a kill would forget it. */
  restart(database?: Database): Promise<void>;
  /** Commits the candles of the running minute, moves the clock to its end and tells it. */
  closeMinute(options?: { tell?: boolean; with?: LeaderTerm }): Promise<number>;
  tellMinute(timeMs: number, term?: LeaderTerm): Promise<void>;
  /** A tick at the clock's time, written before it returns. */
  tick(term?: LeaderTerm): Promise<void>;
  /** What the newest tick says to open pages about the bots; known before the tick is written. */
  navs(): ReturnType<Parameters<MarketFeed['provideNavs']>[0]>;
  /** Minutes that close and are told, each followed by a tick. */
  run(minutes: number): Promise<void>;
};

/** Bots on a market of the test's own making, driven minute by minute with the fixture's clock. */
export async function createBotsFixture(
  options: { seed?: number; strategies?: BotStrategies; url?: string } = {},
): Promise<BotsFixture> {
  const server = await createServerFixture(options.url ? { url: options.url } : {});
  const market = testMarket(options.seed ?? 1);
  const strategies = options.strategies ?? botStrategies(restlessStrategy());
  const silent = new Set<string>();
  const shut = new Set<string>();
  const sources = new Map<string, PriceSourceName>();
  const tickListeners = new Set<TickListener>();
  const minuteListeners = new Set<MinuteListener>();
  let provideNavs: Parameters<MarketFeed['provideNavs']>[0] = () => ({});
  let navs: ReturnType<typeof provideNavs> = {};
  const feed = {
    onTick: (listener: TickListener) => subscribe(tickListeners, listener),
    onMinuteClosed: (listener: MinuteListener) => subscribe(minuteListeners, listener),
    provideNavs: (provided: typeof provideNavs) => {
      provideNavs = provided;
    },
  };
  let term: LeaderTerm = { epoch: 0, signal: new AbortController().signal };
  let runner: BotRunner;

  function newRunner(database: Database = server.database): BotRunner {
    const created = createBotRunner({
      database,
      feed,
      clock: server.clock,
      bus: server.bus,
      log: pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' }),
      strategies,
    });
    created.start();
    return created;
  }

  const sourceOf = (symbol: string): PriceSourceName => sources.get(symbol) ?? 'simulated';

  async function takeOver(): Promise<LeaderTerm> {
    const { rows } = await server.database.pool.query<{ epoch: string }>(
      "UPDATE leadership SET epoch = epoch + 1 WHERE name = 'market' RETURNING epoch",
    );
    term = { epoch: Number(rows[0]?.epoch), signal: new AbortController().signal };
    return term;
  }

  async function tellMinute(timeMs: number, as = term): Promise<void> {
    const bars = MARKET_SYMBOLS.map(({ symbol }, index) =>
      shut.has(symbol) ? null : market.bar(index, timeMs, MINUTE_MS),
    );
    // As the feed does: a subscriber's failure concerns nobody else.
    const told = MARKET_SYMBOLS.map(({ symbol }) => sourceOf(symbol));
    const minute = { timeMs, bars, ...(sources.size > 0 ? { sources: told } : {}) };
    for (const listener of minuteListeners) await listener(minute, as);
  }

  async function closeMinute(told: { tell?: boolean; with?: LeaderTerm } = {}): Promise<number> {
    const start = Math.floor(server.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
    const series = seriesOf(market, start, start + MINUTE_MS, MINUTE_MS).map((of) => ({
      ...of,
      source: sourceOf(of.symbol),
    }));
    await insertCandles(
      server.database.db,
      '1m',
      series.filter(({ symbol }) => !shut.has(symbol)),
    );
    const end = start + MINUTE_MS;
    // As the feed does: strategies that look back on hours find them after a restart.
    if (end % HOUR_MS === 0) {
      const pairs = MARKET_SYMBOLS.map(({ symbol }) => ({ symbol, source: sourceOf(symbol) }));
      await aggregateCandles(server.database.db, '1h', { fromMs: end - HOUR_MS, toMs: end }, pairs);
    }
    server.clock.set(new Date(end));
    if (told.tell !== false) await tellMinute(start, told.with);
    return start;
  }

  async function tick(as = term): Promise<void> {
    const timeMs = server.clock.now().getTime();
    const quotes = MARKET_SYMBOLS.map(({ symbol }, index) => {
      const price = market.price(index, timeMs);
      const time = silent.has(symbol) ? timeMs - HOUR_MS : timeMs;
      return { symbol, source: sourceOf(symbol), price, text: String(price), time, open: !shut.has(symbol) };
    });
    const minute = MARKET_SYMBOLS.map(({ symbol }, index) =>
      shut.has(symbol) ? null : market.soFar(index, timeMs),
    );
    const made = { timeMs, quotes, change24h: quotes.map(() => null), minute };
    for (const listener of tickListeners) listener(made, as);
    navs = provideNavs(made);
    await runner.idle();
  }

  await takeOver();
  runner = newRunner();
  return {
    ...server,
    market,
    strategies,
    feed,
    get runner() {
      return runner;
    },
    silent,
    shut,
    sources,
    term: () => term,
    takeOver,
    async restart(database) {
      await runner.stop();
      runner = newRunner(database);
    },
    closeMinute,
    tellMinute,
    tick,
    navs: () => navs,
    async run(minutes) {
      for (let minute = 0; minute < minutes; minute++) {
        await closeMinute();
        await tick();
      }
    },
    async close() {
      await runner.stop();
      await server.close();
    },
  };
}

/** Candles of every market, ready to be written. */
export function seriesOf(market: TestMarket, fromMs: number, toMs: number, stepMs: number) {
  return MARKET_SYMBOLS.map(({ symbol }, index) => {
    const candles = new CandleSeries();
    for (let time = fromMs; time < toMs; time += stepMs)
      candles.append(time, market.bar(index, time, stepMs));
    return { symbol, source: 'simulated' as const, candles };
  });
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

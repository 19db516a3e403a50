// The real feed on PostgreSQL with the real adapters, pointed at a local provider, under a clock of the test.
import { MARKET_SYMBOLS, type MarketPrice } from '@botdepot/contract';
import { pino } from 'pino';
import {
  type ClosedMinute,
  createMarketFeed,
  createPriceSource,
  type MarketFeed,
  type PriceSource,
  type Quote,
} from '../../src/modules/markets/index.ts';
import { createKraken } from '../../src/modules/markets/live/kraken.ts';
import type { PriceProvider } from '../../src/modules/markets/live/price-provider.ts';
import { createTwelveData } from '../../src/modules/markets/live/twelve-data.ts';
import { listPrices } from '../../src/modules/markets/market-prices.ts';
import { createWorld, simulatedSource, type World } from './market-world.ts';
import { type PriceProviders, startPriceProviders } from './price-providers.ts';

export const API_KEY = 'k3y-that-must-not-be-seen';
/** A poll of Kraken in the tests, ms of the test's clock. */
export const POLL_MS = 5_000;

export type LiveProcess = {
  feed: MarketFeed;
  source: PriceSource;
  minutes: ClosedMinute[];
  /** Ticks every `stepMs` until the clock has advanced by that much; answers have arrived after each. */
  run(ms: number, stepMs?: number): Promise<void>;
  quote(symbol: string): Quote;
};

export type LiveWorld = World & {
  provider: PriceProviders;
  /** What was logged, one line each. */
  logged: string[];
  /** A process with a feed that leads; the one before it is gone. */
  startLive(providers: readonly PriceProvider[]): Promise<LiveProcess>;
  kraken(options?: { timeoutMs?: number }): PriceProvider;
  twelveData(tickers: Record<string, string>, credits?: { minute: number; day: number }): PriceProvider;
  /** As the API lists it. */
  price(symbol: string): Promise<MarketPrice>;
};

const opened: PriceProviders[] = [];
export async function closeProviders(): Promise<void> {
  for (const provider of opened.splice(0)) await provider.close();
}

export async function createLiveWorld(nowMs: number, historyDays = 0): Promise<LiveWorld> {
  const world = await createWorld(nowMs, historyDays);
  const provider = await startPriceProviders(() => world.clock.now().getTime());
  opened.push(provider);
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const { database, clock, bus } = world;
  let previous: MarketFeed | undefined;

  return {
    ...world,
    provider,
    logged,
    kraken: (options = {}) =>
      createKraken({ baseUrl: provider.url, pollMs: POLL_MS, spacingMs: 0, ...options }),
    twelveData: (tickers, credits = { minute: 1_000, day: 1_000_000 }) =>
      createTwelveData({
        baseUrl: provider.url,
        apiKey: API_KEY,
        tickers,
        creditsPerMinute: credits.minute,
        creditsPerDay: credits.day,
      }),
    async startLive(providers) {
      await previous?.idle();
      previous?.close();
      const simulated = simulatedSource(world.simulation);
      const source = createPriceSource({ simulated, providers, clock, log });
      const feed = createMarketFeed({ database, clock, bus, log, source });
      previous = feed;
      const minutes: ClosedMinute[] = [];
      feed.onMinuteClosed(async (minute) => void minutes.push(minute));
      await feed.open({ epoch: 0, signal: new AbortController().signal });
      return {
        feed,
        source,
        minutes,
        async run(ms, stepMs = POLL_MS) {
          for (let passed = 0; passed < ms; passed += stepMs) {
            clock.advance(stepMs);
            await feed.tick();
            await feed.idle();
          }
        },
        quote(symbol) {
          const index = MARKET_SYMBOLS.findIndex((entry) => entry.symbol === symbol);
          const quote = feed.latestTick()?.tick.quotes[index];
          if (!quote) throw new Error('no tick yet');
          return quote;
        },
      };
    },
    async price(symbol) {
      const prices = await listPrices(world.database.db, clock.now().getTime());
      const price = prices.find((entry) => entry.symbol === symbol);
      if (!price) throw new Error(`no price of ${symbol}`);
      return price;
    },
  };
}

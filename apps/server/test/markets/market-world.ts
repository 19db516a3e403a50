// A market under a clock of the test: ticks and minutes happen when the test says so.
import { DAY_MS } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { minutesOf } from '../../src/modules/markets/complete-candles.ts';
import {
  type ClosedMinute,
  createMarketFeed,
  createSimulatedSource,
  type MarketFeed,
  type PriceSource,
  readCandles,
  type Simulation,
} from '../../src/modules/markets/index.ts';
import type { SymbolCandles } from '../../src/modules/markets/price-source.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

export const log = pino({ level: 'silent' });
export const MONDAY = Date.UTC(2026, 2, 2, 10);
export const SATURDAY = Date.UTC(2026, 2, 7, 10);

export type World = ServerFixture & {
  simulation: Simulation;
  messages: string[];
  /** A leader of the current epoch with a feed of its own, as a newly started process has it. */
  startFeed(): Promise<{ feed: MarketFeed; term: LeaderTerm; minutes: ClosedMinute[] }>;
  /** Another process takes over: from now on the epoch is another. */
  raiseEpoch(): Promise<void>;
  /** Ticks every 500 ms until the clock has advanced by that much. */
  watch(feed: MarketFeed, ms: number): Promise<void>;
};

const known = new Map<string, Promise<readonly SymbolCandles[]>>();

/**
 * The simulated market, whose candles are made once per process: they are a function of the simulation, and half of the time of
 * opening a world was making the same ones again.
 */
export function simulatedSource(simulation: Simulation): PriceSource {
  const source = createSimulatedSource(simulation);
  return {
    ...source,
    candles(interval, fromMs, toMs) {
      const key = JSON.stringify([simulation, interval, fromMs, toMs]);
      const made = known.get(key) ?? source.candles(interval, fromMs, toMs);
      known.set(key, made);
      return made;
    },
  };
}

const opened: ServerFixture[] = [];
/** Closes the worlds of a test; its `afterEach`. */
export async function closeWorlds(): Promise<void> {
  for (const fixture of opened.splice(0)) await fixture.close();
}

/** A market whose history began at the last midnight, or so many days before it. */
export async function createWorld(nowMs: number, historyDays = 0): Promise<World> {
  const fixture = await createServerFixture();
  opened.push(fixture);
  fixture.clock.set(new Date(nowMs));
  const originMs = Math.floor(nowMs / DAY_MS) * DAY_MS - historyDays * DAY_MS;
  const simulation = { seed: 'test', originMs, anchorMs: originMs, modelSinceMs: originMs };
  const messages: string[] = [];
  fixture.bus.onTick((message) => messages.push(message));
  let epoch = 0;
  return {
    ...fixture,
    simulation,
    messages,
    async startFeed() {
      const source = simulatedSource(simulation);
      const { database, clock, bus } = fixture;
      const feed = createMarketFeed({ database, clock, bus, log, source });
      const term = { epoch, signal: new AbortController().signal };
      const minutes: ClosedMinute[] = [];
      feed.onMinuteClosed(async (minute) => {
        minutes.push(minute);
      });
      await feed.open(term);
      return { feed, term, minutes };
    },
    async raiseEpoch() {
      epoch += 1;
      await fixture.database.db.execute(sql`UPDATE leadership SET epoch = ${epoch}`);
    },
    async watch(feed, ms) {
      for (let passed = 0; passed < ms; passed += 500) {
        fixture.clock.advance(500);
        await feed.tick();
      }
    },
  };
}

/** Committed minutes that start in [fromMs, toMs). */
export const storedMinutes = async (world: World, fromMs: number, toMs: number): Promise<ClosedMinute[]> =>
  minutesOf(await readCandles(world.database.db, { interval: '1m', fromMs, toMs, revision: 'seen' }));

export async function countCandles(world: World): Promise<Record<string, number>> {
  const { rows } = await world.database.db.execute<{ interval: string; count: string }>(
    sql`SELECT interval, count(*) FROM market_candles GROUP BY interval`,
  );
  return Object.fromEntries(rows.map((row) => [row.interval, Number(row.count)]));
}

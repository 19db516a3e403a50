import { setTimeout as sleep } from 'node:timers/promises';
import { MARKET_SYMBOLS, TICK_MS } from '@botdepot/contract';
import { type Bar, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database.ts';
import { isWorthLogging } from '../../platform/describe-error.ts';
import { type LeaderTerm, LostLeadershipError } from '../../platform/leader.ts';
import type { LiveBus } from '../../platform/live-bus.ts';
import type { Clock } from '../../platform/work.ts';
import { type AdoptDeps, adopt, openSources } from './adopt-sources.ts';
import {
  type ClosedMinute,
  closeLarger,
  closesOf,
  commitMinute,
  completeCandles,
  pairsOf,
  writeFenced,
} from './complete-candles.ts';
import { createMaintenance, type MarketMaintenance } from './maintain-market.ts';
import { closesBefore, readCandles } from './market-candles.ts';
import {
  createDayChange,
  type DayChange,
  type MarketTick,
  REMEMBERED_MS,
  readLastUpdate,
  writePrices,
} from './market-prices.ts';
import type { PriceSource } from './price-source.ts';
import { type BotNavs, tickMessage } from './tick-message.ts';

/**
 * A minute whose close is noticed later than this was not watched: its candle is backfilled like any gap and bots do
 * not trade it in retrospect. Wide enough for a take-over, which takes some seconds.
 */
export const LATEST_CLOSE_MS = 10_000;
/** Subscribers hold up the next tick while they work; longer than this is worth a line in the log. */
const SLOW_SUBSCRIBER_MS = 1_000;

/** How long the end of a term waits for what goes on beside the ticks. */
const IDLE_WAIT_MS = 1_000;

/** A tick as the leader knows it, with the running minute of each symbol so far (`PriceSource.minuteSoFar`). */
export type FeedTick = MarketTick & { readonly minute: readonly (Bar | null)[] };
export type TickListener = (tick: FeedTick, term: LeaderTerm) => void;
/**
 * Told of a minute that closed while the feed watched, once its candles are committed. Minutes that nobody watched are
 * never told; after a take-over the last one may be told again.
 */
export type MinuteListener = (minute: ClosedMinute, term: LeaderTerm) => Promise<void>;

/** The market feed of the leader; on every other replica it stands still and knows no tick. */
export type MarketFeed = {
  /** Leads the market until the term ends: completes the candles, then ticks every 500 ms on the clock's grid. */
  run(term: LeaderTerm): Promise<void>;
  /** The part of `run` before the first tick; with `tick` it lets a test or a demo drive the feed by its own clock. */
  open(term: LeaderTerm): Promise<void>;
  close(): void;
  /**
   * The tick of the clock's present 500 ms: a running one is joined, a finished one returned, else it is made now. Null
   * when this process does not lead.
   */
  tick(): Promise<MarketTick | null>;
  /** The newest tick that is committed, with its age in ms by the clock; null when this process does not lead. */
  latestTick(): { tick: MarketTick; ageMs: number } | null;
  /** Synchronous, after the prices are committed and before they are published. */
  onTick(listener: TickListener): () => void;
  /** One after the other, awaited before the next tick; a failure is logged and concerns nobody else. */
  onMinuteClosed(listener: MinuteListener): () => void;
  /** Waits for what goes on beside the ticks: history of live sources, repairs, deletions. */
  idle(): Promise<void>;
  /** Sets what the ticks say about the bots' NAV, asked after the tick listeners. */
  provideNavs(navs: (tick: MarketTick) => BotNavs): void;
};

type Running = {
  readonly term: LeaderTerm;
  readonly maintenance: MarketMaintenance;
  dayChange: DayChange;
  /** Start of the first minute that is not committed. */
  nextMinuteMs: number;
};

export function createMarketFeed(deps: {
  database: Database;
  clock: Clock;
  bus: LiveBus;
  log: Logger;
  source: PriceSource;
  /** How the next tick is waited for; never rejects. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}): MarketFeed {
  const { database, clock, bus, log, source, wait = waitFor } = deps;
  const tickListeners = new Set<TickListener>();
  const minuteListeners = new Set<MinuteListener>();
  let navsAt: (tick: MarketTick) => BotNavs = () => ({});
  let running: Running | null = null;
  let latest: MarketTick | null = null;
  let underWay: Promise<MarketTick | null> | null = null;

  const partsOf = (term: LeaderTerm): AdoptDeps => ({ database, source, term, clock, log });

  async function open(term: LeaderTerm): Promise<void> {
    const startedAt = performance.now();
    await source.prepare();
    // A minute that closed a moment ago is left to the first tick: a take-over need not cost the bots a bar.
    const watchedSince = () => minuteOf(clock.now().getTime() - LATEST_CLOSE_MS);
    const unknown = await openSources(partsOf(term), watchedSince());
    await completeCandles({ database, source, term }, watchedSince());
    // Making years of candles takes seconds, in which minutes can end.
    const nextMinuteMs = watchedSince();
    await completeCandles({ database, source, term }, nextMinuteMs);
    const dayChange = await loadDayChange(database.db, nextMinuteMs);
    running = { term, maintenance: createMaintenance(partsOf(term), unknown), dayChange, nextMinuteMs };
    log.info({ epoch: term.epoch, ms: Math.round(performance.now() - startedAt) }, 'market feed opened');
  }

  function close(): void {
    running = null;
    latest = null;
  }

  async function run(term: LeaderTerm): Promise<void> {
    let failures = 0;
    try {
      await open(term);
      while (!term.signal.aborted) {
        // Looked at once: timers fire a little early, and what another look says may lie in the next 500 ms already.
        const begun = clock.now().getTime();
        const nextMs = begun - (begun % TICK_MS) + TICK_MS;
        try {
          await tick();
          if (failures > 0) log.info({ failures }, 'ticks succeed again');
          failures = 0;
        } catch (error) {
          if (error instanceof LostLeadershipError) throw error;
          failures += 1;
          if (isWorthLogging(failures)) log.warn({ err: error, failures }, 'tick failed');
        }
        // A clock that was set back must not stop the feed until the time is reached again.
        const leftMs = Math.min(TICK_MS, Math.max(0, nextMs - clock.now().getTime()));
        await wait(leftMs, term.signal);
      }
    } finally {
      // A tick that is under way must not outlive the term: the next one would meet it.
      await underWay?.catch(() => undefined);
      // What goes on beside it is fenced, and may be waiting for a network.
      await Promise.race([idle(), sleep(IDLE_WAIT_MS, undefined, { ref: false })]);
      close();
    }
  }

  function tick(): Promise<MarketTick | null> {
    underWay ??= makeTick().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function makeTick(): Promise<MarketTick | null> {
    const state = running;
    if (!state) return null;
    const { term } = state;
    const now = clock.now().getTime();
    const timeMs = now - (now % TICK_MS);
    if (latest && timeMs <= latest.timeMs) return latest;

    await closeMinutes(state, timeMs);
    const quotes = source.quotes(timeMs);
    const { dayChange } = state;
    const change24h = quotes.map((quote, i) => dayChange.change(i, quote.price, timeMs));
    const made: MarketTick = { timeMs, quotes, change24h };
    const told: FeedTick = { ...made, minute: source.minuteSoFar(timeMs) };
    await writePrices(database.db, made, term.epoch);
    if (term.signal.aborted) return null;
    latest = made;
    for (const listener of tickListeners) isolated('tick', () => listener(told, term));
    bus.publishTick(tickMessage(made, isolated('nav', () => navsAt(made)) ?? {}));
    return made;
  }

  /** Commits the minutes that have ended before `timeMs` and tells the subscribers of the one that was watched. */
  async function closeMinutes(state: Running, timeMs: number): Promise<void> {
    const untilMs = minuteOf(timeMs);
    if (state.nextMinuteMs >= untilMs) return;
    const watchedMs = timeMs - untilMs <= LATEST_CLOSE_MS ? untilMs - MINUTE_MS : untilMs;
    if (state.nextMinuteMs < watchedMs) {
      await completeCandles({ database, source, term: state.term }, watchedMs);
      const unwatched = { fromMs: state.nextMinuteMs, toMs: watchedMs };
      await writeFenced({ database, term: state.term }, (tx) =>
        closeLarger(tx, unwatched, pairsOf(source.sources())),
      );
      log.warn({ from: new Date(state.nextMinuteMs), to: new Date(watchedMs) }, 'minutes were not watched');
      state.dayChange = await loadDayChange(database.db, watchedMs);
      state.nextMinuteMs = watchedMs;
    }
    if (watchedMs === untilMs) return;
    const minute = await commitMinute({ database, source, term: state.term }, watchedMs);
    state.dayChange.push(watchedMs, closesOf(minute));
    state.nextMinuteMs = untilMs;
    await tellMinute(minute, state.term);
    await adoptReady(state, untilMs);
    state.maintenance.start(untilMs);
    await source.prepare().catch((error: unknown) => log.warn({ err: error }, 'price source not prepared'));
  }

  /** Between two minutes, so that each of them is the word of one source. */
  async function adoptReady(state: Running, untilMs: number): Promise<void> {
    const { ready } = state.maintenance;
    if (!source.live || ready.length === 0) return;
    const adoptions = [...ready];
    await adopt(partsOf(state.term), source.live, adoptions, new Date(untilMs));
    ready.splice(0, adoptions.length);
    state.dayChange = await loadDayChange(database.db, untilMs);
  }

  async function idle(): Promise<void> {
    await running?.maintenance.idle();
    await source.live?.idle();
  }

  async function tellMinute(minute: ClosedMinute, term: LeaderTerm): Promise<void> {
    for (const listener of minuteListeners) {
      const startedAt = performance.now();
      try {
        await listener(minute, term);
      } catch (error) {
        if (error instanceof LostLeadershipError) throw error;
        log.error({ err: error, minute: new Date(minute.timeMs) }, 'a subscriber failed at a closed minute');
      }
      const ms = Math.round(performance.now() - startedAt);
      if (ms > SLOW_SUBSCRIBER_MS) log.warn({ ms }, 'a subscriber holds up the feed');
    }
  }

  function isolated<T>(what: string, call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      log.error({ err: error, what }, 'a subscriber failed at a tick');
      return undefined;
    }
  }

  return {
    run,
    open,
    close,
    idle,
    tick,
    latestTick: () => latest && { tick: latest, ageMs: clock.now().getTime() - latest.timeMs },
    onTick: (listener) => subscribe(tickListeners, listener),
    onMinuteClosed: (listener) => subscribe(minuteListeners, listener),
    provideNavs: (navs) => {
      navsAt = navs;
    },
  };
}

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Fills the memory of the last day from the committed candles that started before the full minute `untilMs`. Where a live
 * source has brought hours but no minutes, the close of the hour stands for its last minute.
 */
async function loadDayChange(tx: Tx, untilMs: number): Promise<DayChange> {
  const fromMs = Math.floor((untilMs - REMEMBERED_MS) / HOUR_MS) * HOUR_MS;
  const dayChange = createDayChange(await closesBefore(tx, fromMs));
  const closes = new Map<number, Float64Array>();
  const note = (index: number, minuteMs: number, close: number): void => {
    const known = closes.get(minuteMs) ?? new Float64Array(MARKET_SYMBOLS.length).fill(Number.NaN);
    known[index] = close;
    closes.set(minuteMs, known);
  };
  for (const [interval, lastMinuteMs] of [
    ['1h', HOUR_MS - MINUTE_MS],
    // Minutes come second: they know better than the hours.
    ['1m', 0],
  ] as const) {
    const candles = await readCandles(tx, { interval, fromMs, toMs: untilMs });
    for (const [index, { symbol }] of MARKET_SYMBOLS.entries()) {
      const series = candles.get(symbol);
      for (let at = 0; series && at < series.length; at++) {
        const minuteMs = series.time[at]! + lastMinuteMs;
        if (minuteMs < untilMs) note(index, minuteMs, series.close[at]!);
      }
    }
  }
  for (const [minuteMs, known] of [...closes].sort(([a], [b]) => a - b)) dayChange.push(minuteMs, known);
  return dayChange;
}

/**
 * Makes the answer to `POST /functions/v1/update-market-prices`: asks the leader for the tick of these 500 ms, joining
 * the one that is under way, or says on any other replica when prices were last updated. However often it is called, it
 * causes at most one tick, or one query, in 500 ms, so nobody can load the server with it. It never rejects: while the
 * database is away the answer is the last update that is known here.
 */
export function createTickRequest(deps: {
  feed: MarketFeed;
  database: Database;
}): () => Promise<{ lastUpdated: string | null }> {
  let read: { answer: Promise<number | null>; at: number } | undefined;
  let known: number | null = null;

  function readRarely(): Promise<number | null> {
    const at = performance.now();
    if (!read || at - read.at >= TICK_MS) {
      const answer = readLastUpdate(deps.database.db).catch(() => known);
      read = { answer, at };
    }
    return read.answer;
  }

  return async () => {
    // The feed itself logs what fails.
    const tick = await deps.feed.tick().catch(() => null);
    known = tick?.timeMs ?? (await readRarely());
    return { lastUpdated: known === null ? null : new Date(known).toISOString() };
  };
}

import { BOT_TYPES, MARKET_SYMBOLS } from '@botdepot/contract';
import { emptyBar, HOUR_MS, readBar, type TradingEvent } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../platform/database.ts';
import { createLocalBus } from '../../../platform/live-bus.ts';
import { type Clock, createWorkRunner, systemActor } from '../../../platform/work.ts';
import { readCandles } from '../../markets/index.ts';
import { readTradedEvents } from '../events/trading-events.ts';
import { writeTicks } from '../portfolio/nav-series.ts';
import { findRunningPortfolio, lockBotExclusive, openPortfolio } from '../portfolio/portfolio.ts';
import { figuresOf, navOf } from '../portfolio/strike.ts';
import { type BotStrategies, STRATEGIES } from '../strategies.ts';
import {
  type BarRecord,
  type ClosedBars,
  closeWorthless,
  type RunningPortfolio,
  resumePortfolio,
  stepPortfolio,
} from './running-portfolio.ts';
import { commitBars } from './trade-bar.ts';

export type SettableClock = Clock & { set(at: Date): void };

/** Something that people do in the demo's history: real commands, run by the clock given to the simulation. */
export type DemoMoment = { readonly at: Date; run(): Promise<void> };

/** Bars per transaction: the pool is settled at least once a day. */
const BARS_PER_COMMIT = 24;

/**
 * Makes the demo's history („Demo-Vorlauf“): the very engine that trades live steps over the committed hourly candles of
 * [from, until), writes its strikes with phase `demo`, and stops at each moment so that real commands run then, at the
 * NAV of the last full hour. Afterwards the portfolios go on live with minutes; what is measured begins there.
 *
 * Needs candles (1d for the strategies' warm-up, 1h for the range), the calendar of events and no leader: call it before
 * the feed is started. Opens the bots' first portfolios, so it must not have run before.
 *
 * @param input.clock set to each moment before it runs; commands must use it. @param input.from a full hour.
 * @throws RangeError when a bot has a portfolio already, or times are not in order.
 */
export async function simulateDemoHistory(
  deps: { database: Database; log: Logger; strategies?: BotStrategies },
  input: {
    clock: SettableClock;
    from: Date;
    until: Date;
    moments: readonly DemoMoment[];
    /** Hears of every hour in which a market was open, at its end. */
    onHour?: (hour: ClosedBars) => Promise<void>;
  },
): Promise<void> {
  const { database, log, strategies = STRATEGIES } = deps;
  const { clock, onHour } = input;
  const startedAt = performance.now();
  const from = input.from.getTime();
  const until = Math.floor(input.until.getTime() / HOUR_MS) * HOUR_MS;
  if (from % HOUR_MS !== 0 || from >= until) throw new RangeError('the history must begin at a full hour');
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock });

  clock.set(input.from);
  const events = await readTradedEvents(database.db, input.from);
  const portfolios = await openPortfolios(database, strategies, from, events);
  const hours = await readHours(database.db, from, until);
  let next = 0;

  /** Steps every bot over the bars that end at or before `time`. */
  async function advanceTo(time: number): Promise<void> {
    let end = next;
    while (end < hours.length && hours[end]!.time + HOUR_MS <= time) end++;
    while (next < end) {
      const batch = hours.slice(next, Math.min(end, next + BARS_PER_COMMIT));
      for (const hour of batch) {
        clock.set(new Date(hour.time + HOUR_MS));
        await onHour?.(hour);
      }
      for (const [index, portfolio] of portfolios.entries())
        portfolios[index] = await tradeBatch(portfolio, batch);
      next += batch.length;
    }
    await writeNavs(time);
  }

  async function tradeBatch(
    portfolio: RunningPortfolio,
    batch: readonly ClosedBars[],
  ): Promise<RunningPortfolio> {
    let current = portfolio;
    let before = current.strike;
    let records: BarRecord[] = [];
    const commit = async () => {
      if (records.length === 0) return;
      current.row = await runWork(systemActor('demo-history'), (work) =>
        commitBars(work, current, before, records),
      );
      before = current.strike;
      records = [];
    };
    for (const bars of batch) {
      const record = await stepPortfolio(database.db, current, bars, 'demo');
      if (record) records.push(record);
      if (!record?.report.liquidated) continue;
      await commit();
      await closeWorthless(runWork, new AbortController().signal);
      current = await reopened(current, bars.time + HOUR_MS);
      before = null;
    }
    await commit();
    return current;
  }

  async function reopened({ botType, runnable }: RunningPortfolio, time: number): Promise<RunningPortfolio> {
    const row = await findRunningPortfolio(database.db, botType);
    if (!row) throw new Error('the next series was not opened');
    return resumePortfolio(database.db, { row, runnable, barMs: HOUR_MS, until: time, events });
  }

  /** Commands trade at a tick, so each moment needs one: the NAV of the last hour, as of that moment. */
  async function writeNavs(time: number): Promise<void> {
    const marks = portfolios.map(({ engine, row, strike }) => {
      const account = engine.mark(undefined, strike?.at);
      return {
        portfolioId: row.id,
        navSeq: strike?.seq ?? 0,
        at: time,
        nav: navOf(account.equity),
        figures: figuresOf(account),
        exposure: account.equity > 0 ? account.grossExposure / account.equity : 0,
        stale: [],
        filled: {},
      };
    });
    await database.transaction((tx) => writeTicks(tx, marks));
  }

  for (const moment of input.moments) {
    const time = moment.at.getTime();
    if (time < clock.now().getTime()) throw new RangeError('moments must be in order and within the history');
    await advanceTo(time);
    clock.set(moment.at);
    await moment.run();
  }
  await advanceTo(until);
  log.info(
    { hours: hours.length, moments: input.moments.length, ms: Math.round(performance.now() - startedAt) },
    'demo history simulated',
  );
}

async function openPortfolios(
  database: Database,
  strategies: BotStrategies,
  from: number,
  events: readonly TradingEvent[],
): Promise<RunningPortfolio[]> {
  const portfolios: RunningPortfolio[] = [];
  for (const botType of BOT_TYPES) {
    const runnable = strategies[botType];
    if (!runnable) continue;
    const row = await database.transaction(async (tx) => {
      await lockBotExclusive(tx, botType);
      if (await findRunningPortfolio(tx, botType)) throw new RangeError(`${botType} has a history already`);
      return openPortfolio(tx, { botType, runnable, now: new Date(from) });
    });
    portfolios.push(
      await resumePortfolio(database.db, { row, runnable, barMs: HOUR_MS, until: from, events }),
    );
  }
  return portfolios;
}

/** The hours of the range in the catalogue's order of symbols; hours in which every market was shut are absent. */
async function readHours(tx: Tx, from: number, until: number): Promise<ClosedBars[]> {
  const candles = await readCandles(tx, { interval: '1h', fromMs: from, toMs: until });
  const byTime = new Map<number, ClosedBars & { bars: ClosedBars['bars'][number][] }>();
  for (const [index, { symbol }] of MARKET_SYMBOLS.entries()) {
    const series = candles.get(symbol);
    for (let at = 0; series && at < series.length; at++) {
      const time = series.time[at]!;
      const hour = byTime.get(time) ?? { time, bars: MARKET_SYMBOLS.map(() => null), halted: [] };
      byTime.set(time, hour);
      hour.bars[index] = readBar(series, at, emptyBar());
    }
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

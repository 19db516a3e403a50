import { BOT_TYPES, type BotType, MARKET_SYMBOLS } from '@botdepot/contract';
import { fixed12ToText } from '@botdepot/money';
import { MINUTE_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import { isWorthLogging } from '../../../platform/repeated-failures.ts';
import { createWorkRunner, systemActor } from '../../../platform/work.ts';
import {
  type BotNavs,
  type ClosedMinute,
  isStale,
  LATEST_CLOSE_MS,
  type MarketFeed,
  type MarketTick,
} from '../../markets/index.ts';
import { type CalendarWatch, watchCalendar } from '../events/calendar-watch.ts';
import { tellInvestors } from '../investments/tell-investors.ts';
import { markObeyed } from '../operation/pauses.store.ts';
import { lockBotExclusive } from '../portfolio/bot-lock.ts';
import { findRunningPortfolio, openPortfolio } from '../portfolio/portfolio.store.ts';
import { figuresOf, navOf } from '../portfolio/strike.ts';
import { type NavTick, writeFencedTicks } from '../portfolio/write-ticks.ts';
import { type BotStrategies, pickSymbols, STRATEGIES } from '../strategies.ts';
import { closeWorthless } from './close-worthless.ts';
import { type HoldWatch, watchHolds } from './hold-watch.ts';
import { latestOnly } from './latest-only.ts';
import {
  giveEvents,
  giveHold,
  haltedSymbols,
  type RunningPortfolio,
  resumePortfolio,
  stepPortfolio,
} from './running-portfolio.ts';
import { knownSource } from './source-change.ts';
import { tellOfPauses } from './tell-of-pauses.ts';
import { commitBars } from './trade-bar.ts';

const NEWS_EVERY_MS = 5_000;

export type BotRunner = {
  /** Follows the feed from now on: whenever this process leads, its bots trade. */
  start(): void;
  /** Waits until nothing is under way: resuming, writing ticks, ending what became worthless, telling investors. */
  idle(): Promise<void>;
  /** Lets go of the feed and waits for what is under way. */
  stop(): Promise<void>;
};

/** The bots during one term of leadership. One without a portfolio in memory is resumed at the next minute. */
type Session = {
  readonly term: LeaderTerm;
  readonly running: Map<BotType, RunningPortfolio>;
  readonly calendar: CalendarWatch;
  readonly holds: HoldWatch;
  readonly opened: Promise<void>;
  /** The newest of this term. */
  tick: MarketTick | null;
};
type Opening = Pick<Session, 'term' | 'running' | 'calendar' | 'holds'>;

/**
 * Trades the bots of the leader. The feed drives it: a closed minute is one transaction per bot (`commitBars`), a tick
 * is one statement for all (`bot_ticks`), and nothing happens on a process that does not lead. The feed awaits a closed
 * minute before the next tick, so a tick is always marked on committed positions.
 *
 * What fails is thrown away and resumed from the database at the next minute; one bot's fault does not concern the
 * others. A minute that was lost that way is a gap and recorded as one.
 */
export function createBotRunner(deps: {
  database: Database;
  feed: Pick<MarketFeed, 'onTick' | 'onMinuteClosed' | 'provideNavs'>;
  clock: Clock;
  bus: LiveBus;
  log: Logger;
  strategies?: BotStrategies;
  /** See `createWorkRunner`. */
  onMailsQueued?: (() => void) | undefined;
}): BotRunner {
  const { database, feed, clock, bus, log, strategies = STRATEGIES, onMailsQueued } = deps;
  const runWork = createWorkRunner({ database, bus, clock, onMailsQueued });
  let session: Session | null = null;
  let navs: BotNavs = {};
  let background: Promise<unknown> = Promise.resolve();
  let mustEndWorthless = false;
  let newsToldAt = Number.NEGATIVE_INFINITY;
  let unsubscribe: (() => void)[] = [];

  const ticks = latestOnly(
    ({ marks, epoch }: { marks: NavTick[]; epoch: number }) => writeFencedTicks(database.db, marks, epoch),
    (error, failures) => {
      if (error instanceof LostLeadershipError) return;
      if (isWorthLogging(failures)) log.warn({ err: error, failures }, 'bot ticks not written');
    },
  );

  function sessionOf(term: LeaderTerm): Session {
    if (session?.term.epoch === term.epoch) return session;
    const running = new Map<BotType, RunningPortfolio>();
    const calendar = watchCalendar(database, term);
    const holds = watchHolds(database.db);
    const opened = openSession({ term, running, calendar, holds });
    // Whoever needs the bots awaits it; a failure is dealt with minute by minute.
    opened.catch((error: unknown) => log.warn({ err: error }, 'bots not resumed'));
    session = { term, running, calendar, holds, opened, tick: null };
    navs = {};
    return session;
  }

  async function openSession(opening: Opening): Promise<void> {
    const { term, running } = opening;
    const startedAt = performance.now();
    await refreshCalendar(opening);
    await resumeMissing(opening);
    const ms = Math.round(performance.now() - startedAt);
    log.info({ epoch: term.epoch, bots: [...running.keys()], ms }, 'bots resumed');
    endWorthless(term);
  }

  /** Resumes every bot that has a strategy and is not in memory; opens its first portfolio when it has none. */
  async function resumeMissing({ term, running, calendar }: Opening): Promise<void> {
    for (const botType of BOT_TYPES) {
      const runnable = strategies[botType];
      if (!runnable || running.has(botType)) continue;
      try {
        const row = await database.transaction(async (tx) => {
          await assertEpoch(tx, term.epoch);
          await lockBotExclusive(tx, botType);
          return (
            (await findRunningPortfolio(tx, botType)) ??
            (await openPortfolio(tx, { botType, runnable, now: clock.now() }))
          );
        });
        // The feed may still tell the minute that closed this long ago.
        const until = Math.floor((clock.now().getTime() - LATEST_CLOSE_MS) / MINUTE_MS) * MINUTE_MS;
        const events = calendar.events();
        const input = { row, runnable, barMs: MINUTE_MS, until, events };
        running.set(botType, await resumePortfolio(database.db, input));
      } catch (error) {
        if (error instanceof LostLeadershipError) throw error;
        log.error({ err: error, botType }, 'bot not resumed');
      }
    }
  }

  /** Without the calendar the bots go on with what they know of it; only a lost leadership stops them. */
  async function refreshCalendar({ running, calendar }: Opening): Promise<void> {
    try {
      if (!(await calendar.refresh(clock.now()))) return;
      for (const portfolio of running.values()) giveEvents(portfolio, calendar.events());
    } catch (error) {
      if (error instanceof LostLeadershipError) throw error;
      log.warn({ err: error }, 'calendar not read');
    }
  }

  /** Without them the bots go on with what they know: nobody is let go because the database was away. */
  async function refreshHolds({ holds }: Session): Promise<void> {
    try {
      await holds.refresh();
    } catch (error) {
      log.warn({ err: error }, 'pauses of the bots not read');
    }
  }

  async function closeMinute(minute: ClosedMinute, term: LeaderTerm): Promise<void> {
    const current = sessionOf(term);
    const { running, opened } = current;
    await opened.catch(() => undefined);
    await refreshCalendar(current);
    await refreshHolds(current);
    await resumeMissing(current);
    if (mustEndWorthless) endWorthless(term);
    for (const botType of [...running.keys()]) {
      try {
        await tradeMinute(minute, current, botType);
      } catch (error) {
        running.delete(botType);
        if (error instanceof LostLeadershipError) throw error;
        log.error({ err: error, botType, minute: new Date(minute.timeMs) }, 'a bar was not traded');
      }
    }
  }

  async function tradeMinute(minute: ClosedMinute, current: Session, botType: BotType): Promise<void> {
    const { term, running } = current;
    const portfolio = running.get(botType);
    if (!portfolio) return;
    const before = portfolio.strike;
    const hold = current.holds.of(botType);
    if (hold) giveHold(portfolio, hold);
    const closed = {
      time: minute.timeMs,
      bars: minute.bars,
      halted: current.tick ? staleSymbols(current.tick) : haltedSymbols(portfolio),
      ...(minute.sources ? { sources: sourcesBySymbol(minute.sources) } : {}),
    };
    const record = await stepPortfolio(database.db, portfolio, closed, 'live');
    if (!record) return;
    portfolio.row = await runWork(systemActor(`bots-${term.epoch}`), async (work) => {
      await assertEpoch(work.tx, term.epoch);
      if (record.protocol.length > 0) work.hintCustomers('bots', 'investments');
      await tellOfPauses(work, portfolio.row, record.report.protections);
      if (hold?.isHeld && !hold.isObeyed) await markObeyed(work.tx, hold.pauseId, new Date(record.strike.at));
      return commitBars(work, portfolio, before, [record]);
    });
    if (!record.report.liquidated) return;
    running.delete(botType);
    await resumeMissing(current);
    endWorthless(term);
  }

  /** In the background, since there may be many; what fails is tried again at the next minute. */
  function endWorthless(term: LeaderTerm): void {
    mustEndWorthless = false;
    background = background
      .then(() => closeWorthless(runWork, term.signal))
      .catch((error: unknown) => {
        mustEndWorthless = true;
        log.error({ err: error }, 'worthless investments not closed');
      });
  }

  /** As above, every few seconds: what a bar or an operator left to tell. */
  function tellNews({ timeMs }: MarketTick, term: LeaderTerm): void {
    if (Math.abs(timeMs - newsToldAt) < NEWS_EVERY_MS) return;
    newsToldAt = timeMs;
    background = background
      .then(() => tellInvestors(runWork, term.signal))
      .catch((error: unknown) => log.warn({ err: error }, 'investors not told'));
  }

  function mark(tick: MarketTick, term: LeaderTerm): void {
    const current = sessionOf(term);
    current.tick = tick;
    const { running } = current;
    const marks: NavTick[] = [];
    const marked: Record<string, BotNavs[string]> = {};
    for (const { botType, engine, row, setup, strike } of running.values()) {
      // A position from an old source keeps its last price until the next bar closes it (`settleOldSources`).
      const prices = tick.quotes.map(({ symbol, source, price }) =>
        source === knownSource(row, symbol) ? price : undefined,
      );
      const account = engine.mark(pickSymbols(prices, setup.symbols), tick.timeMs);
      const nav = navOf(account.equity);
      const exposure = account.equity > 0 ? account.grossExposure / account.equity : 0;
      marks.push({
        portfolioId: row.id,
        navSeq: strike?.seq ?? 0,
        at: tick.timeMs,
        nav,
        figures: figuresOf(account),
        exposure,
      });
      marked[botType] = { nav: fixed12ToText(nav), series: row.series };
    }
    navs = marked;
    tellNews(tick, term);
    if (marks.length > 0) ticks.push({ marks, epoch: term.epoch });
  }

  async function idle(): Promise<void> {
    await session?.opened.catch(() => undefined);
    await background;
    await ticks.idle();
  }

  return {
    idle,
    start() {
      unsubscribe = [feed.onTick(mark), feed.onMinuteClosed(closeMinute)];
      feed.provideNavs(() => navs);
    },
    async stop() {
      for (const release of unsubscribe) release();
      feed.provideNavs(() => ({}));
      await idle();
      session = null;
    },
  };
}

const staleSymbols = ({ quotes, timeMs }: MarketTick): string[] =>
  quotes.filter((quote) => isStale(quote, timeMs)).map(({ symbol }) => symbol);

const sourcesBySymbol = (sources: readonly string[]): Map<string, string> =>
  new Map(MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, sources[index] ?? 'simulated']));

import { BOT_TYPES, type BotType, MARKET_SYMBOLS } from '@botdepot/contract';
import { fixed12ToText } from '@botdepot/money';
import { MINUTE_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database.ts';
import { isWorthLogging } from '../../../platform/describe-error.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import { type Clock, createWorkRunner, systemActor } from '../../../platform/work.ts';
import {
  type BotNavs,
  type ClosedMinute,
  type FeedTick,
  LATEST_CLOSE_MS,
  type MarketFeed,
} from '../../markets/index.ts';
import { type CalendarWatch, watchCalendar } from '../events/calendar.ts';
import { tellInvestors } from '../investments/tell-investors.ts';
import { type HoldWatch, markObeyed, tellOfPauses, watchHolds } from '../operation/pauses.ts';
import { type NavTick, writeFencedTicks, writeTicks } from '../portfolio/nav-series.ts';
import { findRunningPortfolio, lockBotExclusive, openPortfolio } from '../portfolio/portfolio.ts';
import { type BotStrategies, STRATEGIES } from '../strategies.ts';
import {
  closeWorthless,
  giveEvents,
  giveHold,
  haltedSymbols,
  latestOnly,
  type RunningPortfolio,
  resumePortfolio,
  stepPortfolio,
} from './running-portfolio.ts';
import { commitBars, markAtStrike, markPortfolio, prepareMark, staleSymbols } from './trade-bar.ts';

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
  /** Bots whose engine is being brought to the running minute. */
  readonly preparing: Set<BotType>;
  /** The newest of this term. */
  tick: FeedTick | null;
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
  let markFailures = 0;
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
    // Callers that need the bots await it; a failure is dealt with minute by minute.
    opened.catch((error: unknown) => log.warn({ err: error }, 'bots not resumed'));
    const current: Session = { term, running, calendar, holds, opened, preparing: new Set(), tick: null };
    session = current;
    navs = {};
    background = background.then(() => opened.then(() => markAll(current)).catch(() => undefined));
    return current;
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
    const fault = record.report.protections.find(({ kind }) => kind === 'strategy-fault');
    if (fault) log.error({ botType, symbol: fault.symbol }, 'a decision of the strategy is no order');
    portfolio.row = await runWork(systemActor(`bots-${term.epoch}`), async (work) => {
      await assertEpoch(work.tx, term.epoch);
      if (record.protocol.length > 0) work.hintCustomers('bots', 'investments');
      await tellOfPauses(work, portfolio.row, record.report.protections);
      if (hold?.isHeld && !hold.isObeyed) await markObeyed(work.tx, hold.pauseId, new Date(record.strike.at));
      const row = await commitBars(work, portfolio, before, [record]);
      // A tick from before the strike knows nothing of what was decided at it.
      if (!record.report.liquidated) await writeTicks(work.tx, [markAtStrike(portfolio, closed)]);
      return row;
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
  function tellNews({ timeMs }: FeedTick, term: LeaderTerm): void {
    if (Math.abs(timeMs - newsToldAt) < NEWS_EVERY_MS) return;
    newsToldAt = timeMs;
    background = background
      .then(() => tellInvestors(runWork, term.signal))
      .catch((error: unknown) => log.warn({ err: error }, 'investors not told'));
  }

  function mark(tick: FeedTick, term: LeaderTerm): void {
    const current = sessionOf(term);
    current.tick = tick;
    markAll(current);
    tellNews(tick, term);
  }

  /** Marks the bots at the newest tick of a term that is still the present one. */
  function markAll(current: Session): void {
    const { term, running, tick } = current;
    if (session !== current || !tick) return;
    const marks: NavTick[] = [];
    const marked: Record<string, BotNavs[string]> = {};
    for (const portfolio of running.values()) {
      const { botType, row } = portfolio;
      try {
        const made = markPortfolio(portfolio, tick);
        if (made) {
          marks.push(made);
          marked[botType] = { nav: fixed12ToText(made.nav), series: row.series };
        } else bringAhead(current, portfolio);
      } catch (error) {
        markFailures += 1;
        if (isWorthLogging(markFailures))
          log.error({ err: error, botType, markFailures }, 'a bot was not marked');
      }
    }
    navs = marked;
    if (marks.length > 0) ticks.push({ marks, epoch: term.epoch });
  }

  /** In the background: until then nobody deals, since the newest tick of the bot grows old. */
  function bringAhead(current: Session, portfolio: RunningPortfolio): void {
    const { botType } = portfolio;
    if (current.preparing.has(botType) || !current.tick) return;
    current.preparing.add(botType);
    const prepared = prepareMark(database.db, portfolio, current.tick)
      .then(() => {
        current.preparing.delete(botType);
        markAll(current);
      })
      .catch((error: unknown) => {
        current.preparing.delete(botType);
        log.warn({ err: error, botType }, 'a bot was not brought to this minute');
      });
    background = background.then(() => prepared);
  }

  async function idle(): Promise<void> {
    await session?.opened.catch(() => undefined);
    for (let seen: unknown = null; seen !== background; ) {
      seen = background;
      await seen;
    }
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

const sourcesBySymbol = (sources: readonly string[]): Map<string, string> =>
  new Map(MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, sources[index] ?? 'simulated']));

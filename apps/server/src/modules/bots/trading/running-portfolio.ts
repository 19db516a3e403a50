import type { BotType } from '@botdepot/contract';
import {
  type Bar,
  createEngine,
  type Decision,
  type Engine,
  type EngineState,
  type StepReport,
  type TradingEvent,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { systemActor, type WorkRunner } from '../../../platform/work.ts';
import { exchangeOf } from '../../markets/index.ts';
import { findWorthlessInvestment } from '../investments/investment.ts';
import { closeInvestment } from '../investments/start-and-stop.ts';
import { findLastStrike, listLastDecisions, type PortfolioRow } from '../portfolio/portfolio.ts';
import { nextStrike, type Phase, type Strike } from '../portfolio/strike.ts';
import {
  describeGap,
  describeGoingLive,
  describeNewVersion,
  describeOpening,
  describeStep,
} from '../protocol/describe-step.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';
import { type BotStrategy, pickSymbols } from '../strategies.ts';
import {
  bridgedState,
  type CandleReader,
  type EngineSetup,
  freshEngine,
  loadHistory,
  optionsOf,
  restoredEngine,
} from './load-history.ts';
import { changedSources, type RecordBreak, settleOldSources, sourceOf, sourcesAt } from './source-change.ts';

/** Orders of halted markets may wait longer than a decision lasts, but never for so many. */
const DECISIONS_KEPT = 10;

/** Whether an operator holds it, and why that changed, as far as it may be said. */
type ToldHold = { readonly isHeld: boolean; readonly reason?: string | undefined };

/** An engine in the memory of the leader with what it goes on from, whoever's bot it is. */
export type RunningEngine = {
  row: Pick<PortfolioRow, 'sources'>;
  readonly runnable: Pick<BotStrategy, 'explain' | 'comment'>;
  readonly setup: EngineSetup;
  engine: Engine<unknown>;
  /** The last committed strike; null before the first bar. */
  strike: Strike | null;
  /** Bars that end at or before this time are dealt with, ms UTC. */
  knownUntil: number;
  readonly decisions: Map<number, Decision>;
  /** The calendar that the engine knows; `giveEvents` changes it. */
  events: readonly TradingEvent[];
  /** What the engine was told of the operator; `giveHold` changes it. Undefined: as its state says. */
  hold: ToldHold | undefined;
  /** The engine's state as the minute that starts at `time` will find it, where it is not that of the last bar. */
  ahead: { readonly time: number; readonly state: EngineState } | null;
};

/** A portfolio of the house. After a failed transaction it is thrown away and resumed. */
export type RunningPortfolio = RunningEngine & {
  readonly botType: BotType;
  row: PortfolioRow;
  readonly runnable: BotStrategy;
};

/** What stepping over one closed set of bars did, before anything is struck. */
export type Advance = Omit<BarRecord, 'strike' | 'marks'> & {
  /** End of the bars, ms UTC. */
  readonly end: number;
  /** What a strike follows after positions were closed because their prices now come from elsewhere. */
  readonly restart: Strike | undefined;
};

/** What one bar did, ready to be written. */
export type BarRecord = {
  strike: Strike;
  report: StepReport;
  protocol: ProtocolDraft[];
  /** Mid prices of what is held, by symbol index. */
  marks: (number | null)[];
  /** Set when positions were closed because their prices now come from elsewhere. */
  recordBreak?: RecordBreak;
  /** Source by symbol of the portfolio, where the bar says it. */
  sources?: Record<string, string>;
};

/** A closed set of bars in the catalogue's order; null for markets that were shut. Times are ms UTC. */
export type ClosedBars = {
  readonly time: number;
  readonly bars: readonly (Bar | null)[];
  /** Symbols whose price is too old to trade on. */
  readonly halted: readonly string[];
  /** Who speaks for each symbol of the catalogue; absent in the demo's history, which has one source throughout. */
  readonly sources?: ReadonlyMap<string, string>;
};

/**
 * Brings a portfolio back to where its last committed bar left it, or prepares its first bar.
 * @param input.until ms UTC, full minutes; history of a portfolio without bars ends here.
 * @param input.events the calendar, as `readTradedEvents` gives it.
 * @param input.strike the one that the row's state follows, where that is not the newest: a replay begins earlier.
 */
export async function resumePortfolio(
  tx: Tx,
  input: {
    row: PortfolioRow;
    runnable: BotStrategy;
    barMs: number;
    until: number;
    events: readonly TradingEvent[];
    strike?: Strike | null;
  },
): Promise<RunningPortfolio> {
  const { row, runnable, barMs } = input;
  const setup = { strategy: runnable.strategy, parameters: row.parameters, symbols: row.symbols, barMs };
  const strike = input.strike === undefined ? await findLastStrike(tx, row.id) : input.strike;
  const knownUntil = strike?.at ?? input.until;
  const history = await loadHistory(tx, setup, knownUntil);
  // Written by `describeStep` only, from a decision of the engine.
  const decisions = (await listLastDecisions(tx, row.id, DECISIONS_KEPT)) as Decision[];
  const engine = row.state === null ? freshEngine(setup, history) : restoredEngine(setup, history, row.state);
  engine.setEvents(input.events);
  return {
    botType: row.botType,
    row,
    runnable,
    setup,
    engine,
    strike,
    knownUntil,
    decisions: new Map(decisions.toReversed().map((decision) => [decision.number, decision])),
    events: input.events,
    hold: undefined,
    ahead: null,
  };
}

/** Tells a running portfolio the calendar as it now is. */
export function giveEvents(running: RunningPortfolio, events: readonly TradingEvent[]): void {
  running.events = events;
  running.engine.setEvents(events);
}

/** Tells a running portfolio whether an operator holds it. It obeys at its next bar. */
export function giveHold(running: RunningEngine, hold: ToldHold): void {
  running.hold = hold;
  running.engine.setHeld(hold.isHeld);
}

/** Symbols that were halted by a stale price at the portfolio's last bar. */
export function haltedSymbols({ engine, setup }: RunningEngine): string[] {
  const { haltedSince } = engine.state();
  return setup.symbols.filter((_, index) => haltedSince[index] != null);
}

/**
 * Steps the engine over one closed set of bars and says what is to be written. Bars between the last one and this are
 * not traded: the strategy learns them as history and the protocol says so. Undefined when the bars were dealt with
 * before. Changes the portfolio in memory; if the record is not committed, it must be resumed.
 */
export async function stepPortfolio(
  tx: Tx,
  running: RunningPortfolio,
  closed: ClosedBars,
  phase: Phase,
): Promise<BarRecord | undefined> {
  if (closed.time < running.knownUntil) return undefined;
  const advance = await advanceEngine(tx, running, closed, phase, openingLines(running, closed.time, phase));
  const record = strikeOn(running, advance, phase);
  running.strike = record.strike;
  return record;
}

/**
 * The part of a step that changes the engine, over bars that were not dealt with before.
 * @param protocol lines that come first; more are added.
 * @param read see `broughtTo`.
 */
export async function advanceEngine(
  tx: Tx,
  running: RunningEngine,
  closed: ClosedBars,
  phase: Phase,
  protocol: ProtocolDraft[] = [],
  read?: CandleReader,
): Promise<Advance> {
  const { setup, runnable } = running;
  const before = running.strike;
  const isGap = closed.time > running.knownUntil;
  if (isGap && before?.phase === phase) protocol.push(describeGap(running.knownUntil, closed.time));
  const { engine, settled } = await broughtTo(tx, running, closed, read);
  running.engine = engine;
  running.ahead = null;
  if (settled)
    protocol.push(settled.protocol, ...describeStep(settled.report, runnable.explain, () => undefined));
  const sources = sourcesAt(setup.symbols, closed);
  running.engine.setExchanges(exchangesAt(running, closed));
  const bars = pickSymbols(closed.bars, setup.symbols).map((bar) => bar ?? undefined);
  const stepped = running.engine.step(closed.time, bars, closed.halted);
  const report = settled ? { ...stepped, fills: [...settled.report.fills, ...stepped.fills] } : stepped;
  const { decision } = report;
  if (decision) remember(running.decisions, decision);
  const findDecision = (number: number) => running.decisions.get(number);
  protocol.push(
    ...describeStep(stepped, runnable.explain, findDecision, runnable.comment, running.hold?.reason),
  );
  running.knownUntil = closed.time + setup.barMs;
  return {
    end: running.knownUntil,
    report,
    protocol,
    restart: settled?.restart,
    ...(sources ? { sources } : {}),
    ...(settled ? { recordBreak: settled.recordBreak } : {}),
  };
}

/** The strike at the end of an advance, ready to be written. Changes nothing. */
export function strikeOn(
  { engine, strike, setup }: RunningEngine,
  { end, restart, ...done }: Advance,
  phase: Phase,
): BarRecord {
  // As a tick of this moment does: financing goes on while no market speaks, and the next price books it.
  const account = engine.mark(undefined, end);
  return {
    strike: nextStrike(restart ?? strike, account, { end, barMs: setup.barMs, phase }),
    ...done,
    marks: marksOf(engine),
  };
}

/** The prices that the engine has just marked its positions at; null where it holds nothing. */
function marksOf(engine: Engine<unknown>): (number | null)[] {
  const { positions, quotes } = engine.broker();
  return positions.map(({ units }, index) => (units === 0 ? null : (quotes[index]?.price ?? null)));
}

/** Lines that are due before anything else of this bar. */
function openingLines(running: RunningPortfolio, time: number, phase: Phase): ProtocolDraft[] {
  const { row, strike, runnable } = running;
  const lines: ProtocolDraft[] = [];
  if (strike === null) lines.push(describeOpening(row.botType, time, row.series));
  else if (strike.phase === 'demo' && phase === 'live') lines.push(describeGoingLive(time));
  const { version } = runnable.strategy;
  if (isNewVersion(running)) lines.push(describeNewVersion(time, { from: row.strategyVersion, to: version }));
  return lines;
}

/** Whether the strategy's code has changed since the portfolio's last bar was traded. */
const isNewVersion = ({ row, strike, runnable }: RunningPortfolio): boolean =>
  strike !== null && row.strategyVersion !== runnable.strategy.version;

/** Whether a bar finds the engine as the last one left it: right after it, and with prices of the same sources. */
export const isNext = (running: RunningEngine, bar: Pick<ClosedBars, 'time' | 'sources'>): boolean =>
  bar.time <= running.knownUntil && changedSources(running, bar).length === 0;

/**
 * The engine as a bar finds it: taken over what nobody watched, with what came from old sources settled. Changes nothing in
 * the portfolio. Positions are settled at the last old price, so before the engine learns of any new one.
 * @param read for the history, where many are brought to the same bar.
 */
export async function broughtTo(
  tx: Tx,
  running: RunningEngine,
  bar: Pick<ClosedBars, 'time' | 'sources'>,
  read?: CandleReader,
): Promise<{ engine: Engine<unknown>; settled: ReturnType<typeof settleOldSources> }> {
  if (isNext(running, bar)) return { engine: running.engine, settled: null };
  const { setup, strike } = running;
  const copy = createEngine({ ...optionsOf(setup), state: running.engine.state(), decides: false });
  const settled = settleOldSources({ ...running, engine: copy }, bar);
  copy.idle(bar.time);
  const history = await loadHistory(tx, setup, bar.time, read);
  const engine =
    strike === null
      ? freshEngine(setup, history)
      : restoredEngine(
          setup,
          history,
          bridgedState(copy.state(), setup, history, bar.time, settled !== null),
        );
  engine.setEvents(running.events);
  if (running.hold) engine.setHeld(running.hold.isHeld);
  return { engine, settled };
}

/** The exchanges behind a portfolio's prices, by symbol index; none where the bar does not say who speaks. */
export function exchangesAt(
  { setup }: RunningEngine,
  { sources }: Pick<ClosedBars, 'sources'>,
): ReturnType<typeof exchangeOf>[] {
  return sources ? setup.symbols.map((symbol) => exchangeOf(sourceOf(sources, symbol), symbol)) : [];
}

function remember(decisions: Map<number, Decision>, decision: Decision): void {
  decisions.set(decision.number, decision);
  for (const number of decisions.keys()) {
    if (decisions.size <= DECISIONS_KEPT) return;
    decisions.delete(number);
  }
}

/**
 * Ends what is still active in portfolios that were used up, one investment per transaction: worth 0, with a notification.
 * It may be interrupted at any point and is simply repeated; a customer who stops at the same time gets the same.
 * @param signal stops between two investments.
 */
export async function closeWorthless(runWork: WorkRunner, signal: AbortSignal): Promise<number> {
  for (let closed = 0; ; closed++) {
    if (signal.aborted) return closed;
    const found = await runWork(systemActor('close-worthless'), async (work) => {
      const id = await findWorthlessInvestment(work.tx);
      if (id !== undefined) await closeInvestment(work, id);
      return id;
    });
    if (found === undefined) return closed;
  }
}

/**
 * Runs an asynchronous `write` for the newest value only: while one write is under way, later values replace one
 * another and the last of them is written next. So a slow database gets fewer writes, never a queue.
 */
export function latestOnly<T>(
  write: (value: T) => Promise<void>,
  onError: (error: unknown, failures: number) => void,
): { push(value: T): void; idle(): Promise<void> } {
  let waiting: { value: T } | null = null;
  let underWay: Promise<void> | null = null;
  let failures = 0;

  async function drain(): Promise<void> {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      try {
        await write(next.value);
        failures = 0;
      } catch (error) {
        failures += 1;
        onError(error, failures);
      }
    }
    underWay = null;
  }

  return {
    push(value) {
      waiting = { value };
      underWay ??= drain();
    },
    idle: async () => {
      await underWay;
    },
  };
}

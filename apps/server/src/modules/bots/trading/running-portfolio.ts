import type { BotType } from '@botdepot/contract';
import type { Bar, Decision, Engine, StepReport } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { findLastStrike, listLastDecisions, type PortfolioRow } from '../portfolio/portfolio.store.ts';
import { nextStrike, type Phase, type Strike } from '../portfolio/strike.ts';
import {
  describeGap,
  describeGoingLive,
  describeNewVersion,
  describeOpening,
} from '../protocol/describe-events.ts';
import { describeStep } from '../protocol/describe-step.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';
import { type BotStrategy, pickSymbols } from '../strategies.ts';
import { bridgedState, type EngineSetup, freshEngine, loadHistory, restoredEngine } from './load-history.ts';

/** Orders of halted markets may wait longer than a decision lasts, but never for so many. */
const DECISIONS_KEPT = 10;

/** A portfolio in the memory of the leader. After a failed transaction it is thrown away and resumed. */
export type RunningPortfolio = {
  readonly botType: BotType;
  row: PortfolioRow;
  readonly runnable: BotStrategy;
  readonly setup: EngineSetup;
  engine: Engine<unknown>;
  /** The last committed strike; null before the first bar. */
  strike: Strike | null;
  /** Bars that end at or before this time are dealt with, ms UTC. */
  knownUntil: number;
  readonly decisions: Map<number, Decision>;
};

/** What one bar did, ready to be written. */
export type BarRecord = { strike: Strike; report: StepReport; protocol: ProtocolDraft[] };

/** A closed set of bars in the catalogue's order; null for markets that were shut. Times are ms UTC. */
export type ClosedBars = {
  readonly time: number;
  readonly bars: readonly (Bar | null)[];
  /** Symbols whose price is too old to trade on. */
  readonly halted: readonly string[];
};

/**
 * Brings a portfolio back to where its last committed bar left it, or prepares its first bar.
 * @param until ms UTC, full minutes; history of a portfolio without bars ends here.
 */
export async function resumePortfolio(
  tx: Tx,
  input: { row: PortfolioRow; runnable: BotStrategy; barMs: number; until: number },
): Promise<RunningPortfolio> {
  const { row, runnable, barMs } = input;
  const setup = { strategy: runnable.strategy, parameters: row.parameters, symbols: row.symbols, barMs };
  const strike = await findLastStrike(tx, row.id);
  const knownUntil = strike?.at ?? input.until;
  const history = await loadHistory(tx, setup, knownUntil);
  // Written by `describeStep` only, from a decision of the engine.
  const decisions = (await listLastDecisions(tx, row.id, DECISIONS_KEPT)) as Decision[];
  return {
    botType: row.botType,
    row,
    runnable,
    setup,
    engine: row.state === null ? freshEngine(setup, history) : restoredEngine(setup, history, row.state),
    strike,
    knownUntil,
    decisions: new Map(decisions.toReversed().map((decision) => [decision.number, decision])),
  };
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
  const { setup, runnable } = running;
  if (closed.time < running.knownUntil) return undefined;
  const before = running.strike;
  const protocol = openingLines(running, closed.time, phase);
  if (closed.time > running.knownUntil) {
    if (before?.phase === phase) protocol.push(describeGap(running.knownUntil, closed.time));
    await skipTo(tx, running, closed.time);
  }
  const bars = pickSymbols(closed.bars, setup.symbols).map((bar) => bar ?? undefined);
  const report = running.engine.step(closed.time, bars, closed.halted);
  const { decision } = report;
  if (decision) remember(running.decisions, decision);
  const end = closed.time + setup.barMs;
  const strike = nextStrike(before, running.engine.mark(), { end, barMs: setup.barMs, phase });
  protocol.push(...describeStep(report, runnable.explain, (number) => running.decisions.get(number)));
  running.strike = strike;
  running.knownUntil = end;
  return { strike, report, protocol };
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
export const isNewVersion = ({ row, strike, runnable }: RunningPortfolio): boolean =>
  strike !== null && row.strategyVersion !== runnable.strategy.version;

async function skipTo(tx: Tx, running: RunningPortfolio, until: number): Promise<void> {
  const { setup } = running;
  const history = await loadHistory(tx, setup, until);
  running.engine =
    running.strike === null
      ? freshEngine(setup, history)
      : restoredEngine(setup, history, bridgedState(running.engine.state(), setup, history, until));
}

function remember(decisions: Map<number, Decision>, decision: Decision): void {
  decisions.set(decision.number, decision);
  for (const number of decisions.keys()) {
    if (decisions.size <= DECISIONS_KEPT) return;
    decisions.delete(number);
  }
}

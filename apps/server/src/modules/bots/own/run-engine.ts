import type { Fixed12 } from '@botdepot/money';
import {
  type Candles,
  createEngine,
  DAY_MS,
  type Decision,
  emptyBar,
  firstIndexAt,
  MINUTE_MS,
  type RuleReason,
  readBar,
  type SharedCandles,
  type StepReport,
  type Strategy,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readCandles } from '../../markets/index.ts';
import { findLastStrike, listLastDecisions } from '../portfolio/portfolio.ts';
import { navOf, type Phase } from '../portfolio/strike.ts';
import { describeGoingLive, describeStep } from '../protocol/describe-step.ts';
import {
  type CandleReader,
  freshEngine,
  loadHistory,
  optionsOf,
  restoredEngine,
} from '../trading/load-history.ts';
import {
  type Advance,
  advanceEngine,
  type BarRecord,
  type ClosedBars,
  exchangesAt,
  giveHold,
  haltedSymbols,
  type RunningEngine,
  strikeOn,
} from '../trading/running-portfolio.ts';
import { describeRunEnd, describeRunStart, inWordsOfOwn } from './describe-run.ts';
import { type OwnRun, readEngineState } from './own-runs.ts';

/** A run of an own bot in the memory of the leader. */
export type RunningRun = RunningEngine & { row: OwnRun };

/** What of an own bot's run is known beside its row: its rule as a strategy. */
export type OwnStrategy = Strategy<unknown>;

const DECISIONS_KEPT = 10;

const REASONS: Readonly<Record<RuleReason, string>> = {
  entry: 'Die Bedingung für den Einstieg trifft zu.',
  reverse: 'Die Bedingung der Gegenrichtung trifft zu.',
  exit: 'Die Bedingung für den Ausstieg trifft zu.',
  time: 'Die längste Haltedauer ist erreicht.',
  cooldown: 'Die Pause nach dem letzten Ausstieg läuft noch.',
  'no-place': 'Es sind schon so viele Positionen offen, wie die Regel zugleich erlaubt.',
  'no-weight': 'Es ist kein Kapital frei.',
  'no-range': 'Die mittlere Spanne ist noch nicht bekannt.',
  'no-signal': '',
  'no-new-bar': '',
};

const WORDS: RunningEngine['runnable'] = {
  explain: (reason) => (REASONS as Readonly<Record<string, string>>)[reason] ?? '',
};

/** A run that is about to be opened. */
export type PreparedRun = Omit<RunningRun, 'row'>;

/** An engine at the start of a run, with what was known at `until` (ms UTC, full minutes), to be stepped over bars of `barMs`. */
export async function prepareRun(
  tx: Tx,
  input: {
    symbols: readonly string[];
    strategy: OwnStrategy;
    until: number;
    barMs: number;
    read?: CandleReader;
    shared?: SharedCandles | undefined;
  },
): Promise<PreparedRun> {
  const { until, read } = input;
  const setup = setupOf(input);
  const engine = freshEngine(setup, await loadHistory(tx, setup, until, read));
  return { ...BASE, setup, engine, strike: null, knownUntil: until, decisions: new Map() };
}

/** The first strike of a run, at 1.0, before any bar. @param sources by symbol. */
export function openingStrike(prepared: PreparedRun, row: OwnRun): BarRecord {
  const advance: Advance = {
    end: prepared.knownUntil,
    report: NOTHING,
    protocol: [describeRunStart(prepared.knownUntil, row)],
    restart: undefined,
    sources: row.sources ?? {},
  };
  return strikeOn({ ...prepared, row }, advance, phaseOf(prepared));
}

/** What is stepped in other bars than those that close while the platform runs is the demo's past. */
const phaseOf = ({ setup }: Pick<RunningRun, 'setup'>): Phase =>
  setup.barMs === MINUTE_MS ? 'live' : 'demo';

/**
 * Brings a run back to where its last strike left it and steps the minutes that were stepped after it, on the prices that were
 * known then. Nothing but prices can have come between two strikes.
 *
 * @param input.progress end of the newest minute that was stepped, ms UTC; null where that is not known.
 * @throws DivergedError where those minutes do something now.
 */
export async function resumeRun(
  tx: Tx,
  input: {
    row: OwnRun;
    strategy: OwnStrategy;
    barMs: number;
    progress: number | null;
    read?: CandleReader;
    shared?: SharedCandles | undefined;
  },
): Promise<RunningRun> {
  const { row, progress, read } = input;
  const setup = setupOf({ ...input, symbols: row.symbols });
  const strike = await findLastStrike(tx, row.id);
  if (!strike) throw new Error(`run ${row.id} has no strike`);
  const history = await loadHistory(tx, setup, strike.at, read);
  const state = await readEngineState(tx, row.id);
  const engine = state === null ? freshEngine(setup, history) : restoredEngine(setup, history, state);
  const known = (await listLastDecisions(tx, row.id, DECISIONS_KEPT)) as Decision[];
  const decisions = new Map(known.toReversed().map((decision) => [decision.number, decision]));
  const running: RunningRun = { ...BASE, row, setup, engine, strike, knownUntil: strike.at, decisions };
  if (row.ownState === 'faulted') holdFaulted(running);
  else if (engine.state().heldSince !== null) running.hold = { isHeld: true };
  if (progress !== null && progress > strike.at) await stepAgain(tx, running, progress, read);
  return running;
}

const setupOf = ({
  symbols,
  strategy,
  barMs,
  shared,
}: {
  symbols: readonly string[];
  strategy: OwnStrategy;
  barMs: number;
  shared?: SharedCandles | undefined;
}): RunningRun['setup'] => ({ strategy, parameters: {}, symbols, barMs, shared });

const BASE = { runnable: WORDS, events: [], hold: undefined, ahead: null };
/** Minutes that were stepped before did something else this time: another version of the engine, or changed candles. */
export class DivergedError extends Error {
  override name = 'DivergedError';
}

async function stepAgain(
  tx: Tx,
  running: RunningRun,
  until: number,
  read: CandleReader | undefined,
): Promise<void> {
  const { engine, setup, row } = running;
  const { symbols } = setup;
  const from = running.knownUntil;
  const wanted = { interval: '1m', fromMs: from, toMs: until, symbols, revision: 'seen' } as const;
  const candles = await (read ?? ((range) => readCandles(tx, range)))(wanted);
  const columns = symbols.map((symbol) => candles.get(symbol));
  const places = columns.map((series) => (series ? firstIndexAt(series, from) : 0));
  const { haltedSince } = engine.state();
  const halted = symbols.filter((_, index) => haltedSince[index] != null);
  const sources = row.sources && new Map(Object.entries(row.sources));
  engine.setExchanges(exchangesAt(running, sources ? { sources } : {}));
  for (let time = from; time < until; time += MINUTE_MS) {
    const bars = columns.map((series, index) => nextBar(series, places, index, time));
    if (didSomething(engine.step(time, bars, halted)))
      throw new DivergedError(`run ${row.id} at ${new Date(time).toISOString()}`);
  }
  running.knownUntil = until;
}

function nextBar(series: Candles | undefined, places: number[], index: number, time: number) {
  const at = places[index]!;
  if (!series || at >= series.length || series.time[at] !== time) return undefined;
  places[index] = at + 1;
  return readBar(series, at, emptyBar());
}

/** It sells what it holds and decides nothing any more. Obeyed at the next bar. */
function holdFaulted(running: RunningRun): void {
  giveHold(running, { isHeld: true });
}

/** A closed minute; `halted` is null where no tick has told yet whose prices are too old, so that everything stays as it was. */
export type Minute = Omit<ClosedBars, 'halted'> & { readonly halted: readonly string[] | null };

/** A step over one minute and whether something came of it that has to be written. */
export type RunStep = { readonly running: RunningRun; readonly advance: Advance; readonly isDue: boolean };

/**
 * Steps a run over one closed minute. Undefined where it was dealt with before. Changes the run in memory; if what is due is not
 * committed, it must be resumed.
 * @param held an admin holds it, and why.
 * @param read for the history of a run that has missed something.
 */
export async function stepRun(
  tx: Tx,
  running: RunningRun,
  closed: Minute,
  held: string | null,
  read?: CandleReader,
): Promise<RunStep | undefined> {
  if (closed.time < running.knownUntil) return undefined;
  if (running.row.ownState === 'faulted') holdFaulted(running);
  else if (held !== null || running.hold)
    giveHold(running, { isHeld: held !== null, reason: held ?? undefined });
  const before = running.engine;
  const halted = closed.halted ?? haltedSymbols(running);
  const phase = phaseOf(running);
  const goesLive = running.strike?.phase === 'demo' && phase === 'live';
  const first = goesLive ? [describeGoingLive(closed.time)] : [];
  const advance = await advanceEngine(tx, running, { ...closed, halted }, phase, first, read);
  const { report, protocol, end } = advance;
  const isFaulted = running.row.ownState === 'faulted';
  const isDue =
    didSomething(report) ||
    protocol.length > 0 ||
    before !== running.engine ||
    end % running.setup.strategy.decisionIntervalMs === 0 ||
    end % DAY_MS === 0;
  return {
    running,
    advance: { ...advance, protocol: protocol.map((line) => inWordsOfOwn(line, isFaulted)) },
    isDue,
  };
}

const didSomething = ({ fills, protections, decision, liquidated }: StepReport): boolean =>
  fills.length > 0 || protections.length > 0 || decision !== null || liquidated;

export const isFaulty = ({ report }: Advance): boolean =>
  report.protections.some(({ kind }) => kind === 'strategy-fault');

/** Symbols that a run holds, with the end of their last bar (ms UTC). */
export function heldSymbols({ engine, setup }: RunningRun): { symbol: string; lastBarEnd: number }[] {
  const { positions, quotes } = engine.broker();
  return setup.symbols.flatMap((symbol, index) =>
    positions[index]?.units === 0 ? [] : [{ symbol, lastBarEnd: quotes[index]?.barEnd ?? 0 }],
  );
}

/**
 * The strike of a run at the end of a minute, ready to be written. Changes nothing in memory, so it may be made again.
 * @param unquoted where its owner ends it here: symbols to close at their last price before, since nobody has said one for too long.
 */
export function strikeOfRun(step: RunStep, unquoted?: readonly string[]): BarRecord {
  const record = struckRun(step, unquoted ?? []);
  const { strike, marks, protocol, report } = record;
  // What is used up ends by itself, whoever ordered what.
  if (!unquoted || report.liquidated) return record;
  const end = { nav: strike.nav, holds: marks.some((price) => price !== null) };
  return { ...record, protocol: [...protocol, describeRunEnd(strike.at, step.running.row, end)] };
}

function struckRun({ running, advance }: RunStep, unquoted: readonly string[]): BarRecord {
  const phase = phaseOf(running);
  if (unquoted.length === 0) return strikeOn(running, advance, phase);
  const { setup } = running;
  const engine = createEngine({ ...optionsOf(setup), state: running.engine.state(), decides: false });
  const { fills } = engine.settle(unquoted, advance.end);
  const report = { ...advance.report, fills: [...advance.report.fills, ...fills] };
  const lines = describeStep({ ...NOTHING, fills }, WORDS.explain, () => undefined);
  const protocol = [...advance.protocol, ...lines];
  return strikeOn({ ...running, engine }, { ...advance, report, protocol }, phase);
}

const NOTHING: StepReport = { fills: [], protections: [], decision: null, liquidated: false };

/** What a run is worth per unit at a moment, between two strikes as well. */
export const navOfRun = ({ engine }: RunningRun, at: number): Fixed12 =>
  navOf(engine.mark(undefined, at).equity);

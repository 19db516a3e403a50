import type { Account } from './account.ts';
import { BarSet } from './bar-set.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import { areOwnIntervals } from './candle-aggregator.ts';
import { type Candles, DAY_MS, firstBars, firstIndexAt } from './candles.ts';
import { closedTrades, NetResults, type RoundTrip } from './closed-trades.ts';
import type { CostRule, SymbolSpec } from './costs.ts';
import { candlesHash } from './data-hash.ts';
import { createEngine, ENGINE_VERSION, type Engine } from './engine.ts';
import type { EngineState } from './engine-state.ts';
import { EquityRecord, type Exposure } from './equity-record.ts';
import type { Fill } from './fill.ts';
import { catalogueOrder } from './simulator/symbols.ts';
import type { DailyEquity } from './statistics/daily-equity.ts';
import { type Performance, performance } from './statistics/performance.ts';
import { type Decision, NOTHING_HAPPENED, type ProtectionEvent, type StepReport } from './step-report.ts';
import type { Strategy, TradingEvent } from './strategy.ts';
import { Timeline } from './timeline.ts';

export interface BacktestSeries {
  readonly spec: SymbolSpec;
  /** Base bars; those before `from` warm the strategy up. */
  readonly candles: Candles;
  /** Larger bars from before the first base bar, for the warm-up only. */
  readonly earlier?: { readonly intervalMs: number; readonly candles: Candles };
  /** Where the candles come from an exchange: its hours, see `Engine.setExchanges`. */
  readonly exchange?: ExchangeHours | null;
}

export interface BacktestOptions<Parameters> {
  readonly strategy: Strategy<Parameters>;
  readonly parameters?: unknown;
  /** In any order; the strategy sees them in that of the catalogue. */
  readonly series: readonly BacktestSeries[];
  readonly baseIntervalMs: number;
  readonly startingEquity?: number;
  readonly costFactor?: number;
  /** The calendar for strategies that trade around events, ascending. */
  readonly events?: readonly TradingEvent[];
  /** First and last moment of the test, ms UTC; bars that start in [from, until) are traded. */
  readonly from: number;
  readonly until: number;
  /**
   * Closes every position at the open of the last bar of its symbol, after waiting orders have filled there, so that every
   * trade is a closed one. Off by default: a bot's position at the end of a period is worth its last close.
   */
  readonly closesAtLastOpen?: boolean;
  /** Told about every decision; they are not kept, since they would outweigh everything else. */
  readonly onDecision?: (decision: Decision) => void;
  /** Told every `BARS_PER_PROGRESS` bars how much of the period is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const BARS_PER_PROGRESS = 2000;

/** What is needed to get the same figures again, and to judge them. Serialisable. */
export interface Provenance {
  readonly engineVersion: string;
  readonly strategyId: string;
  readonly strategyVersion: string;
  readonly parameters: unknown;
  readonly startingEquity: number;
  readonly costFactor: number;
  /** What the strategy changes about the costs of the symbols. */
  readonly costRule: CostRule;
  /** Length of the bars that were traded on, ms. Stops and fills are no finer than this; say so beside the figures. */
  readonly baseIntervalMs: number;
  readonly from: number;
  readonly until: number;
  /** Over every candle before `until` and every event that was given. */
  readonly dataHash: string;
  readonly events: number;
  readonly symbols: readonly (SymbolSpec & {
    /** Bars traded, and start of the first and last of them, ms UTC; null without any. */
    readonly bars: number;
    readonly firstBar: number | null;
    readonly lastBar: number | null;
  })[];
}

export interface OpenPosition {
  readonly symbol: string;
  /** Signed. */
  readonly units: number;
  readonly entryPrice: number;
  /** ms UTC; null only for a position that a restored account brought along. */
  readonly openedAt: number | null;
}

export interface BacktestResult {
  readonly provenance: Provenance;
  /** Steps: distinct times at which any symbol had a bar. */
  readonly steps: number;
  /** At the end of every UTC day from the first bar's to the last one's. */
  readonly daily: DailyEquity;
  readonly fills: readonly Fill[];
  readonly trades: readonly RoundTrip[];
  /** How many, without making them. */
  readonly tradeCount: number;
  readonly protections: readonly ProtectionEvent[];
  readonly decisions: number;
  /** The account at the end, open positions at their last close. */
  readonly account: Account;
  /** What is still held at the end. */
  readonly openPositions: readonly OpenPosition[];
  readonly performance: Performance;
  readonly exposure: Exposure | null;
  readonly liquidated: boolean;
}

/** What a strategy wanted of a symbol is no order: a weight, level or time that is no number. */
export class StrategyFault extends Error {
  readonly symbol: string | null;
  constructor({ symbol, from }: Pick<ProtectionEvent, 'symbol' | 'from'>) {
    super(`the decision about ${symbol} at ${new Date(from).toISOString()} is no order`);
    this.name = 'StrategyFault';
    this.symbol = symbol;
  }
}

/** What a run leaves behind, step by step. */
class RunLog<Parameters> {
  readonly record = new EquityRecord();
  readonly protections: ProtectionEvent[] = [];
  liquidated = false;
  readonly bars: BarSet;
  readonly #engine: Engine<Parameters>;
  readonly #timeline: Timeline;
  readonly #onDecision: ((decision: Decision) => void) | undefined;

  constructor(
    engine: Engine<Parameters>,
    timeline: Timeline,
    bars: BarSet,
    onDecision: ((decision: Decision) => void) | undefined,
  ) {
    this.#engine = engine;
    this.#timeline = timeline;
    this.#onDecision = onDecision;
    this.bars = bars;
  }

  /** Takes up to `count` steps; false when the run is over. In pieces, because the runtime compiles whole functions best. */
  takeSteps(count: number): boolean {
    const { record, bars } = this;
    const engine = this.#engine;
    const timeline = this.#timeline;
    const end = record.bars + count;
    while (record.bars < end) {
      if (!this.#coast(end - record.bars)) {
        if (!timeline.next(bars)) return false;
        const report = engine.advance(bars);
        record.append(bars.end, engine.equity(), engine.grossExposure());
        if (report !== NOTHING_HAPPENED) this.#record(report);
      }
      if (this.liquidated) return false;
    }
    return true;
  }

  /** Takes the next bars without a step for each where that is possible; false where none were taken. */
  #coast(count: number): boolean {
    const timeline = this.#timeline;
    const candles = timeline.only;
    if (candles === null || timeline.at >= timeline.end) return false;
    const { at } = timeline;
    const until = Math.min(timeline.end, at + count);
    const reached = this.#engine.coast(candles, at, until, this.record);
    if (reached === at) return false;
    timeline.skipTo(reached);
    this.bars.time = candles.time[reached - 1]!;
    if (this.#engine.coasted !== NOTHING_HAPPENED) this.#record(this.#engine.coasted);
    return true;
  }

  #record({ protections, decision, liquidated }: StepReport): void {
    for (const event of protections) {
      if (event.kind === 'strategy-fault') throw new StrategyFault(event);
      this.protections.push(event);
    }
    if (decision !== null) this.#onDecision?.(decision);
    this.liquidated = liquidated;
  }
}

/**
 * Runs the engine over history: all symbols' bars merged into one timeline, one step per distinct time.
 *
 * @throws RangeError where `createEngine`, `Engine.warm` and `Engine.step` do: for lengths of bars, an equity, events or bars
 * that cannot be.
 * @throws ZodError when the parameters do not have the shape of the strategy's schema.
 * @throws StrategyFault when a decision of the strategy is no order.
 */
export function runBacktest<Parameters>(options: BacktestOptions<Parameters>): BacktestResult {
  const { strategy, baseIntervalMs, from, until, startingEquity = 1, costFactor = 1 } = options;
  const series = inCatalogueOrder(options.series);
  const { closesAtLastOpen = false } = options;
  const all = series.map(({ candles }) => candles);
  const timeline = new Timeline(all, from, until, closesAtLastOpen);
  const { first, last } = timeline;
  const whole = wholeBars({ ...options, series }, last);
  const engine = createEngine({
    strategy,
    parameters: options.parameters,
    symbols: series.map(({ spec }) => spec),
    startingEquity,
    costFactor,
    baseIntervalMs,
    keepsFills: true,
    describesDecisions: options.onDecision !== undefined,
    ...(options.events === undefined ? {} : { events: options.events }),
    ...(whole === null ? {} : { whole }),
  });
  engine.setExchanges(series.map(({ exchange }) => exchange ?? null));
  for (const [index, { spec, candles, earlier }] of series.entries()) {
    const { symbol } = spec;
    if (earlier !== undefined) {
      // Whole intervals before the first base bar only, so that no time is counted twice.
      const firstBase = candles.length > 0 ? Math.min(candles.time[0]!, from) : from;
      const length = firstIndexAt(earlier.candles, firstBase - earlier.intervalMs + 1);
      engine.warm([{ symbol, intervalMs: earlier.intervalMs, candles: firstBars(earlier.candles, length) }]);
    }
    const before = firstBars(candles, first[index]!);
    engine.warm([{ symbol, intervalMs: baseIntervalMs, candles: before }]);
  }

  const log = new RunLog(engine, timeline, new BarSet(series.length, whole === null), options.onDecision);
  // The result keeps this and not the engine, which has candles of its own.
  const fillLog = engine.fills;
  const net = new NetResults(fillLog);
  while (log.takeSteps(BARS_PER_PROGRESS)) {
    net.goOn();
    options.onProgress?.((log.bars.time - from) / (until - from));
  }

  net.goOn();
  const { record, protections, liquidated } = log;
  const state = engine.state();
  const daily = record.daily();
  let fills: Fill[] | undefined;
  let trades: RoundTrip[] | undefined;
  let figures: Performance | undefined;
  let dataHash: string | undefined;
  return {
    provenance: {
      engineVersion: ENGINE_VERSION,
      strategyId: strategy.id,
      strategyVersion: strategy.version,
      parameters: engine.parameters,
      startingEquity,
      costFactor,
      costRule: strategy.costRule,
      baseIntervalMs,
      from,
      until,
      // Hashing takes longer than the run itself, so it waits until somebody asks.
      get dataHash() {
        dataHash ??= candlesHash(hashed(series, last), options.events);
        return dataHash;
      },
      events: options.events?.length ?? 0,
      symbols: series.map(({ spec, candles }, index) => {
        const count = last[index]! - first[index]!;
        const firstBar = count > 0 ? candles.time[first[index]!]! : null;
        const lastBar = count > 0 ? candles.time[last[index]! - 1]! : null;
        return { ...spec, bars: count, firstBar, lastBar };
      }),
    },
    steps: record.bars,
    daily,
    // Kept as columns; the objects are made when somebody reads them.
    get fills() {
      fills ??= fillLog.slice(0);
      return fills;
    },
    get trades() {
      trades ??= closedTrades(fillLog);
      return trades;
    },
    tradeCount: net.values.length,
    protections,
    decisions: state.decisions,
    account: engine.mark(),
    openPositions: openPositions(series, state),
    get performance() {
      figures ??= performance(startingEquity, daily, net.values);
      return figures;
    },
    exposure: record.exposure(),
    liquidated,
  };
}

/** Whose whole lots are bought first, and how sums are rounded, must not follow from the order in which somebody names their symbols. */
export const inCatalogueOrder = <Series extends Pick<BacktestSeries, 'spec'>>(
  series: readonly Series[],
): Series[] => catalogueOrder(series.map(({ spec }) => spec)).map((place) => series[place]!);

/**
 * Every bar of the period and before it, where the strategy works out columns of them and they are its decision bars as they stand;
 * null otherwise.
 */
function wholeBars<Parameters>(
  { strategy, series, baseIntervalMs, from }: BacktestOptions<Parameters>,
  last: Int32Array,
): readonly Candles[] | null {
  const { createSignals, decisionIntervalMs, takesBarsAsGiven = false } = strategy;
  if (createSignals === undefined || decisionIntervalMs !== baseIntervalMs) return null;
  const stand = series.every(({ candles, earlier }, index) => {
    // Those of the period the engine looks at one by one; only days may belong to others.
    const until = decisionIntervalMs === DAY_MS ? last[index]! : firstIndexAt(candles, from);
    return earlier === undefined && (takesBarsAsGiven || areOwnIntervals(candles, until, baseIntervalMs));
  });
  if (!stand) return null;
  return series.map(({ candles }, index) => firstBars(candles, last[index]!));
}

function openPositions(series: readonly BacktestSeries[], { broker }: EngineState): OpenPosition[] {
  return broker.positions.flatMap(({ units, entryPrice, openedAt }, index) =>
    units === 0 ? [] : [{ symbol: series[index]!.spec.symbol, units, entryPrice, openedAt }],
  );
}

/** Bars from `last` on were not looked at, so they are no part of the data. */
function* hashed(
  series: readonly BacktestSeries[],
  last: Int32Array,
): Generator<{ symbol: string; candles: Candles }> {
  for (const [index, { spec, candles, earlier }] of series.entries()) {
    if (earlier !== undefined)
      yield { symbol: `${spec.symbol}@${earlier.intervalMs}`, candles: earlier.candles };
    yield { symbol: spec.symbol, candles: firstBars(candles, last[index]!) };
  }
}

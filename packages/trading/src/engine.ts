import type { Account } from './account.ts';
import { PaperBroker } from './broker.ts';
import { CandleAggregator } from './candle-aggregator.ts';
import { type Bar, type Candles, calendarCloses, DAY_MS, emptyBar, readBar } from './candles.ts';
import { costRates, type SymbolSpec } from './costs.ts';
import { type DrawdownState, watchDrawdown } from './drawdown-stop.ts';
import { type EngineState, engineStateSchema } from './engine-state.ts';
import { placeDecision } from './place-decision.ts';
import type { Decision, ProtectionEvent, StepReport } from './step-report.ts';
import { type MarketView, type Strategy, UNQUOTED_LIMIT_MS } from './strategy.ts';

/** Changes whenever the same strategy and candles could give other fills. Part of every backtest's provenance. */
export const ENGINE_VERSION = '1';

export interface EngineOptions<Parameters> {
  readonly strategy: Strategy<Parameters>;
  /** Checked against the strategy's schema; `{}` gives the published ones. */
  readonly parameters?: unknown;
  /** The order gives every index used here and in `step`. */
  readonly symbols: readonly SymbolSpec[];
  /** Account currency. */
  readonly startingEquity: number;
  /** Scales every cost; 1 by default. */
  readonly costFactor?: number;
  /** Length of the bars given to `step`, ms; must divide the decision interval. It may differ from an earlier run's. */
  readonly baseIntervalMs: number;
  /** A value of `Engine.state()`, as it came back from JSON. Then `warm` must be called before the first step. */
  readonly state?: unknown;
}

/** History of one symbol. Give larger bars first and then the smaller ones of the interval that is still open. */
export interface WarmHistory {
  readonly symbol: string;
  readonly intervalMs: number;
  readonly candles: Candles;
}

export interface Engine<Parameters> {
  readonly parameters: Parameters;
  /**
   * Gives the strategy its history, without trading. After a restart, give the candles since the strategy's
   * `warmUpDays`; bars that the saved state has already dealt with or still lies within are sorted out here.
   * @throws RangeError for an unknown symbol or bars out of order.
   */
  warm(history: Iterable<WarmHistory>): void;
  /**
   * Processes one closed set of base bars. Order within a step: waiting orders at the open, financing, stops and
   * scheduled closes inside the bar, marking at the close, protections, and a decision if a decision interval has ended.
   * A step in which no symbol has a bar trades, decides and accrues nothing, so a replay may leave it out.
   *
   * @param time start of the bars, ms UTC; later than in the step before.
   * @param bars one per symbol; `undefined` where the symbol had none.
   * @param halted symbols whose price is stale: no orders are placed or filled for them. Stops still act on bars.
   * @throws RangeError for times out of order, bars without positive prices, or history from after `time`.
   */
  step(time: number, bars: readonly (Bar | undefined)[], halted?: readonly string[]): StepReport;
  /**
   * Closes symbols at their last known price, e.g. before their price source changes.
   * @param time ms UTC, recorded with the fills.
   */
  settle(symbols: readonly string[], time: number): StepReport;
  /** The account at the last closes, or at `prices` by symbol index where given; changes nothing. */
  mark(prices?: ArrayLike<number | undefined>): Account;
  /** Only the equity of `mark()`, without allocating … */
  equity(): number;
  /** … and only its gross exposure. */
  grossExposure(): number;
  /** ms UTC at which the next decision is due by the calendar; a pause or missing bars may delay it. */
  nextDecisionAt(now: number): number;
  /** A small JSON value; an engine created with it continues bit for bit. */
  state(): EngineState;
}

const NOTHING_HAPPENED: StepReport = Object.freeze({
  fills: Object.freeze([]),
  protections: Object.freeze([]),
  decision: null,
  liquidated: false,
});
const LIQUIDATED: StepReport = Object.freeze({ ...NOTHING_HAPPENED, liquidated: true });
const NONE_HALTED: readonly string[] = Object.freeze([]);

/**
 * The one engine for live trading and backtests: the live bot is the backtest fed one closed bar set at a time.
 * Deterministic: no clock, no randomness, no I/O; the same inputs give the same bytes.
 */
export function createEngine<Parameters>(options: EngineOptions<Parameters>): Engine<Parameters> {
  const { strategy, symbols, startingEquity, costFactor = 1, baseIntervalMs } = options;
  const parameters = strategy.parameters.parse(options.parameters ?? {});
  const limits = strategy.protectionLimits(parameters);
  const interval = strategy.decisionIntervalMs;
  if (interval % baseIntervalMs !== 0) {
    throw new RangeError(
      `bars of ${baseIntervalMs} ms do not divide the decision interval of ${interval} ms`,
    );
  }
  if (!(startingEquity > 0)) throw new RangeError('starting equity must be positive');

  const names = symbols.map(({ symbol }) => symbol);
  const indexOf = new Map(names.map((symbol, index) => [symbol, index]));
  const rates = symbols.map(({ costs }) => costRates(costs, strategy.costRule, costFactor));
  const broker = new PaperBroker(names, rates, startingEquity);
  const aggregators = symbols.map(() => new CandleAggregator(interval));
  const drawdown: DrawdownState = { peak: startingEquity, pausedFrom: null, pausedUntil: null };
  const haltedSince: (number | null)[] = symbols.map(() => null);
  let lastEnd: number | null = null;
  let lastBoundary: number | null = null;
  let decisions = 0;
  let liquidatedAt: number | null = null;
  let warmedUntil = Number.NEGATIVE_INFINITY;
  let mustWarm = false;
  let events: ProtectionEvent[] = [];
  const reusedBar = emptyBar();

  if (options.state !== undefined) restore(engineStateSchema.parse(options.state));

  function restore(state: EngineState): void {
    if (state.strategyId !== strategy.id) throw new RangeError(`state belongs to ${state.strategyId}`);
    if (state.symbols.join() !== names.join()) throw new RangeError('state belongs to other symbols');
    broker.restore(state.broker);
    Object.assign(drawdown, state.drawdown);
    for (let index = 0; index < symbols.length; index++) {
      aggregators[index]!.restore(state.forming[index] ?? null);
      haltedSince[index] = state.haltedSince[index] ?? null;
    }
    ({ lastEnd, lastBoundary, decisions, liquidatedAt } = state);
    mustWarm = lastEnd !== null;
  }

  const view: MarketView & { end: number } = {
    end: 0,
    symbols,
    candles: (index) => aggregators[index]!.candles,
    closes: (index, into) => calendarCloses(aggregators[index]!.candles, view.end, interval, into),
    price: (index) => broker.prices[index]!,
    lastBarEnd: (index) => broker.barEnds[index]!,
  };

  function warm(history: Iterable<WarmHistory>): void {
    // A restored engine has dealt with everything before lastEnd, and its open interval is part of the state.
    const limit = lastEnd === null ? Number.POSITIVE_INFINITY : Math.floor(lastEnd / interval) * interval;
    for (const { symbol, intervalMs, candles } of history) {
      const index = indexOf.get(symbol);
      if (index === undefined) throw new RangeError(`unknown symbol ${symbol}`);
      const aggregator = aggregators[index]!;
      const forming = lastEnd === null ? null : aggregator.forming();
      if (lastEnd !== null) aggregator.restore(null);
      for (let at = 0; at < candles.length; at++) {
        const end = candles.time[at]! + intervalMs;
        if (end > limit) break;
        aggregator.add(candles.time[at]!, intervalMs, readBar(candles, at, reusedBar));
        if (lastEnd === null) broker.quote(index, candles.close[at]!, end);
        if (end > warmedUntil) warmedUntil = end;
      }
      if (lastEnd !== null) {
        aggregator.closeUntil(limit);
        aggregator.restore(forming);
      }
    }
    mustWarm = false;
  }

  function step(time: number, bars: readonly (Bar | undefined)[], halted = NONE_HALTED): StepReport {
    if (liquidatedAt !== null) return LIQUIDATED;
    const end = time + baseIntervalMs;
    updateHalts(halted, end);
    if (!checkBars(time, bars)) return report(null);
    if (lastEnd !== null && time > lastEnd) broker.accrueFinancing(time - lastEnd);
    for (let index = 0; index < symbols.length; index++) {
      const bar = bars[index];
      if (bar !== undefined && haltedSince[index] === null) broker.openBar(index, time, bar.open);
    }
    broker.accrueFinancing(baseIntervalMs);
    for (let index = 0; index < symbols.length; index++) {
      const bar = bars[index];
      if (bar !== undefined) {
        broker.closeBar(index, time, end, bar);
        aggregators[index]!.add(time, baseIntervalMs, bar);
      } else if (end - broker.barEnds[index]! > UNQUOTED_LIMIT_MS) settleUnquoted(index, end);
    }
    lastEnd = end;
    const equity = broker.equity();
    if (equity <= 0) return liquidate(end);
    protect(equity, end);
    const boundary = Math.floor(end / interval) * interval;
    if (lastBoundary !== null && boundary <= lastBoundary) return report(null);
    lastBoundary = boundary;
    for (const aggregator of aggregators) aggregator.closeUntil(boundary);
    return report(drawdown.pausedUntil === null ? decide(boundary, end) : null);
  }

  /** Whether any symbol has a bar; refuses input that would silently corrupt the run. */
  function checkBars(time: number, bars: readonly (Bar | undefined)[]): boolean {
    if (mustWarm) throw new RangeError('a restored engine needs its history: call warm() first');
    let any = false;
    for (let index = 0; index < symbols.length; index++) {
      const bar = bars[index];
      if (bar === undefined) continue;
      any = true;
      if (!(bar.open > 0 && bar.low > 0 && bar.close > 0 && bar.high < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`bar of ${names[index]} at ${time} has no positive prices`);
      }
    }
    if (!any) return false;
    if (time % baseIntervalMs !== 0) throw new RangeError(`bar at ${time} does not start on its interval`);
    if (lastEnd !== null && time < lastEnd) throw new RangeError(`bar at ${time} overlaps the last one`);
    if (warmedUntil > time) throw new RangeError(`history reaches beyond the bar at ${time}`);
    return true;
  }

  function updateHalts(halted: readonly string[], end: number): void {
    for (let index = 0; index < names.length; index++) {
      const since = haltedSince[index]!;
      const isHalted = halted.length > 0 && halted.includes(names[index]!);
      if (isHalted === (since !== null)) continue;
      haltedSince[index] = isHalted ? end : null;
      const span = isHalted ? { from: end, until: null } : { from: since ?? end, until: end };
      events.push({ kind: 'stale-price', symbol: names[index]!, ...span, figures: {} });
    }
  }

  function settleUnquoted(index: number, end: number): void {
    if (broker.positions[index]!.units === 0) {
      broker.orders[index] = null;
      return;
    }
    const lastBarEnd = broker.barEnds[index]!;
    broker.settle(index, end, 'settlement');
    events.push({
      kind: 'settlement',
      symbol: names[index]!,
      from: lastBarEnd,
      until: end,
      figures: { price: broker.prices[index]!, days: (end - lastBarEnd) / DAY_MS },
    });
  }

  function protect(equity: number, end: number): void {
    const act = watchDrawdown(drawdown, equity, end, limits);
    if (act === 'none') return;
    if (act === 'resumed') {
      events.push({ kind: 'pause-end', symbol: null, from: end, until: null, figures: { equity } });
      return;
    }
    for (let index = 0; index < symbols.length; index++) {
      const held = broker.positions[index]!.units !== 0;
      broker.orders[index] = held
        ? { targetUnits: 0, reason: 'drawdown-stop', decision: null, stop: null, closeAt: null }
        : null;
    }
    const { peak, pausedUntil } = drawdown;
    const figures = { equity, peak, drawdown: 1 - equity / peak, limit: limits.maxDrawdown };
    events.push({ kind: 'drawdown-stop', symbol: null, from: end, until: pausedUntil, figures });
  }

  function liquidate(end: number): StepReport {
    for (let index = 0; index < symbols.length; index++) broker.settle(index, end, 'liquidation');
    liquidatedAt = end;
    const figures = { equity: broker.equity() };
    events.push({ kind: 'liquidation', symbol: null, from: end, until: null, figures });
    return report(null);
  }

  function decide(boundary: number, end: number): Decision {
    view.end = boundary;
    decisions++;
    return placeDecision({ broker, strategy, parameters, view, haltedSince, number: decisions, time: end });
  }

  function report(decision: Decision | null): StepReport {
    const fills = broker.takeFills();
    for (const fill of fills) {
      if (fill.reason !== 'stop') continue;
      const figures = {
        stop: fill.stop,
        price: fill.midPrice,
        units: -fill.units,
        result: fill.grossRealised,
      };
      events.push({ kind: 'stop', symbol: fill.symbol, from: fill.time, until: null, figures });
    }
    if (fills.length === 0 && events.length === 0 && decision === null) return NOTHING_HAPPENED;
    const protections = events;
    events = [];
    return { fills, protections, decision, liquidated: liquidatedAt !== null };
  }

  return {
    parameters,
    warm,
    step,
    settle(symbolsToSettle, time) {
      for (const symbol of symbolsToSettle) {
        const index = indexOf.get(symbol);
        if (index === undefined) throw new RangeError(`unknown symbol ${symbol}`);
        broker.settle(index, time, 'settlement');
      }
      return report(null);
    },
    mark: (prices) => broker.account(prices),
    equity: () => broker.equity(),
    grossExposure: () => broker.grossExposure(),
    nextDecisionAt: (now) => (Math.floor(now / interval) + 1) * interval,
    state: () => ({
      format: 1,
      strategyId: strategy.id,
      symbols: [...names],
      lastEnd,
      lastBoundary,
      decisions,
      broker: broker.state(),
      drawdown: { ...drawdown },
      haltedSince: [...haltedSince],
      forming: aggregators.map((aggregator) => aggregator.forming()),
      liquidatedAt,
    }),
  };
}

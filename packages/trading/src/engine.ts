import type { Account } from './account.ts';
import { BarSet, checkPrices } from './bar-set.ts';
import { PaperBroker } from './broker.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import { type Bar, type Candles, DAY_MS } from './candles.ts';
import { Coasting } from './coast.ts';
import { costRates } from './costs.ts';
import { DecisionBars } from './decision-bars.ts';
import type { Engine, EngineOptions, WarmHistory } from './engine-interface.ts';
import { type EngineState, engineStateSchema } from './engine-state.ts';
import type { EquityRecord } from './equity-record.ts';
import type { FillLog } from './fill-log.ts';
import { Halts } from './halts.ts';
import { checkedEvents, frozen, MovingView } from './market-view.ts';
import { type DecisionContext, PortfolioSnapshot, placeDecision } from './place-decision.ts';
import { Protections } from './protections.ts';
import { type Decision, LIQUIDATED, NOTHING_HAPPENED, type StepReport } from './step-report.ts';
import type { Strategy, TradingEvent } from './strategy.ts';
import { dueInShutMarket, settleUnquoted } from './without-bars.ts';

export type { Engine, EngineOptions, WarmHistory } from './engine-interface.ts';

/** Changes whenever the same strategy and candles could give other fills. Part of every backtest's provenance. */
export const ENGINE_VERSION = '4';

const NONE_HALTED: readonly string[] = Object.freeze([]);

/**
 * The one engine for live trading and backtests: the live bot is the backtest fed one closed bar set at a time.
 * Deterministic: no clock, no randomness, no I/O; the same inputs give the same bytes.
 *
 * @throws RangeError when the base bars do not divide the decision interval (or differ from it, for bars
 * that are known beforehand), for a starting equity that is not positive, events out of order, or the state of another strategy or other
 * symbols.
 * @throws ZodError when the parameters or the state do not have the shape of their schema.
 */
export function createEngine<Parameters>(options: EngineOptions<Parameters>): Engine<Parameters> {
  return new TradingEngine(options);
}

/**
 * A class and not a closure, because a step takes some tens of nanoseconds: methods are compiled once for all engines, and
 * numbers in fields are overwritten in place where captured variables would be boxed anew at every bar.
 */
class TradingEngine<Parameters> implements Engine<Parameters> {
  readonly parameters: Parameters;
  coasted: StepReport = NOTHING_HAPPENED;
  readonly #strategy: Strategy<Parameters>;
  readonly #names: readonly string[];
  readonly #baseIntervalMs: number;
  readonly #interval: number;
  readonly #decides: boolean;
  readonly #broker: PaperBroker;
  readonly #protections: Protections;
  readonly #decisionBars: DecisionBars<Parameters>;
  readonly #view: MovingView;
  readonly #context: DecisionContext<Parameters>;
  readonly #halts: Halts;
  readonly #bars: BarSet;
  readonly #isHalted = (index: number): boolean => this.#halts.since[index] !== null;
  readonly #keepsFills: boolean;
  readonly #coasting: Coasting;
  #fillsReported = 0;
  /** ms UTC, NaN before the first: end of the newest bars, and the newest end of a decision interval dealt with. */
  #lastEnd = Number.NaN;
  #lastBoundary = Number.NaN;
  #warmedUntil = Number.NEGATIVE_INFINITY;
  #decisions = 0;
  #liquidatedAt: number | null = null;
  #mustWarm = false;
  constructor(options: EngineOptions<Parameters>) {
    const { strategy, symbols, startingEquity, costFactor = 1, baseIntervalMs } = options;
    const parameters = strategy.parameters.parse(options.parameters ?? {});
    const interval = strategy.decisionIntervalMs;
    if (interval % baseIntervalMs !== 0) {
      throw new RangeError(
        `bars of ${baseIntervalMs} ms do not divide the decision interval of ${interval} ms`,
      );
    }
    if (!(startingEquity > 0)) throw new RangeError('starting equity must be positive');
    this.parameters = frozen(parameters);
    this.#strategy = strategy;
    this.#names = symbols.map(({ symbol }) => symbol);
    this.#baseIntervalMs = baseIntervalMs;
    this.#interval = interval;
    this.#decides = options.decides ?? true;
    const rates = symbols.map(({ costs }) => costRates(costs, strategy.costRule, costFactor));
    this.#broker = new PaperBroker(this.#names, rates, startingEquity);
    this.#keepsFills = options.keepsFills ?? false;
    this.#protections = new Protections(this.#broker, strategy.protectionLimits(parameters), startingEquity);
    this.#coasting = new Coasting(this.#broker, this.#protections, baseIntervalMs);
    if (options.whole !== undefined && interval !== baseIntervalMs) {
      throw new RangeError(`${strategy.id} decides on bars of ${interval} ms, not of ${baseIntervalMs} ms`);
    }
    this.#decisionBars = new DecisionBars(this.#names, strategy, parameters, options);
    this.#halts = new Halts(this.#names);
    this.#bars = new BarSet(symbols.length);
    this.#view = new MovingView({
      symbols,
      events: options.events ?? [],
      intervalMs: interval,
      lookBack: Math.ceil((strategy.warmUpDays(parameters) * DAY_MS) / interval) + 1,
      broker: this.#broker,
      bars: this.#decisionBars,
      isDescribed: options.describesDecisions ?? true,
    });
    this.#context = {
      broker: this.#broker,
      strategy,
      parameters,
      view: this.#view.view,
      portfolio: new PortfolioSnapshot(this.#broker),
      haltedSince: this.#halts.since,
      protections: this.#protections,
    };
    if (options.state !== undefined) this.#restore(engineStateSchema.parse(options.state));
  }

  #restore(state: EngineState): void {
    if (state.strategyId !== this.#strategy.id) throw new RangeError(`state belongs to ${state.strategyId}`);
    if (state.symbols.join() !== this.#names.join()) throw new RangeError('state belongs to other symbols');
    this.#broker.restore(state.broker);
    Object.assign(this.#protections.drawdown, state.drawdown);
    if (state.dailyLoss !== null) Object.assign(this.#protections.dailyLoss, state.dailyLoss);
    this.#decisionBars.restore(state);
    this.#protections.hold.restore(state.heldSince);
    this.#halts.restore(state.haltedSince);
    this.#lastEnd = state.lastEnd ?? Number.NaN;
    this.#lastBoundary = state.lastBoundary ?? Number.NaN;
    this.#decisions = state.decisions;
    this.#liquidatedAt = state.liquidatedAt;
    this.#mustWarm = this.#decides && state.lastEnd !== null;
  }

  warm(history: Iterable<WarmHistory>): void {
    const interval = this.#interval;
    const isRestored = !Number.isNaN(this.#lastEnd);
    // A restored engine has dealt with everything before lastEnd, and its open interval is part of the state.
    const limit = isRestored ? Math.floor(this.#lastEnd / interval) * interval : Number.POSITIVE_INFINITY;
    for (const { symbol, intervalMs, candles } of history) {
      const index = this.#indexOf(symbol);
      const seen = this.#decisionBars.warm(index, { intervalMs, candles }, limit);
      if (seen === 0) continue;
      const end = candles.time[seen - 1]! + intervalMs;
      if (!isRestored) this.#broker.quote(index, candles.close[seen - 1]!, end);
      this.#warmedUntil = Math.max(this.#warmedUntil, end);
    }
    this.#decisionBars.begin();
    this.#mustWarm = false;
  }

  step(time: number, bars: readonly (Bar | undefined)[], halted = NONE_HALTED): StepReport {
    this.#bars.time = time;
    for (let index = 0; index < this.#names.length; index++) this.#bars.set(index, bars[index]);
    return this.advance(this.#bars, halted);
  }

  advance(bars: BarSet, halted = NONE_HALTED): StepReport {
    if (this.#liquidatedAt !== null) return LIQUIDATED;
    const broker = this.#broker;
    const time = bars.time;
    const end = time + this.#baseIntervalMs;
    bars.end = end;
    if (halted.length > 0 || this.#halts.count > 0) this.#halts.update(halted, end, this.#protections);
    const hasBars = this.#checkBars(bars);
    this.#closeShutMarkets(hasBars ? time : end);
    if (!hasBars) {
      // A hold concerns the time, not the prices: nobody waits for a market to open.
      if (this.#protections.hold.isDue) this.#protections.obey(end);
      return this.#report(null);
    }
    if (broker.isFinanced && time > this.#lastEnd) broker.accrueFinancing(time - this.#lastEnd);
    const before = broker.equity();
    const overdue = this.#decideBeforeOpen(time);
    this.#openBars(bars);
    if (broker.isFinanced) broker.accrueFinancing(this.#baseIntervalMs);
    this.#closeBars(bars);
    this.#lastEnd = end;
    const equity = broker.equity();
    if (equity <= 0) return this.#liquidate(end);
    const mayTrade = this.#protections.watch(before, equity, end);
    const decision = this.#decideIfDue(end, mayTrade) ?? overdue;
    if (this.#protections.capsLeverage) this.#protections.capLeverage(equity, end, this.#isHalted);
    return this.#report(decision);
  }

  coast(candles: Candles, from: number, until: number, record: EquityRecord): number {
    this.coasted = NOTHING_HAPPENED;
    let at = from;
    while (record.bars > 0 && at < until && this.coasted === NOTHING_HAPPENED && this.#canCoast())
      at = this.#coastOn(candles, at, until, record);
    return at;
  }

  /** Whether bars can go on where the last one ended, with nothing that must be watched at each of them. */
  #canCoast(): boolean {
    if (Number.isNaN(this.#lastEnd) || this.#mustWarm || !this.#decisionBars.areKnown) return false;
    if (this.#halts.count > 0 || this.#liquidatedAt !== null) return false;
    return !this.#protections.capsLeverage && !this.#protections.isPaused && this.#broker.isOnlyMarked(0);
  }

  /** Fills what waits, marks the account up to a bar that needs a step, or to where there may be something to decide. */
  #coastOn(candles: Candles, from: number, until: number, record: EquityRecord): number {
    const coasting = this.#coasting;
    coasting.earliest = Math.max(this.#lastEnd, this.#warmedUntil);
    // Where fills are told, they are told bar by bar.
    if (this.#broker.orders[0] !== null && !(this.#keepsFills && coasting.open(candles, from, record)))
      return this.#takeStep(candles, from, record);
    const due = this.#decisionBars.signals!.nextDue(0, this.#broker.positions[0]!, from, until);
    const end = Math.min(until, due + 1);
    const at = coasting.pass(candles, from, end, record);
    if (at > from) {
      this.#decisionBars.skipTo(0, at);
      this.#lastEnd = coasting.earliest;
      if (at < end) this.#lastBoundary = this.#lastEnd;
    }
    if (at < end) return this.#takeStep(candles, at, record);
    // What is not due yet only has to be shown.
    const decision = this.#decideIfDue(coasting.earliest, at > due, true);
    if (decision !== null || this.#protections.hasEvents) this.coasted = this.#report(decision);
    return at;
  }

  /** A bar that is no ordinary one. @returns the one after it. */
  #takeStep(candles: Candles, at: number, record: EquityRecord): number {
    const bars = this.#bars;
    bars.time = candles.time[at]!;
    bars.read(0, candles, at);
    this.coasted = this.advance(bars);
    record.append(bars.end, this.equity(), this.grossExposure());
    return at + 1;
  }

  /** Whether any symbol has a bar; refuses input that would silently corrupt the run. */
  #checkBars(bars: BarSet): boolean {
    if (this.#mustWarm) throw new RangeError('a restored engine needs its history: call warm() first');
    const { time } = bars;
    if (!checkPrices(bars, this.#names)) return false;
    if (Math.floor(time / this.#baseIntervalMs) * this.#baseIntervalMs !== time) {
      throw new RangeError(`bar at ${time} does not start on its interval`);
    }
    if (time < this.#lastEnd) throw new RangeError(`bar at ${time} overlaps the last one`);
    if (this.#warmedUntil > time) throw new RangeError(`history reaches beyond the bar at ${time}`);
    return true;
  }

  #openBars(bars: BarSet): void {
    const { present, last } = bars;
    const broker = this.#broker;
    for (let index = 0; index < present.length; index++) {
      if (present[index] === 0 || (this.#halts.count > 0 && this.#isHalted(index))) continue;
      broker.openBar(index, bars);
      if (last[index] === 1) broker.closeAtOpen(index, bars);
    }
  }

  #closeBars(bars: BarSet): void {
    const { present, time, end } = bars;
    const broker = this.#broker;
    for (let index = 0; index < present.length; index++) {
      if (present[index] === 1) {
        broker.closeBar(index, bars);
        this.#decisionBars.add(index, bars, this.#baseIntervalMs);
      } else {
        const dueAt = dueInShutMarket(broker, this.#view.view, index, time, end);
        if (dueAt !== null) broker.settle(index, dueAt, 'scheduled-close');
        settleUnquoted(broker, this.#protections, this.#names[index]!, index, end);
      }
    }
  }

  /** Where the end of a decision interval has passed without a bar, signals are decided on before the next one opens. */
  #decideBeforeOpen(time: number): Decision | null {
    const isLate = this.#decisionBars.signals !== null && this.#interval > this.#baseIntervalMs;
    return isLate && this.#lastBoundary < time ? this.#decideIfDue(time, !this.#protections.isPaused) : null;
  }

  /** @param isDue whether the signals have said so already. */
  #decideIfDue(end: number, mayTrade: boolean, isDue = false): Decision | null {
    const interval = this.#interval;
    const boundary = interval === this.#baseIntervalMs ? end : Math.floor(end / interval) * interval;
    if (boundary <= this.#lastBoundary) return null;
    this.#lastBoundary = boundary;
    if (this.#halts.count > 0) this.#halts.withdrawOvertaken(this.#broker.orders, end, this.#protections);
    if (!this.#decisionBars.closeUntil(boundary)) return null;
    if (!mayTrade || !this.#decides) return null;
    return isDue || this.#decisionBars.asks(this.#broker.positions) ? this.#decide(boundary, end) : null;
  }

  #decide(boundary: number, end: number): Decision | null {
    const { strategy, parameters, view, portfolio } = this.#context;
    this.#view.end = boundary;
    if (strategy.isDue && !strategy.isDue(view, portfolio.take(), parameters)) return null;
    return placeDecision(this.#context, ++this.#decisions, end);
  }

  /** Scheduled closes since the last bar that came due while their markets were shut, until `until` (ms UTC). */
  #closeShutMarkets(until: number): void {
    const since = this.#lastEnd;
    if (!(until > since)) return;
    for (let index = 0; index < this.#names.length; index++) {
      const dueAt = dueInShutMarket(this.#broker, this.#view.view, index, since, until);
      if (dueAt === null) continue;
      this.idle(dueAt);
      this.#broker.settle(index, dueAt, 'scheduled-close');
    }
  }

  #liquidate(end: number): StepReport {
    for (let index = 0; index < this.#names.length; index++) this.#broker.settle(index, end, 'liquidation');
    this.#liquidatedAt = end;
    const figures = { equity: this.#broker.equity() };
    this.#protections.record({ kind: 'liquidation', symbol: null, from: end, until: null, figures });
    return this.#report(null);
  }

  #report(decision: Decision | null): StepReport {
    const log = this.#broker.fills;
    const first = this.#fillsReported;
    const protections = this.#protections.take(log, first);
    const fills = this.#keepsFills || log.length === first ? NOTHING_HAPPENED.fills : log.slice(first);
    if (!this.#keepsFills) log.clear();
    this.#fillsReported = log.length;
    if (decision === null && protections.length === 0 && fills.length === 0) return NOTHING_HAPPENED;
    return { fills, protections, decision, liquidated: this.#liquidatedAt !== null };
  }

  #indexOf(symbol: string): number {
    const index = this.#names.indexOf(symbol);
    if (index < 0) throw new RangeError(`unknown symbol ${symbol}`);
    return index;
  }

  settle(symbols: readonly string[], time: number): StepReport {
    for (const symbol of symbols) this.#broker.settle(this.#indexOf(symbol), time, 'settlement');
    return this.#report(null);
  }

  setEvents(events: readonly TradingEvent[]): void {
    this.#view.events = checkedEvents(events);
  }

  setExchanges(exchanges: readonly (ExchangeHours | null)[]): void {
    this.#view.exchanges = exchanges;
  }

  setHeld(isHeld: boolean): void {
    this.#protections.hold.isWanted = isHeld;
  }

  idle(until: number): void {
    if (this.#liquidatedAt !== null || !(until > this.#lastEnd)) return;
    this.#broker.accrueFinancing(until - this.#lastEnd);
    this.#lastEnd = until;
  }

  mark(prices?: ArrayLike<number | undefined>, at?: number): Account {
    const unchargedMs = at !== undefined && at > this.#lastEnd ? at - this.#lastEnd : 0;
    return this.#broker.account(prices, unchargedMs);
  }

  get fills(): FillLog {
    return this.#broker.fills;
  }

  equity(): number {
    return this.#broker.equity();
  }

  grossExposure(): number {
    return this.#broker.grossExposure();
  }

  nextDecisionAt(now: number): number {
    return (Math.floor(now / this.#interval) + 1) * this.#interval;
  }

  broker(): EngineState['broker'] {
    return this.#broker.state();
  }

  state(): EngineState {
    const { drawdown, dailyLoss, hold } = this.#protections;
    return {
      format: 2,
      strategyId: this.#strategy.id,
      symbols: [...this.#names],
      lastEnd: Number.isNaN(this.#lastEnd) ? null : this.#lastEnd,
      lastBoundary: Number.isNaN(this.#lastBoundary) ? null : this.#lastBoundary,
      decisions: this.#decisions,
      broker: this.broker(),
      drawdown: { ...drawdown },
      dailyLoss: Number.isNaN(dailyLoss.day) ? null : { ...dailyLoss },
      heldSince: hold.since,
      haltedSince: [...this.#halts.since],
      ...this.#decisionBars.state(),
      liquidatedAt: this.#liquidatedAt,
    };
  }
}

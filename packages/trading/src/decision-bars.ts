import { type BarSet, copyBar } from './bar-set.ts';
import { CandleAggregator } from './candle-aggregator.ts';
import { type Candles, emptyBar, readBar } from './candles.ts';
import type { EngineOptions } from './engine-interface.ts';
import type { EngineState } from './engine-state.ts';
import type { Position } from './order.ts';
import type { Signals, Strategy } from './strategy.ts';

/** The complete decision bars of every symbol, and what a strategy makes of them. */
export class DecisionBars<Parameters = unknown> {
  readonly signals: Signals | null;
  /** 1 for the symbols that have got a new bar. */
  readonly fresh: Uint8Array;
  readonly #aggregators: readonly CandleAggregator[];
  readonly #known: readonly KnownBars[] | null;
  readonly #bar = emptyBar();
  /** How many bars of each symbol the signals have been shown. */
  readonly #shown: Int32Array;
  /** What a restored engine's signals carried, until the bars of their windows are there again. */
  #observed: EngineState['observed'] | null = null;

  constructor(
    symbols: readonly string[],
    strategy: Strategy<Parameters>,
    parameters: Parameters,
    { whole, shared }: Pick<EngineOptions<Parameters>, 'whole' | 'shared'>,
  ) {
    const { decisionIntervalMs, takesBarsAsGiven = false } = strategy;
    this.#aggregators = symbols.map((symbol) => {
      const candles = shared?.series(`${symbol} ${decisionIntervalMs} ${takesBarsAsGiven}`);
      return new CandleAggregator(decisionIntervalMs, !takesBarsAsGiven, candles);
    });
    this.#known = whole?.map((candles) => new KnownBars(candles)) ?? null;
    const candles = whole ?? this.#aggregators.map((aggregator) => aggregator.candles);
    this.signals = strategy.createSignals?.(candles, parameters) ?? null;
    this.fresh = new Uint8Array(symbols.length);
    this.#shown = new Int32Array(symbols.length);
  }

  /** Whether all bars are known beforehand, and what signals make of them. */
  get areKnown(): boolean {
    return this.#known !== null && this.signals !== null;
  }

  candles(index: number): Candles {
    return this.#known === null ? this.#aggregators[index]!.candles : this.#known[index]!;
  }

  /** @throws RangeError for a bar that is not the next one of those known beforehand. */
  add(index: number, bars: BarSet, barMs: number): void {
    const { time } = bars;
    const known = this.#known?.[index];
    if (known === undefined) this.#aggregators[index]!.add(time, barMs, copyBar(bars, index, this.#bar));
    else if (known.time[known.length] === time) known.length++;
    else throw new RangeError(`no bar at ${time} was known beforehand`);
  }

  /** Takes the bars before `at` of those known beforehand for completed. */
  skipTo(index: number, at: number): void {
    this.#known![index]!.length = at;
  }

  /**
   * Completes what ends at or before `boundary` (ms UTC).
   * @returns whether there is anything to decide on: for signals a new bar.
   */
  closeUntil(boundary: number): boolean {
    if (this.#observed !== null) this.signals?.restore(this.#observed);
    this.#observed = null;
    if (this.#known === null) for (const aggregator of this.#aggregators) aggregator.closeUntil(boundary);
    return this.signals === null || this.#show(this.signals);
  }

  /** Whether there may be something to decide, for symbols held so: always without signals. */
  asks(positions: readonly Readonly<Position>[]): boolean {
    const { signals, fresh } = this;
    if (signals === null) return true;
    for (let index = 0; index < fresh.length; index++) {
      if (fresh[index] === 0) continue;
      const newest = this.#shown[index]! - 1;
      if (signals.nextDue(index, positions[index]!, newest, newest + 1) === newest) return true;
    }
    return false;
  }

  /** Marks the symbols with new bars; whether there are any. */
  #show(signals: Signals): boolean {
    const { fresh } = this;
    let any = false;
    for (let index = 0; index < fresh.length; index++) {
      const { length } = this.candles(index);
      const isFresh = length > this.#shown[index]!;
      fresh[index] = isFresh ? 1 : 0;
      if (!isFresh) continue;
      any = true;
      signals.observe(index, length);
      this.#shown[index] = length;
    }
    return any;
  }

  /**
   * Adds bars of history up to `limit` (ms UTC). Of a restored engine the interval that is open there is part of the state.
   * @returns how many bars belong to it.
   */
  warm(
    index: number,
    { intervalMs, candles }: { intervalMs: number; candles: Candles },
    limit: number,
  ): number {
    if (this.#known !== null) {
      this.skipTo(index, candles.length);
      return candles.length;
    }
    const aggregator = this.#aggregators[index]!;
    const isRestored = limit !== Number.POSITIVE_INFINITY;
    const forming = isRestored ? aggregator.forming() : null;
    if (isRestored) aggregator.restore(null);
    const bar = emptyBar();
    let at = 0;
    for (; at < candles.length; at++) {
      const time = candles.time[at]!;
      if (time + intervalMs > limit) break;
      aggregator.add(time, intervalMs, readBar(candles, at, bar));
    }
    if (isRestored) {
      aggregator.closeUntil(limit);
      aggregator.restore(forming);
    }
    return at;
  }

  /** Shows the signals their history: what it would have made somebody decide was decided then. */
  begin(): void {
    if (this.signals !== null) this.#show(this.signals);
  }

  state(): Pick<EngineState, 'forming' | 'observed'> {
    return {
      forming: this.#aggregators.map((aggregator) => aggregator.forming()),
      observed: this.#observed ?? this.signals?.state() ?? [],
    };
  }

  restore({ forming, observed }: Pick<EngineState, 'forming' | 'observed'>): void {
    for (const [index, aggregator] of this.#aggregators.entries()) aggregator.restore(forming[index] ?? null);
    // Nothing where what was carried is to be worked out of the history.
    this.#observed = observed.length > 0 ? observed : null;
  }
}

/** The bars of a symbol that have been completed, of columns that hold later ones as well. */
class KnownBars implements Candles {
  length = 0;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;

  constructor({ time, open, high, low, close, volume }: Candles) {
    this.time = time;
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.volume = volume;
  }
}

import { CandleAggregator } from './candle-aggregator.ts';
import { type Bar, type Candles, emptyBar, readBar } from './candles.ts';
import type { EngineState } from './engine-state.ts';
import type { Signals, Strategy } from './strategy.ts';

/** The complete decision bars of every symbol, and what a strategy makes of them. */
export class DecisionBars<Parameters = unknown> {
  readonly signals: Signals | null;
  /** 1 for the symbols that have got a new bar. */
  readonly fresh: Uint8Array;
  readonly #aggregators: readonly CandleAggregator[];
  /** How many bars of each symbol the signals have been shown. */
  readonly #shown: Int32Array;
  /** What a restored engine's signals carried, until the bars of their windows are there again. */
  #observed: EngineState['observed'] | null = null;

  constructor(symbols: number, strategy: Strategy<Parameters>, parameters: Parameters) {
    const { decisionIntervalMs } = strategy;
    this.#aggregators = Array.from({ length: symbols }, () => new CandleAggregator(decisionIntervalMs));
    const candles = this.#aggregators.map((aggregator) => aggregator.candles);
    this.signals = strategy.createSignals?.(candles, parameters) ?? null;
    this.fresh = new Uint8Array(symbols);
    this.#shown = new Int32Array(symbols);
  }

  candles(index: number): Candles {
    return this.#aggregators[index]!.candles;
  }

  add(index: number, time: number, barMs: number, bar: Bar): void {
    this.#aggregators[index]!.add(time, barMs, bar);
  }

  /**
   * Completes what ends at or before `boundary` (ms UTC).
   * @returns whether there is anything to decide on: for signals a new bar.
   */
  closeUntil(boundary: number): boolean {
    if (this.#observed !== null) this.signals?.restore(this.#observed);
    this.#observed = null;
    for (const aggregator of this.#aggregators) aggregator.closeUntil(boundary);
    return this.signals === null || this.#show(this.signals);
  }

  /** Marks the symbols with new bars; whether there are any. */
  #show(signals: Signals): boolean {
    const { fresh } = this;
    for (let index = 0; index < fresh.length; index++) {
      const { length } = this.candles(index);
      fresh[index] = length > this.#shown[index]! ? 1 : 0;
      if (fresh[index] === 1) signals.observe(index);
      this.#shown[index] = length;
    }
    return fresh.includes(1);
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
    this.#observed = observed;
  }
}

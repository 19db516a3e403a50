import { z } from 'zod';
import { type Candles, DAY_MS } from '../candles.ts';
import { MeanDifference } from '../indicators/mean-difference.ts';
import { ColumnSet, nextWith, type Step, type TruthColumn } from '../rules/columns/column-set.ts';
import {
  type MarketView,
  NO_FIGURES,
  type PortfolioView,
  type Signals,
  type Strategy,
  type StrategyDecision,
  type SymbolIntent,
} from '../strategy.ts';

const bars = z.number().int().min(1).max(1000);

export const smaCrossParameters = z
  .strictObject({
    fast: bars.default(10).describe('Bars of the fast mean of closes.'),
    slow: bars.default(30).describe('Bars of the slow mean; more than the fast one.'),
    lot: z.number().min(1e-8).max(1e6).default(1).describe('Smallest quantity that is traded, units.'),
  })
  .refine(({ fast, slow }) => fast < slow, 'fast must be less than slow');

export type SmaCrossParameters = z.infer<typeof smaCrossParameters>;

/** - `crossed-above`, `crossed-below`: at the newest bar. - `no-cross`: nothing to do. */
type SmaCrossReason = 'crossed-above' | 'crossed-below' | 'no-cross';

/**
 * The textbook rule that engines are compared by: after the first strict cross of two simple means of closes always in
 * the market, long above and short below. A cross is strict when the fast mean is strictly below the slow one on the bar
 * before and strictly above it on this bar, or the reverse. Decided at the close and filled at the next open, where a
 * flip closes first and then opens with all the equity in whole lots. Several symbols get equal parts of it.
 *
 * No bot of the platform: it has no protections, pays no financing and takes every bar as it is given.
 *
 * @param intervalMs length of the bars, ms.
 */
export function smaCross(intervalMs: number): Strategy<SmaCrossParameters> {
  return {
    id: 'sma-cross',
    version: '1',
    parameters: smaCrossParameters,
    decisionIntervalMs: intervalMs,
    costRule: { financed: false, slippageFactor: 1 },
    // Twice the bars, because markets are closed about a third of the time.
    warmUpDays: ({ slow }) => Math.ceil((2 * (slow + 1) * intervalMs) / DAY_MS) + 10,
    protectionLimits: () => ({
      maxDrawdown: 1,
      pauseMs: 0,
      maxDailyLoss: 1,
      maxGross: Number.POSITIVE_INFINITY,
    }),
    takesBarsAsGiven: true,
    createSignals: (candles, parameters) => new CrossSignals(candles, parameters),
    decide,
  };
}

/** At every bar: whether the means crossed there. */
const UP = 1;
const DOWN = 2;

class Crosses implements Step {
  readonly #close: () => Float64Array;
  readonly #means: MeanDifference;
  readonly #output: TruthColumn;

  constructor({ candles }: ColumnSet, { fast, slow }: SmaCrossParameters, output: TruthColumn) {
    this.#close = () => candles.close;
    this.#means = new MeanDifference(fast, slow);
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const close = this.#close();
    const { truths } = this.#output;
    const means = this.#means;
    for (let at = from; at < until; ) {
      const before = means.side;
      // It stops after the bar at which the side changes.
      at = means.pushAll(close, at, until);
      if (means.side * before === -1) truths[at - 1] = means.side > 0 ? UP : DOWN;
    }
  }
}

/** Where the means cross. A cross stands until the next bar of its symbol, so that a market that is shut does not lose it. */
class CrossSignals implements Signals {
  readonly #sets: readonly ColumnSet[];
  readonly #crosses: readonly TruthColumn[];
  readonly #complete: Int32Array;

  constructor(candles: readonly Candles[], parameters: SmaCrossParameters) {
    this.#sets = candles.map((series) => new ColumnSet(series));
    this.#crosses = this.#sets.map((set) => {
      const output = set.emptyTruths();
      set.add(new Crosses(set, parameters, output));
      return output;
    });
    this.#complete = new Int32Array(candles.length);
  }

  observe(index: number, complete: number): void {
    const set = this.#sets[index]!;
    set.extend(set.candles.length);
    this.#complete[index] = complete;
  }

  nextDue(index: number, _: unknown, from: number, until: number): number {
    const set = this.#sets[index]!;
    set.extend(set.candles.length);
    return nextWith(UP | DOWN, this.#crosses[index]!, from, until);
  }

  /** 1 or −1 where the newest bar crossed upwards or downwards. */
  cross(index: number): number {
    const crossed = this.#crosses[index]!.truths[this.#complete[index]! - 1];
    return crossed === UP ? 1 : crossed === DOWN ? -1 : 0;
  }

  /** Mean of the newest closes, for people: the crosses are found without rounding. */
  mean(index: number, count: number): number {
    const { close } = this.#sets[index]!.candles;
    const complete = this.#complete[index]!;
    let sum = 0;
    for (let at = Math.max(0, complete - count); at < complete; at++) sum += close[at]!;
    return sum / count;
  }

  state(): (number | null)[][] {
    return [];
  }

  restore(): void {}
}

function signalsOf({ signals }: MarketView): CrossSignals {
  if (signals instanceof CrossSignals) return signals;
  throw new TypeError('sma-cross needs its own signals');
}

function decide(
  view: MarketView,
  { positions }: PortfolioView,
  { fast, slow, lot }: SmaCrossParameters,
): StrategyDecision {
  const { symbols } = view;
  const signals = signalsOf(view);
  const intents = positions.map(({ units: held }, index): SymbolIntent => {
    const cross = signals.cross(index);
    const figures = view.isDescribed
      ? { fast: signals.mean(index, fast), slow: signals.mean(index, slow) }
      : NO_FIGURES;
    if (cross === 0 || held * cross > 0) {
      return {
        target: null,
        adjustment: 'none',
        signal: cross,
        reason: 'no-cross' satisfies SmaCrossReason,
        figures,
      };
    }
    return {
      target: { weight: cross / symbols.length, lot, stop: null, closeAt: null },
      adjustment: held === 0 ? 'entry' : 'reverse',
      signal: cross,
      reason: (cross > 0 ? 'crossed-above' : 'crossed-below') satisfies SmaCrossReason,
      figures,
    };
  });
  return { intents, figures: NO_FIGURES };
}

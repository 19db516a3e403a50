import { type BacktestOptions, runBacktest } from '../backtest.ts';
import { type Candles, firstIndexAt } from '../candles.ts';
import { candlesHash } from '../data-hash.ts';
import type { Strategy } from '../strategy.ts';
import { sfc32 } from './sfc32.ts';

/** How often the future is cut off. */
export const CUTS = 50;

export type LookAheadRun<Parameters> = Pick<
  BacktestOptions<Parameters>,
  | 'strategy'
  | 'parameters'
  | 'series'
  | 'baseIntervalMs'
  | 'startingEquity'
  | 'costFactor'
  | 'events'
  | 'from'
  | 'until'
>;

/** What differed first: without the bars after a cut, with others in their place, or the bars themselves, which the run had changed. */
export interface Difference {
  readonly kind: 'without-future' | 'other-future' | 'changed-bars';
  /** Where the future was cut off, ms UTC; null for changed bars. */
  readonly cut: number | null;
}

export interface LookAheadCertificate {
  /** Ends of the bars after which the future was cut off, ms UTC, ascending. */
  readonly cuts: readonly number[];
  /** Null: it decided and traded to the bit alike every time, whatever came later. */
  readonly firstDifference: Difference | null;
}

/**
 * Whether a strategy decides from what it can know: the same run is made again and again with everything after a moment cut off,
 * coming events included, and with other bars in its place; decisions and fills up to that moment must be the same to the bit. Other
 * bars are the same ones with their ratios from close to close in another order.
 *
 * @param seed for `sfc32`, by convention of `cuts/` and hashes. @param cuts at most so many, the first and last bar among them.
 * @param onProgress told after every cut how much is done, from 0 to 1.
 * @throws what `runBacktest` throws for the whole run.
 */
export function certifyNoLookAhead<Parameters>(
  run: LookAheadRun<Parameters>,
  seed: Uint8Array,
  cuts = CUTS,
  onProgress?: (share: number) => void,
): LookAheadCertificate {
  const next = sfc32(seed);
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  const before = hashOf(run);
  const whole = new Trace(run);
  const moments = drawCuts(run, cuts, below);
  let firstDifference: Difference | null =
    hashOf(run) === before ? null : { kind: 'changed-bars', cut: null };
  for (const [index, cut] of moments.entries()) {
    if (firstDifference !== null) break;
    const known = whole.until(cut);
    if (known !== traceUntil(withoutFuture(run, cut), cut)) firstDifference = { kind: 'without-future', cut };
    else if (known !== traceUntil(withOtherFuture(run, cut, below), cut))
      firstDifference = { kind: 'other-future', cut };
    onProgress?.((index + 1) / moments.length);
  }
  return { cuts: moments, firstDifference };
}

/** What a run decided and traded, as text: numbers in JSON are exact. */
class Trace {
  readonly #entries: { readonly time: number; readonly text: string }[] = [];

  constructor(run: LookAheadRun<unknown>) {
    const entries = this.#entries;
    // All that it wants, levels included: a report says less.
    const decide: Strategy<unknown>['decide'] = (view, portfolio, parameters) => {
      const decision = run.strategy.decide(view, portfolio, parameters);
      entries.push({ time: view.end, text: JSON.stringify(decision) });
      return decision;
    };
    const { fills } = runBacktest({ ...run, strategy: { ...run.strategy, decide } });
    // What fills at the open of a bar belongs to that bar, though it begins where the one before ends.
    for (const fill of fills) entries.push({ time: fill.time + 1, text: JSON.stringify(fill) });
  }

  until(moment: number): string {
    return this.#entries.flatMap(({ time, text }) => (time <= moment ? [text] : [])).join('\n');
  }
}

/** A run that fails with one future and not with another has looked at it. */
function traceUntil(run: LookAheadRun<unknown>, cut: number): string {
  try {
    return new Trace(run).until(cut);
  } catch (error) {
    return `${error}`;
  }
}

const hashOf = ({ series }: LookAheadRun<unknown>): string =>
  candlesHash(series.map(({ spec: { symbol }, candles }) => ({ symbol, candles })));

/** Ends of bars of the period, the first and the last one and others by lot, ascending. */
function drawCuts(
  { series, from, until, baseIntervalMs }: LookAheadRun<unknown>,
  count: number,
  below: (limit: number) => number,
): number[] {
  const ends = new Set<number>();
  for (const { candles } of series) {
    const last = firstIndexAt(candles, until);
    for (let at = firstIndexAt(candles, from); at < last; at++) ends.add(candles.time[at]! + baseIntervalMs);
  }
  const all = [...ends].sort((a, b) => a - b);
  if (all.length <= count) return all;
  const drawn = new Set([all[0]!, all.at(-1)!]);
  while (drawn.size < count) drawn.add(all[below(all.length)]!);
  return [...drawn].sort((a, b) => a - b);
}

function withoutFuture<Parameters>(run: LookAheadRun<Parameters>, cut: number): LookAheadRun<Parameters> {
  const { events } = run;
  return {
    ...run,
    until: cut,
    series: run.series.map((series) => ({
      ...series,
      candles: barsAlone(series.candles, firstIndexAt(series.candles, cut)),
    })),
    ...(events === undefined ? {} : { events: events.filter(({ startsAt }) => startsAt <= cut) }),
  };
}

/** How many bars of another future are enough to be noticed by who looks at them. */
const BARS_BEYOND = 500;

function withOtherFuture<Parameters>(
  run: LookAheadRun<Parameters>,
  cut: number,
  below: (limit: number) => number,
): LookAheadRun<Parameters> {
  return {
    ...run,
    until: Math.min(run.until, cut + BARS_BEYOND * run.baseIntervalMs),
    series: run.series.map((series) => ({ ...series, candles: scrambled(series.candles, cut, below) })),
  };
}

/** The bars from `cut` on with their ratios from close to close in another order; open, high and low keep theirs to the close. */
function scrambled(candles: Candles, cut: number, below: (limit: number) => number): Candles {
  const first = firstIndexAt(candles, cut);
  const { time, volume } = candles;
  const [open, high, low, close] = [candles.open, candles.high, candles.low, candles.close].map((column) =>
    column.slice(0, candles.length),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const ratios = new Float64Array(candles.length - first);
  for (let at = first; at < candles.length; at++)
    ratios[at - first] = at === 0 ? 1 : candles.close[at]! / candles.close[at - 1]!;
  for (let last = ratios.length - 1; last > 0; last--) {
    const other = below(last + 1);
    const ratio = ratios[last]!;
    ratios[last] = ratios[other]!;
    ratios[other] = ratio;
  }
  for (let at = first; at < candles.length; at++) {
    const price = (at === 0 ? candles.close[0]! : close[at - 1]!) * ratios[at - first]!;
    const scale = price / candles.close[at]!;
    close[at] = price;
    open[at] = candles.open[at]! * scale;
    high[at] = candles.high[at]! * scale;
    low[at] = candles.low[at]! * scale;
  }
  return { length: candles.length, time, open, high, low, close, volume };
}

/** The first bars in columns that hold no other: whoever looks beyond their end finds nothing. */
const barsAlone = ({ time, open, high, low, close, volume }: Candles, length: number): Candles => ({
  length,
  time: time.slice(0, length),
  open: open.slice(0, length),
  high: high.slice(0, length),
  low: low.slice(0, length),
  close: close.slice(0, length),
  volume: volume.slice(0, length),
});

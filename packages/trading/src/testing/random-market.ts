import { type Bar, CandleSeries, DAY_MS } from '../candles.ts';
import { MARKET_CATEGORIES, type SymbolSpec, symbolSpec } from '../costs.ts';

/** Mulberry32: a small seeded generator of numbers in [0, 1), so that a failing test can be repeated by its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Monday, 1 January 2024, 00:00 UTC. */
export const MONDAY = Date.UTC(2024, 0, 1);

const isWeekend = (time: number): boolean => [0, 6].includes(new Date(time).getUTCDay());

export interface RandomMarket {
  readonly specs: readonly SymbolSpec[];
  readonly candles: readonly CandleSeries[];
}

/**
 * Four correlated symbols, one of each category, as random walks with trends and gaps. Crypto trades always, the others
 * not on weekends and now and then not at all, so that missing bars are the rule and not the exception.
 *
 * @param scrambleFrom bars from this moment on come from another path, with the bars before unchanged.
 */
export function randomMarket(
  seed: number,
  intervalMs: number,
  bars: number,
  scrambleFrom = Number.POSITIVE_INFINITY,
): RandomMarket {
  const random = seededRandom(seed);
  const other = seededRandom(seed ^ 0x5bd1e995);
  const specs = MARKET_CATEGORIES.map((category, index) => symbolSpec(`S${index}`, category));
  const candles = specs.map(() => new CandleSeries());
  const prices = specs.map((_, index) => 10 ** index);
  const step = 0.02 * Math.sqrt(intervalMs / DAY_MS);
  for (let bar = 0; bar < bars; bar++) {
    const time = MONDAY + bar * intervalMs;
    const draw = time >= scrambleFrom ? other : random;
    const common = draw() - 0.5;
    for (let index = 0; index < specs.length; index++) {
      const closed = index > 0 && (isWeekend(time) || draw() < 0.1);
      const open = prices[index]! * (1 + (draw() - 0.5) * step);
      const close = open * (1 + (common + draw() - 0.48) * 2 * step);
      const high = Math.max(open, close) * (1 + draw() * step);
      const low = Math.min(open, close) * (1 - draw() * step);
      if (closed) continue;
      prices[index] = close;
      candles[index]!.append(time, { open, high, low, close, volume: Math.floor(draw() * 100) });
    }
  }
  return { specs, candles };
}

export type Step = { readonly time: number; readonly bars: readonly (Bar | undefined)[] };

/** The steps an engine is fed with: every distinct time at which any symbol has a bar. */
export function stepsOf(candles: readonly CandleSeries[]): Step[] {
  const steps = new Map<number, (Bar | undefined)[]>();
  for (const [index, series] of candles.entries()) {
    for (let at = 0; at < series.length; at++) {
      const time = series.time[at]!;
      const bars = steps.get(time) ?? candles.map(() => undefined);
      bars[index] = {
        open: series.open[at]!,
        high: series.high[at]!,
        low: series.low[at]!,
        close: series.close[at]!,
        volume: series.volume[at]!,
      };
      steps.set(time, bars);
    }
  }
  return [...steps].sort(([a], [b]) => a - b).map(([time, bars]) => ({ time, bars }));
}

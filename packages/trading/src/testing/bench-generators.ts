import { type CandleSeries, candlesFrom, HOUR_MS } from '../candles.ts';

/**
 * The generators of the reference values in `bench-reference.json`: anybody can make the same series in any language, since
 * they use nothing but a linear congruential generator and arithmetic.
 */

/** Numbers from 0 to 1, without 1; the seed is no number of the sequence. */
export function linearCongruential(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Nearly standard normal: the sum of twelve, minus 6. */
export function normalish(uniform: () => number): number {
  let sum = 0;
  for (let draw = 0; draw < 12; draw++) sum += uniform();
  return sum - 6;
}

export interface MadeReturns {
  readonly seed: number;
  readonly n: number;
  readonly mean: number;
  readonly scale: number;
  readonly phi: number;
  readonly tail: number;
}

/** An AR(1) of nearly normal shocks with heavier tails. */
export function madeReturns({ seed, n, mean, scale, phi, tail }: MadeReturns): number[] {
  const uniform = linearCongruential(seed);
  let before = 0;
  return Array.from({ length: n }, () => {
    const shock = normalish(uniform);
    before = phi * before + (shock + (tail * shock ** 3) / 6);
    return mean + scale * before;
  });
}

export interface MadeMatrix {
  readonly seed: number;
  readonly rows: number;
  readonly columns: number;
  readonly mean: (column: number) => number;
  readonly scale: number;
  /** How much of a factor all columns share. */
  readonly common: number;
}

/** Daily returns of several variants, made row by row; given as columns. */
export function madeMatrix({ seed, rows, columns, mean, scale, common }: MadeMatrix): number[][] {
  const uniform = linearCongruential(seed);
  const made = Array.from({ length: columns }, (): number[] => []);
  for (let row = 0; row < rows; row++) {
    const factor = normalish(uniform);
    made.forEach((column, index) => {
      column.push(mean(index) + scale * (common * factor + normalish(uniform)));
    });
  }
  return made;
}

/** Hourly candles from 2024 on, prices in cents. */
export function madeCandles(seed: number, bars: number): CandleSeries {
  const uniform = linearCongruential(seed);
  const inCents = (price: number): number => Math.floor(100 * price + 0.5) / 100;
  const start = Date.UTC(2024, 0, 1);
  let close = 100;
  return candlesFrom(
    Array.from({ length: bars }, (_, bar) => {
      const shock = normalish(uniform);
      const open = inCents(close * (1 + 0.004 * (uniform() - 0.5)));
      close = inCents(open * (1 + 0.012 * shock));
      const high = inCents(Math.max(open, close) * (1 + 0.006 * uniform()));
      const low = inCents(Math.min(open, close) * (1 - 0.006 * uniform()));
      return { time: start + bar * HOUR_MS, open, high, low, close, volume: Math.floor(1000 * uniform()) };
    }),
  );
}

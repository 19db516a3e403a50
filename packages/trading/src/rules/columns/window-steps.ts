/** Values that follow from the bars of a window alone: worked out anew and carried on they are the same bits. */
import { MeanDifference } from '../../indicators/mean-difference.ts';
import type { Column, Step } from './column-set.ts';

/**
 * Simple mean of the last `count` values: Σ ÷ count, Σ without rounding error as a pair of doubles (Knuth 1969, TwoSum; see
 * `MeanDifference`). Undefined while the window holds an undefined value.
 */
export class SimpleMean implements Step {
  readonly #input: Column;
  readonly #count: number;
  readonly #output: Column;
  readonly #sum = new Float64Array(2);
  #undefined = 0;

  constructor(input: Column, count: number, output: Column) {
    this.#input = input;
    this.#count = count;
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const full = Math.min(until, Math.max(from, this.#count));
    this.#add(from, full);
    this.#add(this.#undefined > 0 ? full : this.#slide(full, until), until);
  }

  /** Bars [from, until) of a full window for as long as every value is defined. @returns the first bar left out. */
  #slide(from: number, until: number): number {
    const input = this.#input.values;
    const output = this.#output.values;
    const count = this.#count;
    let high = this.#sum[0]!;
    let low = this.#sum[1]!;
    let at = from;
    for (; at < until; at++) {
      const value = input[at]!;
      if (Number.isNaN(value)) break;
      const gone = input[at - count]!;
      const sum = high + value;
      let added = sum - high;
      low += high - (sum - added) + (value - added);
      high = sum - gone;
      added = high - sum;
      low += sum - (high - added) - (gone + added);
      output[at] = (high + low) / count;
    }
    this.#sum[0] = high;
    this.#sum[1] = low;
    return at;
  }

  #add(from: number, until: number): void {
    const input = this.#input.values;
    const output = this.#output.values;
    const count = this.#count;
    let high = this.#sum[0]!;
    let low = this.#sum[1]!;
    let missing = this.#undefined;
    for (let at = from; at < until; at++) {
      let value = input[at]!;
      if (Number.isNaN(value)) {
        missing++;
        value = 0;
      }
      let sum = high + value;
      let added = sum - high;
      low += high - (sum - added) + (value - added);
      high = sum;
      if (at >= count) {
        let gone = input[at - count]!;
        if (Number.isNaN(gone)) {
          missing--;
          gone = 0;
        }
        sum = high - gone;
        added = sum - high;
        low += high - (sum - added) - (gone + added);
        high = sum;
      }
      output[at] = at < count - 1 || missing > 0 ? Number.NaN : (high + low) / count;
    }
    this.#sum[0] = high;
    this.#sum[1] = low;
    this.#undefined = missing;
  }
}

/**
 * Which of two simple means of the same values is larger: positive where the one over fewer bars is, negative, 0 where and only where
 * they are equal.
 */
export class MeanSide implements Step {
  readonly #input: Column;
  readonly #means: MeanDifference;
  readonly #output: Column;

  constructor(input: Column, fast: number, slow: number, output: Column) {
    this.#input = input;
    this.#means = new MeanDifference(fast, slow);
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const input = this.#input.values;
    const output = this.#output.values;
    const means = this.#means;
    means.pushAll(input, from, until, output);
    output.fill(Number.NaN, Math.min(from, means.slow - 1), Math.min(until, means.slow - 1));
  }
}

/** Linearly weighted mean: Σ k·x ÷ (n(n+1)/2), the newest with k = n. */
export class WeightedMean implements Step {
  readonly #input: Column;
  readonly #count: number;
  readonly #output: Column;

  constructor(input: Column, count: number, output: Column) {
    this.#input = input;
    this.#count = count;
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const input = this.#input.values;
    const output = this.#output.values;
    const count = this.#count;
    for (let at = from; at < until; at++) {
      let sum = Number.NaN;
      if (at >= count - 1) {
        sum = 0;
        for (let weight = 1, bar = at - count + 1; weight <= count; weight++, bar++)
          sum += weight * input[bar]!;
      }
      output[at] = sum / ((count * (count + 1)) / 2);
    }
  }
}

/** The largest of the last `count` values, or the smallest of them. */
export class Extreme implements Step {
  readonly #input: Column;
  readonly #count: number;
  readonly #sign: number;
  readonly #output: Column;
  /** So many bars before the next one is the newest extreme. */
  #age = 0;

  /** @param sign 1 for the largest, −1 for the smallest. */
  constructor(input: Column, count: number, sign: 1 | -1, output: Column) {
    this.#input = input;
    this.#count = count;
    this.#sign = sign;
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const input = this.#input.values;
    const output = this.#output.values;
    const count = this.#count;
    const sign = this.#sign;
    let best = from - this.#age;
    for (let at = from; at < until; at++) {
      const first = at - count + 1;
      if (best < first) {
        best = first;
        for (let bar = first + 1; bar <= at; bar++) if (sign * input[bar]! >= sign * input[best]!) best = bar;
      } else if (sign * input[at]! >= sign * input[best]!) best = at;
      output[at] = first < 0 ? Number.NaN : input[best]!;
    }
    this.#age = until - best;
  }
}

/** Standard deviation of the last `count` values, ddof 0, in two passes; exactly 0 where and only where all are equal. */
export class Deviation implements Step {
  readonly #input: Column;
  readonly #count: number;
  readonly #output: Column;

  constructor(input: Column, count: number, output: Column) {
    this.#input = input;
    this.#count = count;
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const output = this.#output.values;
    const count = this.#count;
    for (let at = from; at < until; at++)
      output[at] = at < count - 1 ? Number.NaN : this.#of(at - count + 1, at + 1);
  }

  #of(from: number, until: number): number {
    const input = this.#input.values;
    const first = input[from]!;
    let sum = 0;
    let isFlat = true;
    for (let bar = from; bar < until; bar++) {
      const value = input[bar]!;
      sum += value;
      if (value !== first) isFlat = false;
    }
    if (isFlat) return 0;
    const mean = sum / this.#count;
    let squares = 0;
    for (let bar = from; bar < until; bar++) {
      const difference = input[bar]! - mean;
      squares += difference * difference;
    }
    return Math.sqrt(squares / this.#count);
  }
}

/** A value of other columns at the same bar. */
export class Derived implements Step {
  readonly #output: Column;
  readonly #valueAt: (at: number) => number;

  /** @param valueAt infinite where it divides by nothing, which counts as undefined. */
  constructor(output: Column, valueAt: (at: number) => number) {
    this.#output = output;
    this.#valueAt = valueAt;
  }

  extend(from: number, until: number): void {
    const output = this.#output.values;
    for (let at = from; at < until; at++) {
      const value = this.#valueAt(at);
      output[at] = Number.isFinite(value) ? value : Number.NaN;
    }
  }
}

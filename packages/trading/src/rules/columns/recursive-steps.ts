/**
 * Values that remember everything since the first bar given, the anchor. What they carry is part of an engine's state. Loops read it
 * number by number: of what is taken from a list in one go the runtime makes an object at every bar.
 */
import type { Candles } from '../../candles.ts';
import { trueRange } from '../../indicators/mean-true-range.ts';
import type { Column, Step } from './column-set.ts';

/** Exponential mean: begun with the mean of the first `count` defined values; then e += 2 ÷ (count + 1) · (x − e). */
export class ExponentialMean implements Step {
  /** How many values have come, up to `count`; their sum, then the mean. */
  readonly carried = new Float64Array(2);
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
    const share = 2 / (count + 1);
    let seen = this.carried[0]!;
    let mean = this.carried[1]!;
    for (let at = from; at < until; at++) {
      const value = input[at]!;
      output[at] = Number.NaN;
      if (Number.isNaN(value)) continue;
      if (seen === count) mean += share * (value - mean);
      else {
        mean += value;
        if (++seen < count) continue;
        mean /= count;
      }
      output[at] = mean;
    }
    this.carried[0] = seen;
    this.carried[1] = mean;
  }
}

/** Wilder (1978): the mean of the first n true ranges, from the second bar on; then (a(n − 1) + TR) ÷ n. */
export class WilderRange implements Step {
  /** How many ranges have come, up to n; their sum, then the mean. */
  readonly carried = new Float64Array(2);
  readonly #candles: Candles;
  readonly #count: number;
  readonly #output: Column;

  constructor(candles: Candles, count: number, output: Column) {
    this.#candles = candles;
    this.#count = count;
    this.#output = output;
  }

  extend(from: number, until: number): void {
    const output = this.#output.values;
    const count = this.#count;
    let seen = this.carried[0]!;
    let mean = this.carried[1]!;
    for (let at = from; at < until; at++) {
      output[at] = Number.NaN;
      if (at === 0) continue;
      const range = trueRange(this.#candles, at);
      if (seen === count) mean = (mean * (count - 1) + range) / count;
      else {
        mean += range;
        if (++seen < count) continue;
        mean /= count;
      }
      output[at] = mean;
    }
    this.carried[0] = seen;
    this.carried[1] = mean;
  }
}

/** Wilder (1978): 100g ÷ (g + l) of the smoothed gains and losses between closes; undefined where there were neither. */
export class RelativeStrength implements Step {
  /** How many differences have come, up to n; sums of gains and losses, then their means. */
  readonly carried = new Float64Array(3);
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
    let seen = this.carried[0]!;
    let gains = this.carried[1]!;
    let losses = this.carried[2]!;
    for (let at = from; at < until; at++) {
      output[at] = Number.NaN;
      if (at === 0) continue;
      const move = input[at]! - input[at - 1]!;
      // The move or nothing, without a branch that nobody can foresee.
      const gain = (Math.abs(move) + move) / 2;
      const loss = (Math.abs(move) - move) / 2;
      if (seen === count) {
        gains = (gains * (count - 1) + gain) / count;
        losses = (losses * (count - 1) + loss) / count;
      } else {
        gains += gain;
        losses += loss;
        if (++seen < count) continue;
        gains /= count;
        losses /= count;
      }
      if (gains + losses > 0) output[at] = (100 * gains) / (gains + losses);
    }
    this.carried[0] = seen;
    this.carried[1] = gains;
    this.carried[2] = losses;
  }
}

/**
 * Wilder (1978): +DI, −DI and ADX. Directional moves and true ranges are summed over bars 1 … n, then S −= S ÷ n and S += new; DI =
 * 100 · DM ÷ TR, 0 where nothing moved; DX = 100 · |+DI − −DI| ÷ (+DI + −DI), 0 likewise; ADX begins with the mean of n DX.
 */
export class DirectionalMovement implements Step {
  /** Bars since the first, up to 2n; sums of ranges, upward and downward moves; sum of DX, then their mean. */
  readonly carried = new Float64Array(5);
  readonly #candles: Candles;
  readonly #count: number;
  readonly #plus: Column;
  readonly #minus: Column;
  readonly #adx: Column;

  constructor(candles: Candles, count: number, columns: { plus: Column; minus: Column; adx: Column }) {
    this.#candles = candles;
    this.#count = count;
    this.#plus = columns.plus;
    this.#minus = columns.minus;
    this.#adx = columns.adx;
  }

  extend(from: number, until: number): void {
    for (let at = from; at < until; at++) {
      const isKnown = at > 0 && this.#add(at);
      const [seen = 0, ranges = 0, up = 0, down = 0, mean = 0] = this.carried;
      this.#plus.values[at] = isKnown ? indexOf(up, ranges) : Number.NaN;
      this.#minus.values[at] = isKnown ? indexOf(down, ranges) : Number.NaN;
      this.#adx.values[at] = seen >= 2 * this.#count - 1 ? mean : Number.NaN;
    }
  }

  /** Whether there are enough bars for the two indices. */
  #add(at: number): boolean {
    const { carried } = this;
    const count = this.#count;
    const { high, low } = this.#candles;
    const rise = high[at]! - high[at - 1]!;
    const fall = low[at - 1]! - low[at]!;
    const seen = Math.min(carried[0]! + 1, 2 * count);
    carried[0] = seen;
    const kept = (sum: number): number => (seen > count ? sum - sum / count : sum);
    carried[1] = kept(carried[1]!) + trueRange(this.#candles, at);
    carried[2] = kept(carried[2]!) + (rise > fall && rise > 0 ? rise : 0);
    carried[3] = kept(carried[3]!) + (fall > rise && fall > 0 ? fall : 0);
    if (seen < count) return false;
    const plus = indexOf(carried[2]!, carried[1]!);
    const minus = indexOf(carried[3]!, carried[1]!);
    const total = plus + minus;
    const dx = total > 0 ? (100 * Math.abs(plus - minus)) / total : 0;
    if (seen === 2 * count) carried[4] = (carried[4]! * (count - 1) + dx) / count;
    else {
      carried[4]! += dx;
      if (seen === 2 * count - 1) carried[4]! /= count;
    }
    return true;
  }
}

const indexOf = (moves: number, ranges: number): number => (ranges > 0 ? (100 * moves) / ranges : 0);

import { type Figure, missing } from './figure.ts';

/** How often choosing the best variant on one half of the days would have been a bad choice for the other. */
export interface Overfitting {
  /** B. */
  readonly blocks: number;
  /** Ways to choose half of the blocks. */
  readonly combinations: number;
  /** PBO: share of them in which the variant chosen on one half was in the lower half of all on the other. */
  readonly pbo: number;
  /** Share of them in which the chosen variant had a Sharpe ratio below 0 on the other half, or stood still. */
  readonly oosLoss: number;
  /** Mean of ln(ω / (1 − ω)), ω = rank on the other half / (N + 1); above 0 is better than the middle. */
  readonly meanLogit: number;
}

const LEAST_VARIANTS = 10;

/** B by the number of days: sixteen, eight, or none at all. */
function blocksFor(days: number): number | null {
  if (days >= 640) return 16;
  return days >= 160 ? 8 : null;
}

/**
 * PBO by combinatorially symmetric cross-validation (Bailey, Borwein, López de Prado and Zhu 2015, „The Probability of
 * Backtest Overfitting“) of a sweep.
 *
 * @param variants daily returns, one column for each, all of the same days without gaps.
 * @returns nothing for fewer than ten variants or 160 days (`too-short`), where a return is no finite number
 * (`undefined`), and where nothing moves (`flat`).
 * @throws RangeError when the columns are not equally long.
 */
export function overfittingOf(variants: readonly ArrayLike<number>[]): Figure<Overfitting> {
  const days = variants[0]?.length ?? 0;
  const blocks = blocksFor(days);
  if (variants.length < LEAST_VARIANTS || blocks === null) return missing('too-short');
  return overfittingByBlocks(variants, blocks);
}

/**
 * The same by so many blocks, whatever the number of days and variants. The first days that do not fill a block are left
 * out. A variant that stands still on a half has a Sharpe ratio of −∞ there; of equals the first is chosen, and ranks of
 * equals are their mean.
 *
 * @param blocks even, from 2 to 16. @throws RangeError for others, and when the columns are not equally long.
 */
export function overfittingByBlocks(
  variants: readonly ArrayLike<number>[],
  blocks: number,
): Figure<Overfitting> {
  const days = variants[0]?.length ?? 0;
  if (!(blocks % 2 === 0 && blocks >= 2 && blocks <= 16))
    throw new RangeError(`${blocks} blocks have no halves`);
  if (variants.some((variant) => variant.length !== days)) throw new RangeError('variants of unequal days');
  if (days < 2 * blocks) return missing('too-short');
  if (variants.some(isBroken)) return missing('undefined');
  const halves = new Halves(variants, blocks);
  const all = 2 ** blocks - 1;
  const inSample = new Float64Array(variants.length);
  const outOfSample = new Float64Array(variants.length);
  let [combinations, belowMiddle, losses, logits] = [0, 0, 0, 0];
  let moves = false;
  const judge = (chosenOn: Float64Array, seenOn: Float64Array): void => {
    let winner = 0;
    for (let variant = 1; variant < chosenOn.length; variant++)
      if (chosenOn[variant]! > chosenOn[winner]!) winner = variant;
    moves ||= chosenOn[winner]! > Number.NEGATIVE_INFINITY;
    const share = rankOf(seenOn, winner) / (seenOn.length + 1);
    combinations += 1;
    if (share <= 0.5) belowMiddle += 1;
    if (seenOn[winner]! < 0) losses += 1;
    logits += Math.log(share / (1 - share));
  };
  // Without the last block each pair of complements comes once, and serves in both directions.
  for (let chosen = 0; chosen < 2 ** (blocks - 1); chosen++) {
    if (bitsIn(chosen) !== blocks / 2) continue;
    halves.sharpe(chosen, inSample);
    halves.sharpe(all - chosen, outOfSample);
    judge(inSample, outOfSample);
    judge(outOfSample, inSample);
  }
  if (!moves) return missing('flat');
  return {
    value: {
      blocks,
      combinations,
      pbo: belowMiddle / combinations,
      oosLoss: losses / combinations,
      meanLogit: logits / combinations,
    },
    missing: null,
  };
}

/** A spread this small against the mean is rounding; sums of squares keep half of the digits. */
const ROUNDING = 1e-12;

/**
 * Σx and Σx² of every variant over any set of blocks, put together of two sets of at most eight. Returns are taken from the
 * first one of their variant, so that one that never moves has sums of exactly 0.
 */
class Halves {
  readonly #variants: number;
  readonly #days: number;
  readonly #first: Float64Array;
  readonly #low: { readonly sums: Float64Array; readonly squares: Float64Array };
  readonly #high: { readonly sums: Float64Array; readonly squares: Float64Array };

  constructor(variants: readonly ArrayLike<number>[], blocks: number) {
    const days = variants[0]?.length ?? 0;
    const blockDays = Math.floor(days / blocks);
    const dropped = days - blockDays * blocks;
    const lowBlocks = Math.min(blocks, 8);
    this.#variants = variants.length;
    this.#days = (blockDays * blocks) / 2;
    this.#first = Float64Array.from(variants, (variant) => variant[dropped]!);
    const sumsFrom = (from: number, count: number) => {
      const sums = new Float64Array(2 ** count * variants.length);
      const squares = new Float64Array(2 ** count * variants.length);
      for (let set = 1; set < 2 ** count; set++) {
        const block = 31 - Math.clz32(set);
        const rest = set - 2 ** block;
        const isSingle = rest === 0;
        for (let variant = 0; variant < variants.length; variant++) {
          const at = set * variants.length + variant;
          if (isSingle) {
            const start = dropped + (from + block) * blockDays;
            for (let day = start; day < start + blockDays; day++) {
              const value = variants[variant]![day]! - this.#first[variant]!;
              sums[at]! += value;
              squares[at]! += value * value;
            }
          } else {
            const [one, other] = [rest * variants.length, 2 ** block * variants.length];
            sums[at] = sums[one + variant]! + sums[other + variant]!;
            squares[at] = squares[one + variant]! + squares[other + variant]!;
          }
        }
      }
      return { sums, squares };
    };
    this.#low = sumsFrom(0, lowBlocks);
    this.#high = sumsFrom(lowBlocks, blocks - lowBlocks);
  }

  /** Mean / standard deviation of each variant over the blocks that are set in the number; −∞ without any spread. */
  sharpe(blocks: number, into: Float64Array): void {
    const low = (blocks & 0xff) * this.#variants;
    const high = (blocks >> 8) * this.#variants;
    const days = this.#days;
    for (let variant = 0; variant < this.#variants; variant++) {
      const sum = this.#low.sums[low + variant]! + this.#high.sums[high + variant]!;
      const squares = this.#low.squares[low + variant]! + this.#high.squares[high + variant]!;
      const mean = sum / days;
      const variance = (squares - sum * mean) / (days - 1);
      into[variant] =
        variance > (mean * mean + this.#first[variant]! ** 2) * ROUNDING
          ? (mean + this.#first[variant]!) / Math.sqrt(variance)
          : Number.NEGATIVE_INFINITY;
    }
  }
}

const isBroken = (variant: ArrayLike<number>): boolean => {
  for (let day = 0; day < variant.length; day++) if (!Number.isFinite(variant[day])) return true;
  return false;
};

/** From 1 for the lowest; equals share the mean of their ranks. */
function rankOf(values: Float64Array, index: number): number {
  const value = values[index]!;
  let [lower, equal] = [0, 0];
  for (let other = 0; other < values.length; other++) {
    if (values[other]! < value) lower += 1;
    else if (values[other] === value) equal += 1;
  }
  return lower + (equal + 1) / 2;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

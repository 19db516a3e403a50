import { type Candles, EmptyCandles } from '../../candles.ts';

/** A value at every bar of a set, NaN where it is undefined. Its array is replaced when it grows. */
export interface Column {
  readonly values: Float64Array;
  /** Whether a value follows from more than the bars of a window: then what was before is part of the state. */
  readonly isCarried: boolean;
}

/** Whether a condition is true at every bar: one bit says that it is and another that it is not, so four bars are put together at once. */
export const TRUTH = {
  TRUE: 1,
  FALSE: 2,
  /** Something that it compares is undefined. It never fires. */
  UNKNOWN: 0,
} as const;
export interface TruthColumn {
  readonly truths: Uint8Array;
  /** The same bytes, four at a time. */
  readonly words: Uint32Array;
}

/** Times the bits of one bar: those of four. */
export const AT_ALL_FOUR = 0x01010101;

/** The first of bars [from, until) with any of the bits set, or `until`. */
export function nextWith(bits: number, { truths, words }: TruthColumn, from: number, until: number): number {
  const anyOfFour = (bits * AT_ALL_FOUR) >>> 0;
  let at = from;
  while (at < until && (truths[at]! & bits) === 0) {
    at++;
    if ((at & 3) === 0) while (at + 4 <= until && (words[at >> 2]! & anyOfFour) === 0) at += 4;
  }
  return at;
}

/** Works out columns from others. */
export interface Step {
  /**
   * Fills in bars [from, until) of the set, at least one and at most `BARS_PER_PIECE`. Every bar comes once and in order, but what has
   * been forgotten in between is no longer counted.
   */
  extend(from: number, until: number): void;
  /** What goes on from bar to bar beyond any window, overwritten in place. */
  readonly carried?: Float64Array;
}

/** Gives the columns over the candles of a symbol. */
export type ColumnSource = (candles: Candles) => ColumnSet;

/** Few enough that what the steps read is still near, and so many pieces that the runtime compiles a step as a whole. */
export const BARS_PER_PIECE = 2048;

function extendAll(steps: readonly Step[], from: number, until: number): void {
  for (let at = from; at < until; at += BARS_PER_PIECE) {
    const end = Math.min(until, at + BARS_PER_PIECE);
    for (const step of steps) step.extend(at, end);
  }
}

/** More bars than any step of a rule reads before the one that it fills in, and than its state has of them. */
const LOOK_BACK = 1024;

/** Room in passing: for what is looked back at, asked for and filled in one go, with as much again before anything is moved. */
const BARS_IN_PASSING = 8192;

const PRICES = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

const MOST_BYTES = 128 * 1024 * 1024;

/**
 * One set of columns for each series of candles, for all who ask. A set goes on to know every column that anybody has asked for, so
 * where they have come to more than so many bytes all are begun anew.
 */
export function sharedColumns(mostBytes = MOST_BYTES): ColumnSource {
  const sets = new Map<Candles, ColumnSet>();
  return (candles) => {
    if ([...sets.values()].reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) sets.clear();
    const set = sets.get(candles) ?? new ColumnSet(candles);
    sets.set(candles, set);
    return set;
  };
}

/** The columns of a rule for one symbol, each worked out once however often it is asked for. */
export class ColumnSet {
  readonly candles: Candles;
  /** What steps read of them: from `start` on. */
  readonly bars = new EmptyCandles();
  readonly #columns: GrowingColumn[] = [];
  readonly #truths: GrowingTruths[] = [];
  readonly #steps: Step[] = [];
  readonly #made = new Map<string, Column>();
  readonly #madeTruths = new Map<string, TruthColumn>();
  readonly #isInPassing: boolean;
  #start = 0;
  #needed = 0;
  #length = 0;
  #capacity: number;

  /**
   * @param candles only bars before the one asked for are read; more may be appended at any time.
   * @param isInPassing for a single run, which says what it has left behind: columns of all bars take longer for their memory than for
   * their values.
   */
  constructor(candles: Candles, isInPassing = false) {
    this.candles = candles;
    this.#isInPassing = isInPassing;
    this.#capacity = Math.max(64, Math.min(candles.length, isInPassing ? BARS_IN_PASSING : Infinity));
  }

  /** The bar of the candles that columns begin with, a multiple of four. */
  get start(): number {
    return this.#start;
  }

  /** In passing, bars before this one are read only by looking back. */
  forget(before: number): void {
    if (this.#isInPassing) this.#needed = before;
  }

  /** How many bars have been dealt with. */
  get length(): number {
    return this.#length;
  }

  /** What its columns take. */
  get bytes(): number {
    const { BYTES_PER_ELEMENT } = Float64Array;
    return this.#capacity * (this.#columns.length * BYTES_PER_ELEMENT + this.#truths.length);
  }

  /** The column of that name, made where there is none yet. */
  column(name: string, make: () => Column): Column {
    const known = this.#made.get(name);
    if (known) return known;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  truthColumn(name: string, make: () => TruthColumn): TruthColumn {
    const known = this.#madeTruths.get(name);
    if (known) return known;
    const made = make();
    this.#madeTruths.set(name, made);
    return made;
  }

  /** A column that a step will fill. */
  empty(isCarried: boolean): Column {
    const column = new GrowingColumn(this.#capacity, isCarried);
    this.#columns.push(column);
    return column;
  }

  emptyTruths(): TruthColumn {
    const column = new GrowingTruths(this.#capacity);
    this.#truths.push(column);
    return column;
  }

  /** Steps run in the order in which they were added; a new one catches up with the others. @throws RangeError where it cannot. */
  add(step: Step): void {
    if (this.#start > 0) throw new RangeError(`the first ${this.#start} bars are forgotten`);
    extendAll([step], 0, this.#length);
    this.#steps.push(step);
  }

  /** Goes on to all bars before `until`. */
  extend(until: number): void {
    const from = this.#length;
    if (until <= from) return;
    if (until - this.#start > this.#capacity) this.#makeRoom(until);
    const start = this.#start;
    for (const column of PRICES) this.bars[column] = this.candles[column].subarray(start);
    extendAll(this.#steps, from - start, until - start);
    this.#length = until;
  }

  #makeRoom(until: number): void {
    // Whole words of truths.
    const gone = Math.max(0, Math.min(this.#needed, this.#length) - LOOK_BACK - this.#start) & ~3;
    for (const { values } of this.#columns) values.copyWithin(0, gone);
    for (const { truths } of this.#truths) truths.copyWithin(0, gone);
    this.#start += gone;
    if (until - this.#start > this.#capacity) this.#grow(until - this.#start);
  }

  #grow(least: number): void {
    // A quarter more and not twice as much: of live engines there are many, and what they have grows by a bar an hour.
    this.#capacity = least + (least >> 2);
    for (const column of this.#columns) column.grow(this.#capacity);
    for (const column of this.#truths) column.grow(this.#capacity);
  }

  /**
   * What goes on beyond any window, as JSON: null for an undefined value.
   * @param bars how many of the newest values are looked back at.
   */
  state(bars: number): (number | null)[] {
    const until = this.#length - this.#start;
    const from = Math.max(0, until - bars);
    return [
      ...this.#steps.flatMap(({ carried = [] }) => [...carried]),
      ...this.#carriedColumns().flatMap(({ values }) =>
        Array.from(values.subarray(from, until), (value) => (Number.isNaN(value) ? null : value)),
      ),
    ];
  }

  /** Puts back what `state` gave, once the newest of the bars are there again that it was taken after. */
  restore(state: readonly (number | null)[]): void {
    const numbers = state.map((value) => value ?? Number.NaN);
    let at = 0;
    for (const { carried } of this.#steps) {
      if (carried === undefined) continue;
      carried.set(numbers.slice(at, at + carried.length));
      at += carried.length;
    }
    const columns = this.#carriedColumns();
    const saved = columns.length === 0 ? 0 : (numbers.length - at) / columns.length;
    const until = this.#length - this.#start;
    const bars = Math.min(saved, until);
    for (const { values } of columns) {
      values.set(numbers.slice(at + saved - bars, at + saved), until - bars);
      at += saved;
    }
  }

  #carriedColumns(): GrowingColumn[] {
    return this.#columns.filter(({ isCarried }) => isCarried);
  }
}

class GrowingColumn implements Column {
  values: Float64Array;
  readonly isCarried: boolean;

  constructor(capacity: number, isCarried: boolean) {
    this.values = new Float64Array(capacity);
    this.isCarried = isCarried;
  }

  grow(capacity: number): void {
    const larger = new Float64Array(capacity);
    larger.set(this.values);
    this.values = larger;
  }
}

class GrowingTruths implements TruthColumn {
  truths: Uint8Array;
  words: Uint32Array;

  constructor(capacity: number) {
    this.words = new Uint32Array(Math.ceil(capacity / 4));
    this.truths = new Uint8Array(this.words.buffer);
  }

  grow(capacity: number): void {
    const before = this.truths;
    this.words = new Uint32Array(Math.ceil(capacity / 4));
    this.truths = new Uint8Array(this.words.buffer);
    this.truths.set(before);
  }
}

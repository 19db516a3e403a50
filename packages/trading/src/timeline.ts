import type { BarSet } from './bar-set.ts';
import { type Candles, firstIndexAt } from './candles.ts';

/** All symbols' bars of a period, merged by time: one step per distinct time, read into one set of bars. */
export class Timeline {
  /** Per symbol: index of its first bar in the period, and of the first one after it. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly #candles: readonly Candles[];
  /** Per symbol: index and time of its next bar; infinity when there is none. */
  readonly #next: Int32Array;
  readonly #upcoming: Float64Array;
  readonly #marksLast: boolean;

  /** @param from, @param until ms UTC; bars that start in [from, until) belong to it. */
  constructor(candles: readonly Candles[], from: number, until: number, marksLast: boolean) {
    this.#candles = candles;
    this.first = Int32Array.from(candles, (series) => firstIndexAt(series, from));
    this.last = Int32Array.from(candles, (series) => firstIndexAt(series, until));
    this.#next = this.first.slice();
    this.#upcoming = Float64Array.from(candles, ({ time }, index) =>
      this.first[index]! < this.last[index]! ? time[this.first[index]!]! : Number.POSITIVE_INFINITY,
    );
    this.#marksLast = marksLast;
  }

  /** Reads the bars of the next time into `bars`; false when there are no more. */
  next(bars: BarSet): boolean {
    const upcoming = this.#upcoming;
    let time = Number.POSITIVE_INFINITY;
    for (let index = 0; index < upcoming.length; index++) {
      if (upcoming[index]! < time) time = upcoming[index]!;
    }
    if (time === Number.POSITIVE_INFINITY) return false;
    bars.time = time;
    for (let index = 0; index < upcoming.length; index++) {
      if (upcoming[index] === time) this.#take(index, bars);
      else bars.present[index] = 0;
    }
    return true;
  }

  /** The candles of the only symbol; null when there are several. */
  get only(): Candles | null {
    return this.#candles.length === 1 ? this.#candles[0]! : null;
  }

  /** Index of the next bar of the first symbol. */
  get at(): number {
    return this.#next[0]!;
  }

  /** The first bar of the first symbol that is no ordinary one any more: its last, or the end. */
  get end(): number {
    return this.#marksLast ? this.last[0]! - 1 : this.last[0]!;
  }

  /** Goes on with bar `at` of the only symbol: those before have been taken by somebody else. */
  skipTo(at: number): void {
    this.#next[0] = at;
    this.#upcoming[0] = at < this.last[0]! ? this.#candles[0]!.time[at]! : Number.POSITIVE_INFINITY;
  }

  #take(index: number, bars: BarSet): void {
    const candles = this.#candles[index]!;
    const at = this.#next[index]!;
    bars.read(index, candles, at);
    const isLast = at + 1 === this.last[index];
    if (isLast && this.#marksLast) bars.last[index] = 1;
    this.#next[index] = at + 1;
    this.#upcoming[index] = isLast ? Number.POSITIVE_INFINITY : candles.time[at + 1]!;
  }
}

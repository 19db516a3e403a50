import {
  type Bar,
  CandleSeries,
  EmptyCandles,
  emptyBar,
  firstIndexAt,
  type GrowingCandles,
  readBar,
} from './candles.ts';

/**
 * The bars of many engines that trade the same markets, each kept once. What an engine reads does not depend on the others: who is
 * given another bar than the one that stands there goes on with columns of its own.
 */
export class SharedCandles {
  /** By what they are of, those that reach back furthest. */
  readonly #longest = new Map<string, CandleSeries>();

  /** An empty series, which shares its bars with the others of the same key. */
  series(key: string): GrowingCandles {
    return new SharedSeries((time) => this.#begin(key, time));
  }

  /** Where a series stands whose first bar is at `time`. */
  #begin(key: string, time: number): Place {
    const known = this.#longest.get(key);
    const offset = known ? firstIndexAt(known, time) : 0;
    if (known && offset < known.length && known.time[offset] === time) return { columns: known, offset };
    const columns = new CandleSeries();
    // What begins between bars that others have is for itself.
    if (!known || offset === 0 || offset === known.length) this.#longest.set(key, columns);
    return { columns, offset: 0 };
  }
}

/** Columns, and which of their bars is the first of a series. */
type Place = { readonly columns: CandleSeries; readonly offset: number };

class SharedSeries extends EmptyCandles implements GrowingCandles {
  readonly #begin: (time: number) => Place;
  #place: Place | null = null;
  /** The column of times that `time` is a part of. */
  #seen = this.time;

  constructor(begin: (time: number) => Place) {
    super();
    this.#begin = begin;
  }

  append(time: number, bar: Bar): void {
    this.#place ??= this.#begin(time);
    const { columns, offset } = this.#place;
    const at = offset + this.length;
    if (at < columns.length && !standsAt(columns, at, time, bar)) {
      this.#place = { columns: this.#copied(), offset: 0 };
      this.append(time, bar);
      return;
    }
    if (at === columns.length) columns.append(time, bar);
    this.length += 1;
    if (this.#seen !== columns.time) this.#look(this.#place);
  }

  #copied(): CandleSeries {
    const own = new CandleSeries(this.length + 1);
    const bar = emptyBar();
    for (let at = 0; at < this.length; at++) own.append(this.time[at]!, readBar(this, at, bar));
    return own;
  }

  #look({ columns, offset }: Place): void {
    this.#seen = columns.time;
    this.time = columns.time.subarray(offset);
    this.open = columns.open.subarray(offset);
    this.high = columns.high.subarray(offset);
    this.low = columns.low.subarray(offset);
    this.close = columns.close.subarray(offset);
    this.volume = columns.volume.subarray(offset);
  }
}

const standsAt = (columns: CandleSeries, at: number, time: number, bar: Bar): boolean =>
  columns.time[at] === time &&
  columns.open[at] === bar.open &&
  columns.high[at] === bar.high &&
  columns.low[at] === bar.low &&
  columns.close[at] === bar.close &&
  columns.volume[at] === bar.volume;

import { type Bar, type Candles, hasPrices, type MutableBar } from './candles.ts';

/** Columns of bars: of one symbol over time (`Candles`), or of all symbols at one time (`BarSet`). */
export interface BarColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/**
 * The bars of one step as columns, one slot per symbol, filled in place: a step over years of bars costs no objects, and every
 * number stays in a typed array or a field, where the runtime does not have to box it.
 */
export class BarSet implements BarColumns {
  /** Start and end of the bars, ms UTC. */
  time = 0;
  end = 0;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** 1 where the symbol has a bar in this step; the columns of the others are left over from earlier steps. */
  readonly present: Uint8Array;
  /** 1 where it is the last bar of a run that closes its positions at the open of the last bar. */
  readonly last: Uint8Array;

  readonly #hasVolumes: boolean;

  /** @param hasVolumes whether anybody will read the volumes; a column that nobody reads is better left alone. */
  constructor(symbols: number, hasVolumes = true) {
    this.#hasVolumes = hasVolumes;
    this.open = new Float64Array(symbols);
    this.high = new Float64Array(symbols);
    this.low = new Float64Array(symbols);
    this.close = new Float64Array(symbols);
    this.volume = new Float64Array(symbols);
    this.present = new Uint8Array(symbols);
    this.last = new Uint8Array(symbols);
  }

  /** Takes over a bar of `candles`. */
  read(index: number, candles: Candles, at: number): void {
    this.open[index] = candles.open[at]!;
    this.high[index] = candles.high[at]!;
    this.low[index] = candles.low[at]!;
    this.close[index] = candles.close[at]!;
    if (this.#hasVolumes) this.volume[index] = candles.volume[at]!;
    this.present[index] = 1;
  }

  /** Takes over a bar; `undefined` where the symbol has none. */
  set(index: number, bar: Bar | undefined): void {
    this.present[index] = bar === undefined ? 0 : 1;
    if (bar === undefined) return;
    this.open[index] = bar.open;
    this.high[index] = bar.high;
    this.low[index] = bar.low;
    this.close[index] = bar.close;
    this.volume[index] = bar.volume;
  }
}

/** Copies the bar of one symbol into `into` and returns it. */
export function copyBar(bars: BarSet, index: number, into: MutableBar): MutableBar {
  into.open = bars.open[index]!;
  into.high = bars.high[index]!;
  into.low = bars.low[index]!;
  into.close = bars.close[index]!;
  into.volume = bars.volume[index]!;
  return into;
}

/** Whether any symbol has a bar. @throws RangeError for one without positive prices, which would silently corrupt a run. */
export function checkPrices(bars: BarSet, names: readonly string[]): boolean {
  const { time, present, open, high, low, close } = bars;
  let any = false;
  for (let index = 0; index < present.length; index++) {
    if (present[index] === 0) continue;
    any = true;
    if (!hasPrices(open[index]!, high[index]!, low[index]!, close[index]!))
      throw new RangeError(`bar of ${names[index]} at ${time} has no positive prices`);
  }
  return any;
}

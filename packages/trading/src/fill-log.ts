import type { Fill, FillReason } from './fill.ts';

/** Fills per page; a power of two. Pages of this size are recycled by the allocator, and none is ever copied. */
const PAGE = 512;
const PAGE_BITS = 9;
const COLUMNS = 11;

/** A stretch of fills as columns; see `Fill` for their meaning. */
export class FillPage {
  /** Index of the symbol. */
  readonly symbol = new Int32Array(PAGE);
  /** Number of the decision; 0 for rules that act on their own. */
  readonly decision = new Int32Array(PAGE);
  readonly reason: FillReason[] = [];
  readonly time: Float64Array;
  readonly units: Float64Array;
  readonly unitsAfter: Float64Array;
  readonly midPrice: Float64Array;
  readonly fillPrice: Float64Array;
  readonly fee: Float64Array;
  readonly spread: Float64Array;
  readonly slippage: Float64Array;
  /** NaN for fills of any other reason than a stop. */
  readonly stop: Float64Array;
  readonly financing: Float64Array;
  readonly grossRealised: Float64Array;

  constructor() {
    const doubles = new Float64Array(COLUMNS * PAGE);
    let column = 0;
    const next = (): Float64Array => doubles.subarray(column * PAGE, ++column * PAGE);
    this.time = next();
    this.units = next();
    this.unitsAfter = next();
    this.midPrice = next();
    this.fillPrice = next();
    this.fee = next();
    this.spread = next();
    this.slippage = next();
    this.stop = next();
    this.financing = next();
    this.grossRealised = next();
  }
}

/**
 * Fills as columns, in the order of execution: a run with a hundred thousand of them keeps numbers and no objects, and whoever
 * wants to read them gets `Fill`s.
 */
export class FillLog {
  length = 0;
  readonly symbols: readonly string[];
  readonly #pages: FillPage[] = [];

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
  }

  /** The page that holds fill `index`, at `slotOf(index)`; a new one where the log has just grown into it. */
  page(index: number): FillPage {
    const number = index >>> PAGE_BITS;
    if (number === this.#pages.length) this.#pages.push(new FillPage());
    return this.#pages[number]!;
  }

  clear(): void {
    this.length = 0;
  }

  at(index: number): Fill {
    const page = this.page(index);
    const slot = slotOf(index);
    const stop = page.stop[slot]!;
    const decision = page.decision[slot]!;
    return {
      time: page.time[slot]!,
      symbol: this.symbols[page.symbol[slot]!]!,
      reason: page.reason[slot]!,
      decision: decision === 0 ? null : decision,
      units: page.units[slot]!,
      unitsAfter: page.unitsAfter[slot]!,
      midPrice: page.midPrice[slot]!,
      fillPrice: page.fillPrice[slot]!,
      fee: page.fee[slot]!,
      spread: page.spread[slot]!,
      slippage: page.slippage[slot]!,
      stop: Number.isNaN(stop) ? null : stop,
      financing: page.financing[slot]!,
      grossRealised: page.grossRealised[slot]!,
    };
  }

  slice(from: number, until = this.length): Fill[] {
    return Array.from({ length: until - from }, (_, offset) => this.at(from + offset));
  }
}

/** Where a fill lies in its page. */
export const slotOf = (index: number): number => index & (PAGE - 1);

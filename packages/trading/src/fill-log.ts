import { FILL_REASONS, type Fill, type FillReason } from './fill.ts';

/** Fills per page; a power of two. Pages of this size are recycled by the allocator, and none is ever copied. */
const PAGE = 512;
const PAGE_BITS = 9;

/**
 * Where the numbers of a fill lie in its row; see `Fill` for their meaning. Symbols are indices, reasons places in
 * `FILL_REASONS`, the decision is 0 for rules that act on their own, and the stop NaN for fills of any other reason.
 */
export const TIME = 0;
export const SYMBOL = 1;
export const DECISION = 2;
export const REASON = 3;
export const UNITS = 4;
export const UNITS_AFTER = 5;
export const MID_PRICE = 6;
export const FILL_PRICE = 7;
export const FEE = 8;
export const SPREAD = 9;
export const SLIPPAGE = 10;
export const STOP = 11;
export const FINANCING = 12;
export const GROSS_REALISED = 13;
const WIDTH = 14;

/**
 * Fills as rows of numbers, in the order of execution: a run with a hundred thousand of them keeps no objects, and whoever wants
 * to read them gets `Fill`s.
 */
export class FillLog {
  length = 0;
  readonly symbols: readonly string[];
  readonly #pages: Float64Array[] = [];

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
  }

  /** The page that holds fill `index`, its row beginning at `rowOf(index)`; a new one where the log has just grown into it. */
  page(index: number): Float64Array {
    const number = index >>> PAGE_BITS;
    if (number === this.#pages.length) this.#pages.push(new Float64Array(PAGE * WIDTH));
    return this.#pages[number]!;
  }

  clear(): void {
    this.length = 0;
  }

  reason(index: number): FillReason {
    return FILL_REASONS[this.page(index)[rowOf(index) + REASON]!]!;
  }

  at(index: number): Fill {
    const page = this.page(index);
    const row = rowOf(index);
    const stop = page[row + STOP]!;
    const decision = page[row + DECISION]!;
    return {
      time: page[row + TIME]!,
      symbol: this.symbols[page[row + SYMBOL]!]!,
      reason: this.reason(index),
      decision: decision === 0 ? null : decision,
      units: page[row + UNITS]!,
      unitsAfter: page[row + UNITS_AFTER]!,
      midPrice: page[row + MID_PRICE]!,
      fillPrice: page[row + FILL_PRICE]!,
      fee: page[row + FEE]!,
      spread: page[row + SPREAD]!,
      slippage: page[row + SLIPPAGE]!,
      stop: Number.isNaN(stop) ? null : stop,
      financing: page[row + FINANCING]!,
      grossRealised: page[row + GROSS_REALISED]!,
    };
  }

  slice(from: number, until = this.length): Fill[] {
    return Array.from({ length: until - from }, (_, offset) => this.at(from + offset));
  }
}

/** Where the row of a fill begins in its page. */
export const rowOf = (index: number): number => (index & (PAGE - 1)) * WIDTH;

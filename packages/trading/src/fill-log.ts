import type { CostRates } from './costs.ts';
import { FILL_REASONS, type Fill, type FillReason, placeOf } from './fill.ts';

/** Fills per page; a power of two. Pages of this size are recycled by the allocator, and none is ever copied. */
const PAGE = 512;
const PAGE_BITS = 9;

/** Where the numbers of a fill lie in its row. Not exported: only within a module does the runtime take them for constants. */
const TIME = 0;
const ORIGIN = 1;
const DECISION = 2;
const UNITS = 3;
const UNITS_AFTER = 4;
const MID_PRICE = 5;
const FINANCING = 6;
const GROSS_REALISED = 7;
/** One line of the cache. */
const WIDTH = 8;

/** The origin is the index of the symbol above the place of the reason. */
const REASON_BITS = 4;
const REASON_MASK = 15;

/** The numbers of one fill, overwritten in place; see `Fill` for their meaning. */
export class FillRow {
  /** Index of the symbol. */
  symbol = 0;
  reason: FillReason = 'entry';
  /** 0 for rules that act on their own. */
  decision = 0;
  time = Number.NaN;
  units = Number.NaN;
  unitsAfter = Number.NaN;
  midPrice = Number.NaN;
  financing = Number.NaN;
  grossRealised = Number.NaN;
}

/**
 * Fills as rows of numbers, in the order of execution: a run with a hundred thousand of them keeps no objects, and whoever wants
 * to read them gets `Fill`s. Fee, spread, slippage and the price with them follow from the rates and are worked out then.
 */
export class FillLog {
  readonly symbols: readonly string[];
  /** What trading costs, per symbol. */
  readonly rates: readonly CostRates[];
  readonly #pages: Float64Array[] = [];
  /** The stops that were hit, and the index of the fill of each, ascending: few fills have one. */
  readonly #stops: number[] = [];
  readonly #stopped: number[] = [];
  #length = 0;

  constructor(symbols: readonly string[], rates: readonly CostRates[]) {
    this.symbols = symbols;
    this.rates = rates;
  }

  get length(): number {
    return this.#length;
  }

  /** @param stop price of the stop that was hit, for a fill of that reason. */
  append(
    { symbol, reason, decision, time, units, unitsAfter, midPrice, financing, grossRealised }: FillRow,
    stop: number | null,
  ): void {
    const index = this.#length;
    const number = index >>> PAGE_BITS;
    if (number === this.#pages.length) this.#pages.push(new Float64Array(PAGE * WIDTH));
    const page = this.#pages[number]!;
    const row = (index & (PAGE - 1)) * WIDTH;
    page[row + TIME] = time;
    page[row + ORIGIN] = (symbol << REASON_BITS) | placeOf(reason);
    page[row + DECISION] = decision;
    page[row + UNITS] = units;
    page[row + UNITS_AFTER] = unitsAfter;
    page[row + MID_PRICE] = midPrice;
    page[row + FINANCING] = financing;
    page[row + GROSS_REALISED] = grossRealised;
    if (stop !== null) {
      this.#stopped.push(index);
      this.#stops.push(stop);
    }
    this.#length = index + 1;
  }

  /** Reads into `into` what fill `index` has changed; reason and decision are left as they are. */
  read(index: number, into: FillRow): void {
    const page = this.#pages[index >>> PAGE_BITS]!;
    const row = (index & (PAGE - 1)) * WIDTH;
    into.symbol = page[row + ORIGIN]! >>> REASON_BITS;
    into.time = page[row + TIME]!;
    into.units = page[row + UNITS]!;
    into.unitsAfter = page[row + UNITS_AFTER]!;
    into.midPrice = page[row + MID_PRICE]!;
    into.financing = page[row + FINANCING]!;
    into.grossRealised = page[row + GROSS_REALISED]!;
  }

  clear(): void {
    this.#length = 0;
    this.#stopped.length = 0;
    this.#stops.length = 0;
  }

  #stopOf(index: number): number | null {
    const stopped = this.#stopped;
    let low = 0;
    for (let high = stopped.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (stopped[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return stopped[low] === index ? this.#stops[low]! : null;
  }

  reasonAt(index: number): FillReason {
    const page = this.#pages[index >>> PAGE_BITS]!;
    return FILL_REASONS[page[(index & (PAGE - 1)) * WIDTH + ORIGIN]! & REASON_MASK]!;
  }

  at(index: number): Fill {
    const page = this.#pages[index >>> PAGE_BITS]!;
    const row = (index & (PAGE - 1)) * WIDTH;
    const fill = new FillRow();
    this.read(index, fill);
    const { symbol, time, units, unitsAfter, midPrice, financing, grossRealised } = fill;
    const decision = page[row + DECISION]!;
    const { fee, spread, slippage } = this.rates[symbol]!;
    const notional = Math.abs(units) * midPrice;
    const side = units > 0 ? 1 : -1;
    return {
      time,
      symbol: this.symbols[symbol]!,
      reason: this.reasonAt(index),
      decision: decision === 0 ? null : decision,
      units,
      unitsAfter,
      midPrice,
      fillPrice: midPrice * (1 + side * (spread + slippage)),
      fee: notional * fee,
      spread: notional * spread,
      slippage: notional * slippage,
      stop: this.#stopOf(index),
      financing,
      grossRealised,
    };
  }

  slice(from: number, until = this.#length): Fill[] {
    return Array.from({ length: until - from }, (_, offset) => this.at(from + offset));
  }
}

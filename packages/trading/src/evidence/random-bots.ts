import { type Figure, missing } from './figure.ts';
import { sfc32 } from './sfc32.ts';

/** A closed trade of the run that is judged. */
export interface JudgedTrade {
  /** 1 long, −1 short. */
  readonly side: 1 | -1;
  /** Bars touched: from that of the entry to that of the exit, which counts where the exit was not at its open; at least 1. */
  readonly bars: number;
  /** |Position| / equity at the entry. */
  readonly weight: number;
  /** Prices without costs. */
  readonly entry: number;
  readonly exit: number;
}

/** One symbol: its bars of the period and what the run did there. */
export interface JudgedMarket {
  /** Opens of all bars of the period, in order. */
  readonly open: ArrayLike<number>;
  readonly lastClose: number;
  readonly trades: readonly JudgedTrade[];
  /** Fee, half spread and slippage of one side, fraction. */
  readonly costPerSide: number;
  /** For one bar, fraction. */
  readonly financingPerBar: number;
}

export interface RandomBots {
  /** Total return of each random bot, fraction, in the order in which they were made. */
  readonly returns: Float64Array;
  /** Of the run by the same formula, at its own prices. */
  readonly actual: number;
  /** (1 + how many are at least as good) / (1 + how many there are), from above 0 to 1. */
  readonly p: number;
}

export const RANDOM_BOTS = 1000;
/** With fewer trades chance has too little room. */
const LEAST_TRADES = 10;

/**
 * How good a rule's moments are against those of bots („Zufallsbots“, monkeys) that make the same trades at random moments:
 * as many, as long, on the same side and as large, in random order with random gaps, never two of a symbol at once.
 *
 * @param markets one for each symbol that was traded. @param seed for `sfc32`, by convention of `monkeys/` and hashes.
 * @returns nothing for fewer than ten trades over all symbols (`too-short`), and where the trades of a symbol are longer
 * than the period or a price is none (`undefined`).
 */
export function randomBotsOf(markets: readonly JudgedMarket[], seed: Uint8Array): Figure<RandomBots> {
  const count = markets.reduce((sum, { trades }) => sum + trades.length, 0);
  return count < LEAST_TRADES ? missing('too-short') : compareWithRandomBots(markets, seed);
}

/** The same whatever the number of trades. @param count of random bots. */
export function compareWithRandomBots(
  markets: readonly JudgedMarket[],
  seed: Uint8Array,
  count = RANDOM_BOTS,
): Figure<RandomBots> {
  const draws = markets.map((market) => new TradeShuffle(market));
  if (draws.some(({ free }) => free < 0)) return missing('undefined');
  const next = sfc32(seed);
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  const returns = new Float64Array(count);
  for (let bot = 0; bot < count; bot++) {
    let value = 1;
    for (const draw of draws) value *= draw.value(below);
    returns[bot] = value - 1;
  }
  const actual = markets.reduce((value, market) => value * ownValue(market), 1) - 1;
  if (!Number.isFinite(actual) || !returns.every(Number.isFinite)) return missing('undefined');
  const asGood = returns.reduce((sum, value) => (value >= actual ? sum + 1 : sum), 0);
  return { value: { returns, actual, p: (1 + asGood) / (1 + count) }, missing: null };
}

const ownValue = (market: JudgedMarket): number =>
  market.trades.reduce((value, trade) => value * growth(market, trade, trade.exit / trade.entry), 1);

/** What a trade makes of 1, with its costs on both sides; never below 0. */
function growth(
  { costPerSide, financingPerBar }: JudgedMarket,
  { side, bars, weight }: JudgedTrade,
  change: number,
): number {
  return Math.max(
    0,
    1 + weight * (side * (change - 1) - costPerSide * (1 + change) - financingPerBar * bars),
  );
}

/** Puts the trades of a symbol into random order at random moments, again and again. */
class TradeShuffle {
  /** Bars on which nothing is held; below 0 when the trades do not fit. */
  readonly free: number;
  readonly #market: JudgedMarket;
  readonly #order: Uint32Array;
  readonly #gaps: Uint32Array;

  constructor(market: JudgedMarket) {
    const { open, trades } = market;
    this.free = open.length - trades.reduce((sum, { bars }) => sum + bars, 0);
    this.#market = market;
    this.#order = new Uint32Array(trades.length);
    this.#gaps = new Uint32Array(trades.length);
  }

  value(below: (limit: number) => number): number {
    const { open, trades, lastClose } = this.#market;
    this.#shuffle(below);
    this.#drawGaps(below);
    let value = 1;
    let held = 0;
    for (let place = 0; place < trades.length; place++) {
      const trade = trades[this.#order[place]!]!;
      const start = this.#gaps[place]! - place + held;
      held += trade.bars;
      const end = start + trade.bars;
      const exit = end < open.length ? open[end]! : lastClose;
      value *= growth(this.#market, trade, exit / open[start]!);
    }
    return value;
  }

  /** Fisher and Yates. */
  #shuffle(below: (limit: number) => number): void {
    const order = this.#order;
    for (let place = 0; place < order.length; place++) order[place] = place;
    for (let place = order.length - 1; place > 0; place--) {
      const other = below(place + 1);
      const trade = order[place]!;
      order[place] = order[other]!;
      order[other] = trade;
    }
  }

  /** A subset of as many numbers as there are trades below `free` + their count (Floyd), in order. */
  #drawGaps(below: (limit: number) => number): void {
    const chosen = new Set<number>();
    for (let limit = this.free; limit < this.free + this.#gaps.length; limit++) {
      const drawn = below(limit + 1);
      chosen.add(chosen.has(drawn) ? limit : drawn);
    }
    let place = 0;
    for (const number of chosen) this.#gaps[place++] = number;
    this.#gaps.sort();
  }
}

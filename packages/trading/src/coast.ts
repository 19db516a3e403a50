import { BarSet } from './bar-set.ts';
import type { PaperBroker } from './broker.ts';
import { type Candles, hasPrices } from './candles.ts';
import type { EquityRecord } from './equity-record.ts';
import type { Protections } from './protections.ts';
import { Stretch } from './stretch.ts';

/** An account with a single symbol, at bars that only have to be marked. */
export class Coasting {
  /** No bar may start before, ms UTC: the end of the last one. */
  earliest = Number.NaN;
  readonly #broker: PaperBroker;
  readonly #protections: Protections;
  readonly #interval: number;
  readonly #stretch = new Stretch();
  readonly #bars = new BarSet(1);

  /** @param interval length of the bars, ms. */
  constructor(broker: PaperBroker, protections: Protections, interval: number) {
    this.#broker = broker;
    this.#protections = protections;
    this.#interval = interval;
  }

  /**
   * Fills the order that waits at the open of a bar that follows on the one before, within its day, and only moves the price then. False
   * where the bar needs a step from its beginning. A step may go on with what is filled: no limit looks back but where a day begins.
   */
  open(candles: Candles, at: number, record: EquityRecord): boolean {
    const { time, open, high, low, close } = candles;
    const broker = this.#broker;
    const start = time[at]!;
    const isOnGrid = Math.floor(start / this.#interval) * this.#interval === start;
    if (start !== this.earliest || !isOnGrid || broker.orders[0]!.closeAt !== null) return false;
    if (!(start + this.#interval <= Math.min(record.dayEnd, this.#protections.calmEnd))) return false;
    if (!hasPrices(open[at]!, high[at]!, low[at]!, close[at]!)) return false;
    this.#bars.time = start;
    this.#bars.open[0] = open[at]!;
    broker.openBar(0, this.#bars);
    return true;
  }

  /**
   * Marks the account at bar after bar until one is anything but ordinary: it reaches a level of the position, a protection must look,
   * the equity is used up, or a step would refuse it. This is what a run over years of minutes mostly consists of, so bars at which
   * nothing but the value changes are passed in one go.
   *
   * @returns the first bar not taken, or `until`.
   */
  pass(candles: Candles, from: number, until: number, record: EquityRecord): number {
    const broker = this.#broker;
    const stretch = this.#stretch;
    const interval = this.#interval;
    this.#begin(record);
    let at = from;
    while (at < until) {
      at = stretch.pass(candles, at, until, interval);
      if (at === until || !this.#tryBar(candles, at, record)) break;
      at++;
    }
    if (at === from) return at;
    record.bars += at - from;
    record.grossSum = stretch.grossSum;
    if (stretch.units !== 0) record.barsInMarket += at - from;
    record.mark(stretch.equity);
    broker.quote(0, candles.close[at - 1]!, stretch.next);
    broker.positions[0]!.best = stretch.best;
    this.earliest = stretch.next;
    return at;
  }

  #begin(record: EquityRecord): void {
    const { earliest } = this;
    const broker = this.#broker;
    const stretch = this.#stretch;
    const interval = this.#interval;
    stretch.cash = broker.cash;
    stretch.hold(broker.positions[0]!);
    stretch.equity = broker.equity();
    stretch.grossSum = record.grossSum;
    // Where the last bar ended the next may begin, if bars begin there at all.
    stretch.next = Math.floor(earliest / interval) * interval === earliest ? earliest : Number.NaN;
    stretch.keepWithin(this.#protections, record.dayEnd);
  }

  /** Takes a bar that cannot be passed: the first of a run, of a day or after a gap, or a new peak. False where it needs a step. */
  #tryBar({ time, open, high, low, close }: Candles, at: number, record: EquityRecord): boolean {
    const { earliest } = this;
    const protections = this.#protections;
    const stretch = this.#stretch;
    const interval = this.#interval;
    const start = time[at]!;
    const price = close[at]!;
    if (!hasPrices(open[at]!, high[at]!, low[at]!, price)) return false;
    if (stretch.isReached(high[at]!, low[at]!)) return false;
    const { next, equity: before } = stretch;
    if (start !== next) {
      // A bar that does not follow its neighbour may start anywhere.
      const isOnGrid = Math.floor(start / interval) * interval === start;
      if (start < earliest || start < next || !isOnGrid) return false;
    }
    const end = start + interval;
    const equity = stretch.cash + stretch.units * price;
    if (!(equity > 0 && protections.passes(before, equity, end))) return false;
    if (!(end <= record.dayEnd)) {
      // A day begins: what was kept here has to be put down before.
      record.mark(before);
      record.beginDay(end);
    }
    stretch.keepWithin(protections, record.dayEnd);
    stretch.add(price, equity, end);
    stretch.follow(high[at]!, low[at]!);
    return true;
  }
}

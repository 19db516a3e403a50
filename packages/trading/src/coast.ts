import type { PaperBroker } from './broker.ts';
import { type Candles, hasPrices } from './candles.ts';
import type { EquityRecord } from './equity-record.ts';
import type { Protections } from './protections.ts';
import type { Stretch } from './stretch.ts';

/** An account with a single symbol whose bars only have to be marked. */
export interface Coasting {
  readonly broker: PaperBroker;
  readonly protections: Protections;
  readonly record: EquityRecord;
  /** Used again from one stretch to the next. */
  readonly stretch: Stretch;
  /** Length of the bars, ms. */
  readonly interval: number;
  /** No bar may start before, ms UTC: the end of the last one. Updated in place. */
  earliest: number;
}

/**
 * Marks the account at bar after bar until one is anything but ordinary: it reaches a level of the position, a protection must look,
 * the equity is used up, or a step would refuse it. This is what a run over years of minutes mostly consists of, so bars at which
 * nothing but the value changes are passed in one go.
 *
 * @returns the first bar not taken, or `until`.
 */
export function coast(candles: Candles, from: number, until: number, account: Coasting): number {
  const { broker, record, stretch, interval } = account;
  begin(account);
  let at = from;
  while (at < until) {
    at = stretch.pass(candles, at, until, interval);
    if (at === until || !tryBar(candles, at, stretch, account)) break;
    at++;
  }
  if (at === from) return at;
  record.bars += at - from;
  record.grossSum = stretch.grossSum;
  if (stretch.units !== 0) record.barsInMarket += at - from;
  record.mark(stretch.equity);
  broker.quote(0, candles.close[at - 1]!, stretch.next);
  broker.positions[0]!.best = stretch.best;
  account.earliest = stretch.next;
  return at;
}

function begin({ broker, protections, record, stretch, interval, earliest }: Coasting): void {
  stretch.cash = broker.cash;
  stretch.hold(broker.positions[0]!);
  stretch.equity = broker.equity();
  stretch.grossSum = record.grossSum;
  // Where the last bar ended the next may begin, if bars begin there at all.
  stretch.next = Math.floor(earliest / interval) * interval === earliest ? earliest : Number.NaN;
  stretch.keepWithin(protections.calm(), record.dayEnd);
}

/** Takes a bar that cannot be passed: the first of a run, of a day or after a gap, or a new peak. False where it needs a step. */
function tryBar(
  { time, open, high, low, close }: Candles,
  at: number,
  stretch: Stretch,
  account: Coasting,
): boolean {
  const { protections, record, interval, earliest } = account;
  const start = time[at]!;
  const price = close[at]!;
  if (!hasPrices(open[at]!, high[at]!, low[at]!, price)) return false;
  if (stretch.isReached(high[at]!, low[at]!)) return false;
  const { next, equity: before } = stretch;
  const isOnGrid = Math.floor(start / interval) * interval === start;
  // A bar that does not follow its neighbour may start anywhere.
  if (start !== next && (start < earliest || start < next || !isOnGrid)) return false;
  const end = start + interval;
  const equity = stretch.cash + stretch.units * price;
  if (!(equity > 0 && protections.passes(before, equity, end))) return false;
  if (!(end <= record.dayEnd)) {
    // A day begins: what was kept here has to be put down before.
    record.mark(before);
    record.beginDay(end);
  }
  stretch.keepWithin(protections.calm(), record.dayEnd);
  stretch.add(price, equity, end);
  stretch.follow(high[at]!, low[at]!);
  return true;
}

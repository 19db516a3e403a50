import type { Order, PaperBroker } from './broker.ts';
import { type Candles, hasPrices } from './candles.ts';
import type { EquityRecord } from './equity-record.ts';
import type { FillReason } from './fill.ts';
import { unitsOf } from './place-decision.ts';
import type { Protections } from './protections.ts';
import type { TurnScan } from './strategy.ts';
import { Stretch } from './stretch.ts';

/** The one order of a run over many turns. A class of its own, so that the units are kept as a number. */
class TurnOrder implements Order {
  targetUnits = Number.NaN;
  readonly lots: { weight: number; readonly lot: number };
  reason: FillReason = 'entry';
  decision = 0;
  readonly stop = null;
  readonly closeAt = null;

  constructor(lot: number) {
    this.lots = { weight: 0, lot };
  }
}

/** An account with a single symbol that only has to be marked and turned over. */
export interface Coasting {
  readonly broker: PaperBroker;
  readonly protections: Protections;
  readonly record: EquityRecord;
  /** Length of the bars, ms. */
  readonly interval: number;
  /** No bar may start before, ms UTC: the end of the last one. Updated in place … */
  earliest: number;
  /** … as is the number of decisions so far. */
  decisions: number;
}

/**
 * Marks the account at bar after bar and turns it over where the rule says so, until a bar is anything but ordinary: a protection
 * must look, the equity is used up, or a step would refuse the bar. This is what a run over years of minutes mostly consists of,
 * so bars at which nothing but the value changes are passed in one go. An order that waits at the end is left with the broker.
 *
 * @param turns has scanned the bars [from, until); null where the rule is not due in them.
 * @returns the first bar that is not ordinary, or `until`.
 */
export function coast(
  candles: Candles,
  from: number,
  until: number,
  turns: TurnScan | null,
  account: Coasting,
): number {
  const { broker, record, interval } = account;
  const position = broker.positions[0]!;
  const turnCount = turns?.count ?? 0;
  const stretch = stretchOf(account);
  const order = new TurnOrder(turns?.lot ?? 0);
  /** Whether it waits for the next open. */
  let waits = false;
  let at = from;
  /** First bar with the units held now, and the bar at whose open an order has filled. */
  let heldFrom = from;
  let filled = -1;
  for (let turn = 0; ; turn++) {
    const stop = turn < turnCount ? turns!.bars[turn]! + 1 : until;
    if (at === until) break;
    if (waits) {
      if (stretch.units !== 0) record.barsInMarket += at - heldFrom;
      broker.note(0);
      broker.turn(0, candles, at, order, order.lots);
      stretch.cash = broker.cash;
      stretch.units = position.units;
      heldFrom = at;
      filled = at;
    }
    at = stretch.pass(candles, at, stop, interval);
    while (at < stop && tryBar(candles, at, stretch, account)) {
      at = stretch.pass(candles, at + 1, stop, interval);
    }
    if (at === filled) {
      // The bar is not ordinary after all: the step must find the order waiting.
      broker.takeBack(0);
      stretch.units = position.units;
      break;
    }
    waits = false;
    if (at < stop || turn >= turnCount) break;
    const side = turns!.sides[turn]!;
    account.decisions++;
    if (side * stretch.units > 0) continue;
    order.targetUnits = unitsOf(0, side, stretch.equity, candles.close[at - 1]!);
    order.reason = stretch.units === 0 ? 'entry' : 'reverse';
    order.decision = account.decisions;
    order.lots.weight = side;
    waits = true;
  }
  if (waits) broker.orders[0] = { ...order };
  if (at === from) return at;
  record.bars += at - from;
  record.grossSum = stretch.grossSum;
  if (stretch.units !== 0) record.barsInMarket += at - heldFrom;
  record.mark(stretch.equity);
  broker.quote(0, candles.close[at - 1]!, stretch.next);
  account.earliest = stretch.next;
  return at;
}

function stretchOf({ broker, protections, record }: Coasting): Stretch {
  const stretch = new Stretch();
  stretch.cash = broker.cash;
  stretch.units = broker.positions[0]!.units;
  stretch.equity = broker.equity();
  stretch.grossSum = record.grossSum;
  stretch.keepWithin(protections.calm(), record.dayEnd);
  return stretch;
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
  return true;
}

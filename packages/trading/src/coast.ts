import type { Order, PaperBroker } from './broker.ts';
import type { Candles } from './candles.ts';
import type { EquityRecord } from './equity-record.ts';
import { unitsOf } from './place-decision.ts';
import type { Protections } from './protections.ts';
import type { TurnScan } from './strategy.ts';

type MutableOrder = { -readonly [Field in keyof Order]: Order[Field] };

const NO_ORDER: MutableOrder = {
  targetUnits: Number.NaN,
  lots: undefined,
  reason: 'entry',
  decision: 0,
  stop: null,
  closeAt: null,
};

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
 * must look, the equity is used up, or a step would refuse the bar. One loop over columns with everything in local variables,
 * since this is what a run over years of minutes mostly consists of. An order that waits at the end is left with the broker.
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
  const { time, open, high, low, close } = candles;
  const { broker, protections, record, interval } = account;
  const turnCount = turns?.count ?? 0;
  const lot = turns?.lot ?? 0;
  const position = broker.positions[0]!;
  let cash = +broker.cash;
  let units = +position.units;
  let size = Math.abs(units);
  let before = +broker.equity();
  let earliest = +account.earliest;
  /** Where a bar that follows its neighbour starts; NaN for the first, which must be looked at. */
  let next = Number.NaN;
  let grossSum = +record.grossSum;
  let calm = protections.calm();
  let peak = +calm.peak;
  let floor = +calm.floor;
  // Up to here neither the protections nor the record have anything to do.
  let calmEnd = Math.min(calm.dayEnd, record.dayEnd);
  let at = from;
  /** First bar with the units held now, and the bar at whose open an order has filled. */
  let heldFrom = from;
  let filled = -1;
  /** One object for all orders, and whether it waits for the next open. */
  const lots = { weight: 0, lot };
  const order = { ...NO_ORDER, lots };
  let waits = false;
  for (let turn = 0; ; turn++) {
    const stop = turn < turnCount ? turns!.bars[turn]! + 1 : until;
    if (at === until) break;
    if (waits) {
      if (units !== 0) record.barsInMarket += at - heldFrom;
      broker.note(0);
      broker.turn(0, candles, at, order, lots);
      cash = +broker.cash;
      units = +position.units;
      size = Math.abs(units);
      heldFrom = at;
      filled = at;
    }
    for (; at < stop; at++) {
      const start = time[at]!;
      const price = close[at]!;
      const end = start + interval;
      const equity = cash + units * price;
      if (!(open[at]! > 0 && low[at]! > 0 && price > 0 && high[at]! < Number.POSITIVE_INFINITY)) break;
      // A bar that does not follow its neighbour may start anywhere.
      if (start !== next && (start < earliest || Math.floor(start / interval) * interval !== start)) break;
      if (equity > peak || !(equity > floor) || !(end <= calmEnd)) {
        if (!(equity > 0 && protections.passes(before, equity, end))) break;
        calm = protections.calm();
        peak = +calm.peak;
        floor = +calm.floor;
        if (!(end <= record.dayEnd)) {
          // A day begins: what was kept here has to be put down before.
          record.mark(before);
          record.beginDay(end);
        }
        calmEnd = Math.min(calm.dayEnd, record.dayEnd);
      }
      grossSum += (size * price) / equity;
      before = equity;
      earliest = end;
      next = end;
    }
    if (at === filled) {
      // The bar is not ordinary after all: the step must find the order waiting.
      broker.takeBack(0);
      units = +position.units;
      break;
    }
    waits = false;
    if (at < stop || turn >= turnCount) break;
    const side = turns!.sides[turn]!;
    account.decisions++;
    if (side * units > 0) continue;
    order.targetUnits = unitsOf(0, side, before, close[at - 1]!);
    order.reason = units === 0 ? 'entry' : 'reverse';
    order.decision = account.decisions;
    lots.weight = side;
    waits = true;
  }
  if (waits) broker.orders[0] = order;
  if (at > from) {
    record.bars += at - from;
    record.grossSum = grossSum;
    if (units !== 0) record.barsInMarket += at - heldFrom;
    record.mark(before);
    broker.quote(0, close[at - 1]!, earliest);
  }
  account.earliest = earliest;
  return at;
}

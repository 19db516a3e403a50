import type { Candles } from './candles.ts';
import type { EquityRecord } from './equity-record.ts';
import type { Protections } from './protections.ts';

/** An account that only has to be marked: what it holds, and where time stands. Updated in place. */
export interface Coasting {
  readonly cash: number;
  /** Units of the only symbol, signed. */
  readonly units: number;
  /** Length of the bars, ms. */
  readonly interval: number;
  /** No bar may start before, ms UTC: the end of the last one. */
  earliest: number;
  /** Equity at the end of the last bar. */
  equity: number;
}

/**
 * Marks the account at bar after bar until one is anything but ordinary: a protection must look, the equity is used up, or a step
 * would refuse the bar. One loop over columns with everything in local variables, since this is what a run over years of
 * minutes mostly consists of.
 *
 * @returns the first bar that is not ordinary, or `until`.
 */
export function coast(
  candles: Candles,
  from: number,
  until: number,
  account: Coasting,
  protections: Protections,
  record: EquityRecord,
): number {
  const { time, open, high, low, close } = candles;
  const { cash, units, interval } = account;
  const size = Math.abs(units);
  let { earliest, equity: before } = account;
  let { grossSum } = record;
  let { peak, floor, dayEnd } = protections.calm();
  let at = from;
  for (; at < until; at++) {
    const start = time[at]!;
    const price = close[at]!;
    const end = start + interval;
    const equity = units === 0 ? cash : cash + units * price;
    if (!(open[at]! > 0 && low[at]! > 0 && price > 0 && high[at]! < Number.POSITIVE_INFINITY)) break;
    if (start < earliest || Math.floor(start / interval) * interval !== start || !(equity > 0)) break;
    if (equity > peak || !(equity > floor) || !(end <= dayEnd)) {
      if (!protections.passes(before, equity, end)) break;
      ({ peak, floor, dayEnd } = protections.calm());
    }
    if (!(end <= record.dayEnd)) {
      // A day begins: what was kept here has to be put down before.
      record.mark(before);
      record.grossSum = grossSum;
      record.append(end, equity, size * price);
      record.bars--;
      if (units !== 0) record.barsInMarket--;
      grossSum = record.grossSum;
    } else grossSum += (size * price) / equity;
    before = equity;
    earliest = end;
  }
  if (at > from) {
    record.bars += at - from;
    record.grossSum = grossSum;
    if (units !== 0) record.barsInMarket += at - from;
    record.mark(before);
  }
  account.earliest = earliest;
  account.equity = before;
  return at;
}

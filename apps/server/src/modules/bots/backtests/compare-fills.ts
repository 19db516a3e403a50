import type { Fill } from '@botdepot/trading';
import type { RecordedFill } from './live-replay.store.ts';

/** A fill of a replay and a recorded one that should be the same; null where one of both is missing. */
export type FillPair = { readonly expected: Fill | null; readonly actual: RecordedFill | null };

/**
 * Puts the fills of one bar side by side, symbol by symbol in their order, and returns the pairs that differ in time, side,
 * quantity or price. Exact: both are the same doubles when the same code saw the same bars.
 */
export function differingFills(expected: readonly Fill[], actual: readonly RecordedFill[]): FillPair[] {
  const pairs: FillPair[] = [];
  const open = new Map<string, RecordedFill[]>();
  for (const fill of actual) {
    const ofSymbol = open.get(fill.symbol);
    if (ofSymbol) ofSymbol.push(fill);
    else open.set(fill.symbol, [fill]);
  }
  for (const fill of expected) {
    const match = open.get(fill.symbol)?.shift() ?? null;
    if (match === null || !isSame(fill, match)) pairs.push({ expected: fill, actual: match });
  }
  for (const fill of [...open.values()].flat()) pairs.push({ expected: null, actual: fill });
  return pairs;
}

const isSame = (expected: Fill, actual: RecordedFill): boolean =>
  expected.time === actual.time &&
  expected.units === (actual.side === 'buy' ? actual.quantity : -actual.quantity) &&
  expected.fillPrice === actual.price;

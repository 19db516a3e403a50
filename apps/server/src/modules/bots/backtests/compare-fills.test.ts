import type { Fill } from '@botdepot/trading';
import { expect, test } from 'vitest';
import { differingFills } from './compare-fills.ts';
import type { RecordedFill } from './live-replay.store.ts';

const fill = (symbol: string, units: number, fillPrice = 100, time = 60_000): Fill => ({
  time,
  symbol,
  reason: 'entry',
  decision: 1,
  units,
  unitsAfter: units,
  midPrice: fillPrice,
  fillPrice,
  fee: 0,
  spread: 0,
  slippage: 0,
  stop: null,
  financing: 0,
  grossRealised: 0,
});

const recorded = ({ time, symbol, units, fillPrice }: Fill): RecordedFill => ({
  navSeq: 1,
  time,
  symbol,
  side: units > 0 ? 'buy' : 'sell',
  quantity: Math.abs(units),
  price: fillPrice,
});

test('the same fills differ in nothing, whatever the order of the symbols', () => {
  const fills = [fill('A', 1), fill('B', -2), fill('A', -1, 101)];
  const [a, b, c] = fills.map(recorded);
  expect(differingFills(fills, [b!, a!, c!])).toEqual([]);
});

test.each([
  ['another time', fill('A', 1, 100, 120_000)],
  ['the other side', fill('A', -1)],
  ['another quantity', fill('A', 1.000000000001)],
  ['another price', fill('A', 1, 100.00000000001)],
])('%s is a difference', (_, other) => {
  expect(differingFills([fill('A', 1)], [recorded(other)])).toHaveLength(1);
});

test('fills of one side only are a difference each', () => {
  expect(differingFills([fill('A', 1), fill('B', 1)], [])).toEqual([
    { expected: fill('A', 1), actual: null },
    { expected: fill('B', 1), actual: null },
  ]);
  expect(differingFills([], [recorded(fill('C', 1))])).toHaveLength(1);
  expect(differingFills([fill('A', 1)], [recorded(fill('B', 1))])).toHaveLength(2);
});

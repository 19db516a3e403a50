import { fixed12FromText } from '@botdepot/money';
import { candlesFrom, DAY_MS, symbolSpec } from '@botdepot/trading';
import { expect, test } from 'vitest';
import { comparedWithHolding, wholeDays } from './buy-and-hold.ts';

const DAY = Date.parse('2026-03-02T00:00:00Z');
const DAYS = { from: DAY, until: DAY + 3 * DAY_MS };
const START = fixed12FromText('1');
const closing = (index: number, nav: string) => ({ day: DAY + index * DAY_MS, nav: fixed12FromText(nav) });
const market = (symbol: string, bars: readonly [index: number, open: number, close: number][]) => ({
  spec: {
    ...symbolSpec(symbol, 'crypto'),
    costs: { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 1 },
  },
  candles: candlesFrom(
    bars.map(([index, open, close]) => ({
      time: DAY + index * DAY_MS,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 0,
    })),
  ),
});

test.each([
  ['2026-03-01T23:40:00Z', '2026-03-05T00:25:00Z', DAYS],
  ['2026-03-02T00:00:00Z', '2026-03-05T00:00:00Z', DAYS],
  ['2026-03-01T00:01:00Z', '2026-03-02T23:59:00Z', null],
])('the whole days from %s to %s', (from, to, expected) => {
  expect(wholeDays(new Date(from), new Date(to))).toEqual(expected);
});

test('markets are bought at the first open and held, and the bot is seen over the same days only', () => {
  const markets = [
    // What was before and after does not count.
    market('BTC/USD', [
      [-1, 1, 1],
      [0, 100, 80],
      [1, 80, 90],
      [2, 90, 110],
      [3, 110, 1],
    ]),
    // Closed on the first and the last day: cash until it opens, then the last price.
    market('GOLD', [[1, 50, 60]]),
  ];
  const closings = [closing(-1, '0.8'), closing(0, '0.9'), closing(2, '0.72'), closing(3, '5')];
  const compared = comparedWithHolding(DAYS, markets, START, closings);
  expect(compared).toMatchObject({ from: '2026-03-02T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' });
  expect(compared?.held.returnFraction).toBeCloseTo((1.1 + 1.2) / 2 - 1, 12);
  expect(compared?.held.maxDrawdownFraction).toBeCloseTo((0.8 + 1) / 2 - 1, 12);
  expect(compared?.bot.returnFraction).toBeCloseTo(0.72 / 0.8 - 1, 12);
  expect(compared?.bot.maxDrawdownFraction).toBeCloseTo(0.72 / 0.9 - 1, 12);
});

test('buying costs what it costs in a backtest', () => {
  const { spec } = market('BTC/USD', []);
  const costly = {
    ...market('BTC/USD', [[0, 100, 100]]),
    spec: { ...spec, costs: { ...spec.costs, feeBps: 100 } },
  };
  expect(comparedWithHolding(DAYS, [costly], START, [])?.held.returnFraction).toBeCloseTo(1 / 1.01 - 1, 12);
});

test('without a candle in these days there is nothing to compare with', () => {
  expect(comparedWithHolding(DAYS, [market('BTC/USD', [[3, 1, 1]])], START, [closing(0, '1')])).toBeNull();
});

import type { BacktestTrade } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { listedTrades, pageOf, TRADE_ORDERS } from './trade-list.ts';

function trade(symbol: string, closedAt: string, net: number, costs: number): BacktestTrade {
  return {
    symbol,
    direction: 'long',
    openedAt: '2024-01-01T00:00:00.000Z',
    closedAt,
    entryPrice: 1,
    exitPrice: 1,
    fills: 2,
    gross: net + costs,
    costs,
    net,
    reason: 'exit',
    reasonText: 'Ausstieg',
  };
}

const TRADES = [
  trade('GOLD', '2024-03-01T00:00:00.000Z', 0.01, 0.001),
  trade('BTC/USD', '2024-01-09T00:00:00.000Z', -0.02, 0.003),
  trade('GOLD', '2024-02-01T00:00:00.000Z', 0.03, 0.002),
];
const nets = (rows: readonly BacktestTrade[]) => rows.map(({ net }) => net);

describe('the trades of a backtest', () => {
  it.each([
    ['neueste', [0.01, 0.03, -0.02]],
    ['aelteste', [-0.02, 0.03, 0.01]],
    ['bestes', [0.03, 0.01, -0.02]],
    ['schlechtestes', [-0.02, 0.01, 0.03]],
    ['kosten', [-0.02, 0.03, 0.01]],
  ] as const)('come in the order „%s“', (order, expected) => {
    expect(nets(listedTrades(TRADES, { symbol: null, order }))).toEqual(expected);
  });

  it('have a case above for every order', () => {
    expect(TRADE_ORDERS).toHaveLength(5);
  });

  it('can be those of one symbol, and the list itself stays as it was', () => {
    const before = nets(TRADES);
    expect(nets(listedTrades(TRADES, { symbol: 'GOLD', order: 'bestes' }))).toEqual([0.03, 0.01]);
    expect(nets(TRADES)).toEqual(before);
  });
});

describe('a page of rows', () => {
  const rows = Array.from({ length: 25 }, (_, index) => index);

  it('holds as many as it may, and the rest stands on the last', () => {
    expect(pageOf(rows, 1, 10).rows).toEqual(rows.slice(0, 10));
    expect(pageOf(rows, 3, 10).rows).toEqual([20, 21, 22, 23, 24]);
  });

  it('leads from one that is not there to the nearest', () => {
    expect(pageOf(rows, 9, 10).page).toBe(3);
    expect(pageOf([], 2, 10)).toEqual({ rows: [], page: 1 });
  });
});

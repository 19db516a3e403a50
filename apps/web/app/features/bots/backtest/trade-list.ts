/** The order and the choice of a backtest's trades; pure, for the table and its test. */
import type { BacktestTrade } from '@botdepot/contract';

export const TRADE_ORDERS = [
  { value: 'neueste', label: 'Neueste zuerst' },
  { value: 'aelteste', label: 'Älteste zuerst' },
  { value: 'bestes', label: 'Bestes Ergebnis zuerst' },
  { value: 'schlechtestes', label: 'Schlechtestes zuerst' },
  { value: 'kosten', label: 'Höchste Kosten zuerst' },
] as const;
export type TradeOrder = (typeof TRADE_ORDERS)[number]['value'];

const COMPARE: Record<TradeOrder, (a: BacktestTrade, b: BacktestTrade) => number> = {
  neueste: (a, b) => Date.parse(b.closedAt) - Date.parse(a.closedAt),
  aelteste: (a, b) => Date.parse(a.closedAt) - Date.parse(b.closedAt),
  bestes: (a, b) => b.net - a.net,
  schlechtestes: (a, b) => a.net - b.net,
  kosten: (a, b) => b.costs - a.costs,
};

/** The trades of one symbol, or of all, in an order. Equal ones keep the order they came in. */
export function listedTrades(
  trades: readonly BacktestTrade[],
  { symbol, order }: { symbol: string | null; order: TradeOrder },
): BacktestTrade[] {
  return trades.filter((trade) => symbol === null || trade.symbol === symbol).sort(COMPARE[order]);
}

/** The page with this number, or the last one there is. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): { rows: Row[]; page: number } {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(Math.max(1, page), last);
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown };
}

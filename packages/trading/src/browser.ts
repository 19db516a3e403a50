/** What browsers need to trade a rule on past prices and to judge it. Nothing here needs Node: `tidy` follows the imports. */
import './without-eval.ts';

export { type BacktestResult, type BacktestSeries, runBacktest, StrategyFault } from './backtest.ts';
export { CandleAggregator } from './candle-aggregator.ts';
export { CandleCsvError, type CandleCsvProblem, type CandleFile, readCandleCsv } from './candle-csv.ts';
export { candleCsvReason, candleFileRemarks } from './candle-csv-words.ts';
export { type CandleFileContent, readCandleFile } from './candle-file.ts';
export { barInterval, type CandleGap, candleGaps } from './candle-gaps.ts';
export { CandleSeries, type Candles, DAY_MS, firstBars, firstIndexAt, HOUR_MS } from './candles.ts';
export type { RoundTrip } from './closed-trades.ts';
export { COSTS_BY_CATEGORY, type SymbolSpec, symbolSpec } from './costs.ts';
export { candlesHash, keyDigest, textHash } from './data-hash.ts';
export { ENGINE_VERSION } from './engine.ts';
export * from './evidence/index.ts';
export type { Fill, FillReason } from './fill.ts';
export { type RuleBars, ruleBarsOf } from './rule-bars.ts';
export * from './rules/index.ts';
export { buyAndHoldEquity } from './statistics/buy-and-hold.ts';
export { dailyReturns } from './statistics/daily-equity.ts';
export { maximumDrawdown } from './statistics/drawdown.ts';

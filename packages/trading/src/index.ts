export type { Account, Totals } from './account.ts';
export {
  type BacktestOptions,
  type BacktestResult,
  type BacktestSeries,
  type Provenance,
  runBacktest,
} from './backtest.ts';
export type { Position, StopRule } from './broker.ts';
export { CandleAggregator, type FormingCandle } from './candle-aggregator.ts';
export { parseCandleCsv } from './candle-csv.ts';
export {
  type Bar,
  CandleSeries,
  type Candles,
  candlesFrom,
  DAY_MS,
  emptyBar,
  firstIndexAt,
  HOUR_MS,
  MINUTE_MS,
  type MutableBar,
  readBar,
} from './candles.ts';
export {
  COSTS_BY_CATEGORY,
  MARKET_CATEGORIES,
  type MarketCategory,
  type SymbolSpec,
  symbolSpec,
  type TradingCosts,
} from './costs.ts';
export { candlesHash } from './data-hash.ts';
export { createEngine, ENGINE_VERSION, type Engine, type EngineOptions, type WarmHistory } from './engine.ts';
export { type EngineState, engineStateSchema } from './engine-state.ts';
export type { EquityCurve } from './equity-curve.ts';
export type { Fill, FillReason, TradeCause } from './fill.ts';
export { type RoundTrip, roundTrips } from './round-trips.ts';
export * from './simulator/index.ts';
export type { Adjustment } from './sizing.ts';
export { type DailyEquity, dailyEquity, dailyReturns } from './statistics/daily-equity.ts';
export { drawdownSeries, type MaximumDrawdown, maximumDrawdown } from './statistics/drawdown.ts';
export { type Exposure, exposure } from './statistics/exposure.ts';
export { compoundAnnualGrowthRate, totalReturn } from './statistics/growth.ts';
export { type Performance, performance } from './statistics/performance.ts';
export { annualVolatility, calmarRatio, sharpeRatio, sortinoRatio } from './statistics/risk-adjusted.ts';
export { type RollingReturns, rollingReturns } from './statistics/rolling-returns.ts';
export { expectancy, profitFactor, systemQualityNumber, winRate } from './statistics/trade-statistics.ts';
export type {
  Action,
  Decision,
  ProtectionEvent,
  ProtectionKind,
  StepReport,
  SymbolDecision,
} from './step-report.ts';
export {
  type SmartBotParameters,
  type SmartBotReason,
  smartBot,
  smartBotBenchmark,
} from './strategies/smart-bot.ts';
export {
  type Figures,
  type MarketView,
  type PortfolioView,
  type ProtectionLimits,
  type Strategy,
  type StrategyDecision,
  type SymbolIntent,
  type Target,
  UNQUOTED_LIMIT_MS,
} from './strategy.ts';

export type { Account, Totals } from './account.ts';
export {
  type BacktestOptions,
  type BacktestResult,
  type BacktestSeries,
  type Provenance,
  runBacktest,
} from './backtest.ts';
export { BarSet } from './bar-set.ts';
export type { LotRule, Position, StopRule } from './broker.ts';
export { berlinInstant, berlinWallTime } from './calendar/berlin-time.ts';
export { addDays, dateParts, type IsoDate, isoDate, weekdayOf } from './calendar/dates.ts';
export { isShortDay } from './calendar/short-days.ts';
export { calendarEvents, eveningWindow, SPECIFICATION_EVENT } from './calendar/trading-calendar.ts';
export { CandleAggregator, type FormingCandle } from './candle-aggregator.ts';
export { CandleCsvError, type CandleCsvProblem, parseCandleCsv } from './candle-csv.ts';
export { barInterval, type CandleGap, candleGaps } from './candle-gaps.ts';
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
export type { RoundTrip } from './closed-trades.ts';
export {
  COSTS_BY_CATEGORY,
  MARKET_CATEGORIES,
  type MarketCategory,
  type SymbolSpec,
  symbolSpec,
} from './costs.ts';
export { candlesHash } from './data-hash.ts';
export { createEngine, ENGINE_VERSION, type Engine, type EngineOptions, type WarmHistory } from './engine.ts';
export { type EngineState, engineStateSchema } from './engine-state.ts';
export type { Fill, FillReason, TradeCause } from './fill.ts';
export * from './simulator/index.ts';
export type { Adjustment } from './sizing.ts';
export {
  backtestFigures,
  comparisonFigures,
  type PerformanceFigures,
  provenanceFigures,
  type ThirtyDayWindows,
  type TradeFigures,
} from './statistics/backtest-figures.ts';
export { buyAndHoldEquity } from './statistics/buy-and-hold.ts';
export { breakEvenCostFactor, type CostShares, costShares } from './statistics/cost-shares.ts';
export { costsPerYear } from './statistics/costs-per-year.ts';
export { type DailyEquity, dailyEquity, dailyReturns } from './statistics/daily-equity.ts';
export { drawdownSeries, maximumDrawdown } from './statistics/drawdown.ts';
export { type Exposure, exposure } from './statistics/exposure.ts';
export { compoundAnnualGrowthRate, totalReturn } from './statistics/growth.ts';
export { monthlyReturns, worstMonth, type YearOfMonths } from './statistics/monthly-returns.ts';
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
export { type NewsBotParameters, newsBot, newsBotBenchmark } from './strategies/news-bot.ts';
export { decisionTimesOf } from './strategies/news-window.ts';
export { smaCross } from './strategies/sma-cross.ts';
export { smartBot, smartBotBenchmark } from './strategies/smart-bot.ts';
export { type TurboBotReason, turboBot, turboBotBenchmark } from './strategies/turbo-bot.ts';
export {
  type BarObserver,
  type Figures,
  type MarketView,
  type PortfolioView,
  type ProtectionLimits,
  type Strategy,
  type StrategyDecision,
  type SymbolIntent,
  type Target,
  type TradingEvent,
  type TurnScan,
  UNQUOTED_LIMIT_MS,
} from './strategy.ts';
export {
  HOURLY_SELECTION_PERIOD,
  HOURLY_STUDY_SYMBOLS,
  PUBLICATION_PERIOD,
  SELECTION_PERIOD,
  STUDY_SYMBOLS,
  type StudyPeriod,
  type StudySymbol,
  spliceCandles,
} from './study-data.ts';
export * from './track-record/index.ts';

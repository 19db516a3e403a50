export type { Account } from './account.ts';
export { type BacktestResult, type BacktestSeries, runBacktest, StrategyFault } from './backtest.ts';
export { berlinInstant, berlinWallTime } from './calendar/berlin-time.ts';
export { addDays, type IsoDate, isoDate, weekdayOfDate } from './calendar/dates.ts';
export { type ExchangeHours, isExchangeOpen } from './calendar/exchange-hours.ts';
export { isShortDay } from './calendar/short-days.ts';
export { calendarEvents, eveningWindow, SPECIFICATION_EVENT } from './calendar/trading-calendar.ts';
export { CandleAggregator, type FormingCandle } from './candle-aggregator.ts';
export { CandleCsvError, type CandleCsvProblem, type CandleFile, readCandleCsv } from './candle-csv.ts';
export { candleCsvReason, candleFileRemarks } from './candle-csv-words.ts';
export { type CandleFileContent, readCandleFile, writeCandleFile } from './candle-file.ts';
export { barInterval, type CandleGap, candleGaps } from './candle-gaps.ts';
export {
  type Bar,
  CandleSeries,
  type Candles,
  candlesFrom,
  DAY_MS,
  emptyBar,
  firstBars,
  firstIndexAt,
  type GrowingCandles,
  HOUR_MS,
  MINUTE_MS,
  type MutableBar,
  readBar,
} from './candles.ts';
export type { RoundTrip } from './closed-trades.ts';
export { COSTS_BY_CATEGORY, type SymbolSpec, symbolSpec } from './costs.ts';
export { candlesHash, keyDigest, textHash } from './data-hash.ts';
export { createEngine, ENGINE_VERSION, type Engine, type WarmHistory } from './engine.ts';
export { type EngineState, engineStateSchema } from './engine-state.ts';
export * from './evidence/index.ts';
export type { Fill, FillReason } from './fill.ts';
export { greatestCommonDivisor } from './greatest-common-divisor.ts';
export { previewStep, type StepPreview } from './preview-step.ts';
export * from './rules/index.ts';
export { SharedCandles } from './shared-candles.ts';
export * from './simulator/index.ts';
export {
  backtestFigures,
  comparisonFigures,
  provenanceFigures,
  seedOf,
  type TradeFigures,
} from './statistics/backtest-figures.ts';
export { buyAndHoldEquity } from './statistics/buy-and-hold.ts';
export { costsPerYear } from './statistics/costs-per-year.ts';
export { dailyReturns } from './statistics/daily-equity.ts';
export { maximumDrawdown } from './statistics/drawdown.ts';
export { LEAST_DAYS_FOR_RATIOS } from './statistics/performance.ts';
export { rollingReturns } from './statistics/rolling-returns.ts';
export { turnoverPerYear } from './statistics/turnover.ts';
export type {
  Decision,
  ProtectionEvent,
  ProtectionKind,
  StepReport,
  SymbolDecision,
} from './step-report.ts';
export { newsBot, newsBotBenchmark } from './strategies/news-bot.ts';
export { decisionTimesOf } from './strategies/news-window.ts';
export { smaCross } from './strategies/sma-cross.ts';
export { smartBot, smartBotBenchmark } from './strategies/smart-bot.ts';
export { type TurboBotReason, turboBot, turboBotBenchmark } from './strategies/turbo-bot.ts';
export {
  type Figures,
  type ProtectionLimits,
  type Strategy,
  type SymbolIntent,
  type TradingEvent,
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

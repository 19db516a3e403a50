import { admin } from './admin.ts';
import { backtests } from './backtests.ts';
import { bots } from './bots.ts';
import { identity } from './identity.ts';
import { markets } from './markets.ts';
import { notifications } from './notifications.ts';
import { trackRecords } from './track-record.ts';
import { walletContract } from './wallet.ts';

/** Every operation of the platform. What is not here does not exist. */
export const contract = {
  identity,
  markets,
  wallet: walletContract,
  bots,
  backtests,
  trackRecord: trackRecords,
  notifications,
  admin,
};
export type Contract = typeof contract;

export type { AdminOverview, PendingDeposit, PendingWithdrawal } from './admin.ts';
export type { BacktestTrade, PerformanceFigures, Provenance, ThirtyDayWindows } from './backtest-figures.ts';
export {
  BACKTEST_LIMITS,
  type BacktestData,
  type BacktestEvent,
  type BacktestRequest,
  type BacktestResult,
  backtestRequest,
  COST_FACTORS,
  type LiveReplay,
} from './backtests.ts';
export type {
  Bot,
  BotDetail,
  Investment,
  InvestmentDetail,
  InvestmentFill,
  Measurement,
  ProtocolEntry,
  TradingEvent,
  TradingRecord,
} from './bots.ts';
export * from './catalogue.ts';
export * from './errors.de.ts';
export * from './errors.ts';
export type { Installation, Profile } from './identity.ts';
export { LIVE_SUBJECTS, type LiveMessage, type LiveSubject, liveMessage } from './live.ts';
export type { CandlePage, DayRange, MarketPrice } from './markets.ts';
export { CANDLE_INTERVALS, CANDLES_PER_PAGE_MAX, PRICE_SOURCES } from './markets.ts';
export type { Notification } from './notifications.ts';
export {
  type BotReport,
  botReport,
  REPORT_PERIODS,
  type ReportPeriod,
  type ReportSummary,
  reportSummaries,
} from './reports.ts';
export * from './states.ts';
export {
  type BotOutcomes,
  type ChainHead,
  type MonthlyReturn,
  OUTCOMES_SHOWN_FROM,
  SERIES_END_REASONS,
  type SeriesEndReason,
  TRACK_RECORD_POINTS,
  type TrackRecord,
  type TrackRecordSeries,
  trackRecordHeadUrl,
  trackRecordUrl,
} from './track-record.ts';
export type {
  AccountKind,
  Deposit,
  Transaction,
  Transfer,
  TransferKind,
  Wallet,
  Withdrawal,
} from './wallet.ts';
export { ACCOUNT_KINDS, TRANSFER_KINDS } from './wallet.ts';

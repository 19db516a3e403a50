import { admin } from './admin.ts';
import { backtests } from './backtests.ts';
import { bots } from './bots.ts';
import { identity } from './identity.ts';
import { mailbox } from './mailbox.ts';
import { markets } from './markets.ts';
import { notifications } from './notifications.ts';
import { support, supportDesk } from './support.ts';
import { trackRecords } from './track-record.ts';
import { walletContract } from './wallet.ts';
import { wealth } from './wealth.ts';

/** Every operation of the platform. What is not here does not exist. */
export const contract = {
  identity,
  markets,
  wallet: walletContract,
  bots,
  wealth,
  backtests,
  trackRecord: trackRecords,
  notifications,
  mailbox,
  support,
  supportDesk,
  admin,
};
export type Contract = typeof contract;

export {
  type ActiveInvestment,
  type AdminOverview,
  CORRECTION_DIRECTIONS,
  type CorrectionDirection,
  type CustomerBalance,
  type ManualReturn,
  type ManualReturnOutcome,
  type PendingDeposit,
  type PendingWithdrawal,
  type UserProfile,
  type WalletCorrection,
} from './admin.ts';
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
export { PROTOCOL_KINDS } from './bots.ts';
export * from './catalogue.ts';
export { deviceName } from './device-name.ts';
export * from './errors.de.ts';
export * from './errors.ts';
export { FAQ, type FaqEntry } from './faq.ts';
export type { AccountClosing, Installation, Preferences, Profile } from './identity.ts';
export { LIVE_SUBJECTS, type LiveMessage, type LiveSubject, liveMessage } from './live.ts';
export type { MailboxMail, MailHead } from './mailbox.ts';
export { amountAfterReturn, isReturnPercent, readPercent } from './manual-returns.ts';
export type { CandlePage, DayRange, MarketPrice } from './markets.ts';
export { CANDLE_INTERVALS, CANDLES_PER_PAGE_MAX, PRICE_SOURCES } from './markets.ts';
export * from './notification-events.ts';
export {
  NOTIFICATION_SUBJECTS,
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationSetting,
  type NotificationSubject,
  type NotificationType,
  notification,
} from './notifications.ts';
export * from './preferences.ts';
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
  ASSISTANT_REPLY_MS,
  type ChatSummary,
  type DeskChat,
  ESCALATION_REASONS,
  type EscalationReason,
  type MessageFact,
  type QuickReply,
  SENDER_TYPES,
  type SenderType,
  SUPPORT_LIMITS,
  type SupportChat,
  type SupportMessage,
  type SupportThread,
  supportThread,
} from './support.ts';
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
  Statement,
  Transaction,
  Transfer,
  TransferKind,
  Wallet,
  Withdrawal,
} from './wallet.ts';
export { ACCOUNT_KINDS, TRANSFER_KINDS } from './wallet.ts';
export { FLOW_KINDS, type FlowKind, WEALTH_RANGES, type WealthHistory, type WealthRange } from './wealth.ts';

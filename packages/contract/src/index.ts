import { admin } from './admin.ts';
import { backtests } from './backtests.ts';
import { bots } from './bots.ts';
import { identity } from './identity.ts';
import { mailbox } from './mailbox.ts';
import { markets } from './markets.ts';
import { notifications } from './notifications.ts';
import type { Traits } from './operation.ts';
import { support } from './support.ts';
import { supportDesk } from './support-desk.ts';
import { testbench } from './testbench.ts';
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
  testbench,
  trackRecord: trackRecords,
  notifications,
  mailbox,
  support,
  supportDesk,
  admin,
};
export type Contract = typeof contract;

/** The names of all operations, `wallet.requestDeposit`, or of those of a kind. */
export type OperationName<K extends Traits['kind'] = Traits['kind']> = {
  [M in keyof Contract]: {
    [Name in keyof Contract[M] & string]: Contract[M][Name] extends { '~orpc': { meta: Traits<K> } }
      ? `${M}.${Name}`
      : never;
  }[keyof Contract[M] & string];
}[keyof Contract];

export type {
  ActiveInvestment,
  AdminOverview,
  CustomerBalance,
  ManualReturn,
  ManualReturnOutcome,
  UserProfile,
  WalletCorrection,
} from './admin.ts';
export {
  AUDIT_ACTORS,
  type AuditChainState,
  type AuditEntry,
  type AuditEntryDetail,
  type AuditFilter,
} from './admin-audit.ts';
export type {
  AdminBot,
  BotMarket,
  BotPause,
  CalendarEntry,
} from './admin-bots.ts';
export {
  type Customer,
  type CustomerAuditEntry,
  type CustomerEntry,
  type CustomerSession,
  customerReference,
  type FoundReference,
  readCustomerReference,
} from './admin-customers.ts';
export type { CustomerFacts, RequestFacts } from './admin-facts.ts';
export { type AdminOperation, APPROVED_OPERATIONS, mayStartAt, mayUse } from './admin-fields.ts';
export {
  type Approval,
  type ApprovalDetail,
  type ApprovalLine,
  type ApprovalRequest,
  type ApprovalRequestInput,
  approvalRequest,
  type FourEyes,
  type FourEyesCheck,
  type FourEyesOffReason,
} from './admin-four-eyes.ts';
export type { AdminOwnBot, OwnBotHold, OwnBotQuota, StepTime } from './admin-own-bots.ts';
export type {
  DecisionOutcome,
  PendingDeposit,
  PendingWithdrawal,
  RequestClaim,
  RequestDecision,
  RequestRecord,
  RequestRecordFilter,
} from './admin-queue.ts';
export {
  RECONCILIATION_STATUSES,
  RECONCILIATION_TRIGGERS,
  type ReconciliationResult,
  type ReconciliationRun,
  type ReconciliationRunDetail,
} from './admin-reconciliation.ts';
export type { Fault, SchemaState, SystemState } from './admin-system.ts';
export * from './audit-words.ts';
export type {
  BacktestTrade,
  PerformanceFigures,
  Provenance,
  ThirtyDayWindows,
  Uncertainty,
} from './backtest-figures.ts';
export type {
  BacktestData,
  BacktestEvent,
  BacktestRequest,
  BacktestResult,
  LiveReplay,
} from './backtests.ts';
export type {
  Bot,
  BotDetail,
  Investment,
  InvestmentDetail,
  InvestmentFill,
  Measurement,
  Protection,
  ProtocolEntry,
  TradingEvent,
  TradingRecord,
  UsualRange,
} from './bots.ts';
export { PROTOCOL_KINDS } from './bots.ts';
export * from './catalogue.ts';
export { deviceName } from './device-name.ts';
export * from './errors.de.ts';
export * from './errors.ts';
export { FAQ, type FaqEntry } from './faq.ts';
export type { AccountClosing, Installation, Preferences, Profile, SignInEvent } from './identity.ts';
export { asSentence, isolated } from './isolated.ts';
export * from './kinds.ts';
export * from './limits.ts';
export { LIVE_SUBJECTS, type LiveMessage, type LiveSubject, liveMessage } from './live.ts';
export type { MailboxMail, MailHead } from './mailbox.ts';
export { amountAfterReturn, isReturnPercent, readPercent } from './manual-returns.ts';
export * from './market-words.ts';
export type { CandlePage, DayRange, MarketPrice } from './markets.ts';
export { CANDLE_INTERVALS, CANDLES_PER_PAGE_MAX, PRICE_SOURCES } from './markets.ts';
export * from './notification-events.ts';
export {
  NOTIFICATION_SUBJECTS,
  type Notification,
  type NotificationSetting,
  type NotificationSubject,
  type NotificationType,
  notification,
} from './notifications.ts';
export { type Traits, touchedBy } from './operation.ts';
export type { ExplainedFill, HeldOwnBot, OwnBotOrder, OwnBotRecord, OwnBotRun } from './own-bot-live.ts';
export * from './preferences.ts';
export { RARITY_NEEDS, type Rarity, rarityOf } from './rarity.ts';
export {
  type BotReport,
  botReport,
  REPORT_PERIODS,
  type ReportPeriod,
  type ReportSummary,
  reportSummaries,
} from './reports.ts';
export { id } from './shapes.ts';
export {
  SIGN_IN_EVENT_WORDS,
  SIGN_IN_EVENTS,
  SIGN_IN_EVENTS_KEPT_DAYS,
  type SignInEventKind,
} from './sign-in-events.ts';
export * from './states.ts';
export {
  ASSISTANT_REPLY_MS,
  type ChatSummary,
  ESCALATION_REASONS,
  type EscalationReason,
  type MessageFact,
  type QuickReply,
  SENDER_TYPES,
  type SenderType,
  type SupportChat,
  type SupportMessage,
  type SupportThread,
  supportThread,
} from './support.ts';
export type {
  DeskChat,
  DeskContext,
  SupportNote,
  TeamMember,
  TextBlock,
} from './support-desk.ts';
export type {
  CandleSource,
  CheckedRule,
  ListedOwnBot,
  OwnBot,
  OwnBotDetail,
  OwnBotSetup,
  OwnBotVersion,
  RuleTemplate,
  TrialCount,
} from './testbench.ts';
export type {
  OwnBotResult,
  ResultTrade,
  RuleCertificate,
  RuleJudgement,
  RuleResult,
  RunEvent,
  TestPeriod,
} from './testbench-results.ts';
export * from './text-blocks.ts';
export {
  type BotOutcomes,
  type MonthlyReturn,
  OUTCOMES_SHOWN_FROM,
  type SeriesEndReason,
  TRACK_RECORD_POINTS,
  type TrackRecord,
  type TrackRecordSeries,
  trackRecordHeadUrl,
  trackRecordUrl,
} from './track-record.ts';
export { ownBotLabel, ownBotTitle, TRANSFER_TITLES, withOwnBotName } from './transfer-titles.ts';
export { percentRange, ratioRange, uncertaintyTexts } from './uncertainty-words.ts';
export type {
  AccountKind,
  Deposit,
  OwnHolding,
  Statement,
  Transaction,
  Transfer,
  TransferKind,
  Wallet,
  Withdrawal,
} from './wallet.ts';
export { ACCOUNT_KINDS, TRANSFER_KINDS } from './wallet.ts';
export {
  FLOWS_MARKED,
  type FlowKind,
  INVESTMENTS_NAMED,
  type WealthHistory,
  type WealthRange,
} from './wealth.ts';

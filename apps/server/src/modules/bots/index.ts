export { type BacktestRunner, createBacktestRunner } from './backtests/backtest-runner.ts';
export { backtestsRouter } from './backtests/backtests.router.ts';
export { BOT_INVARIANTS } from './bot-invariants.ts';
export { botsRouter } from './bots.router.ts';
export {
  cancelTradingEvent,
  createTradingEvent,
  moveTradingEvent,
} from './events/change-calendar.ts';
export { listCalendar } from './events/list-calendar.ts';
export {
  insertEvents,
  readNervousWindows,
  readTradedEvents,
} from './events/trading-events.store.ts';
export {
  closeInvestments,
  listActiveIds,
  lockActiveInvestments,
  readInvestmentsClosing,
} from './investments/close-investments.ts';
export { exportInvestments } from './investments/export-investments.ts';
export { listInvestments } from './investments/read-investments.ts';
export { startBot } from './investments/start-bot.ts';
export { stopBot } from './investments/stop-bot.ts';
export {
  type InvestmentResults,
  readInvested,
  readResults,
  sumActiveInvestments,
} from './investments/sum-investments.ts';
export { readCustomersMoney } from './operation/investors.store.ts';
export { listAdminBots } from './operation/list-admin-bots.ts';
export { listBotPauses } from './operation/list-pauses.ts';
export { pauseBot, resumeBot } from './operation/pause-bot.ts';
export { readLastingPauses } from './operation/pauses.store.ts';
export { listBots } from './overview/list-bots.ts';
export type { People } from './people.ts';
export { findRunningPortfolio, listClosedPortfolios } from './portfolio/portfolio.store.ts';
export { protectionText } from './protocol/describe-step.ts';
export { applyReturn } from './returns/apply-return.ts';
export { findInvestmentOwners, listActiveInvestments } from './returns/list-active-investments.ts';
export { listStoppedInvestments, lockForReturns } from './returns/lock-for-returns.ts';
export { type BotStrategies, STRATEGIES } from './strategies.ts';
export { createTrackRecordDownloads, type TrackRecordDownloads } from './track-record/downloads.ts';
export { readHeads, readSealedLines } from './track-record/sealed-records.store.ts';
export { createTrackRecordSealer } from './track-record/sealer.ts';
export { trackRecordRouter } from './track-record/track-record.router.ts';
export { type BotRunner, createBotRunner } from './trading/bot-runner.ts';
export { type DemoMoment, simulateDemoHistory } from './trading/simulate-demo-history.ts';
export { wealthRouter } from './wealth/wealth.router.ts';

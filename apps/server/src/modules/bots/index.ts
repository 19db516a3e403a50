export { type BacktestRunner, createBacktestRunner } from './backtests/backtest-runner.ts';
export type { JobEvents, JobReader, PreparedJob } from './backtests/stream-job.ts';
export { readTestCandles } from './backtests/test-own-rules.ts';
export type { CandlePlace, RuleResultJob } from './backtests/worker-job.ts';
export { BOT_INVARIANTS } from './bot-invariants.ts';
export { backtestsRouter, botsRouter, trackRecordRouter, wealthRouter } from './bots.router.ts';
export { bots } from './bots.schema.ts';
export {
  cancelTradingEvent,
  createTradingEvent,
  listCalendar,
  moveTradingEvent,
} from './events/calendar.ts';
export {
  insertEvents,
  readNervousWindows,
  readTradedEvents,
} from './events/trading-events.ts';
export { earnedBy } from './investments/breakdown.ts';
export {
  closeInvestments,
  exportInvestments,
  listActiveIds,
  lockActiveInvestments,
  readInvestmentsClosing,
} from './investments/investments-of-account.ts';
export {
  type BotResults,
  type InvestmentResults,
  listInvestments,
  readInvested,
  readInvestment,
  readResults,
  sumActiveInvestments,
} from './investments/read-investments.ts';
export {
  applyReturn,
  findInvestmentOwners,
  listActiveInvestments,
  listStoppedInvestments,
  lockForReturns,
} from './investments/returns.ts';
export { startBot, stopBot } from './investments/start-and-stop.ts';
export { listAdminBots } from './operation/list-admin-bots.ts';
export {
  listBotPauses,
  pauseBot,
  readCustomersMoney,
  readLastingPauses,
  resumeBot,
} from './operation/pauses.ts';
export { listBots } from './overview/list-bots.ts';
export { createCandleShelf } from './own/candle-shelf.ts';
export {
  addUnits,
  closeRun,
  couldTradeSince,
  countOpenRuns,
  findLastRuns,
  findRun,
  findRunOf,
  listOpenRuns,
  listOpenRunsOf,
  listRunPage,
  listRunsOf,
  lockOwnBots,
  type OwnRun,
  type OwnStrike,
  openRun,
  type RunSearch,
  readOpenMarks,
  sumOpenRuns,
  writeOwnStrikes,
} from './own/own-runs.ts';
export {
  findDemoHistories,
  findRunFill,
  listRunFills,
  listRunProtocol,
  listRunStrikes,
  measureRun,
  readNewestStrikes,
  readRunCurve,
} from './own/read-runs.ts';
export {
  DivergedError,
  heldSymbols,
  isFaulty,
  type Minute,
  navOfRun,
  type OwnStrategy,
  openingStrike,
  type PreparedRun,
  prepareRun,
  type RunningRun,
  type RunStep,
  resumeRun,
  stepRun,
  strikeOfRun,
} from './own/run-engine.ts';
export type { People } from './people.ts';
export {
  eraseOwnBotRow,
  findOwnBotRow,
  insertOwnBot,
  listOwnBotRows,
  listOwnBotsById,
  type OwnBotRow,
  readBotNumbers,
} from './portfolio/own-bots.ts';
export {
  findLastStrike,
  findRunningPortfolio,
  listClosedPortfolios,
  readLastSteps,
} from './portfolio/portfolio.ts';
export type { Strike } from './portfolio/strike.ts';
export { protectionText } from './protocol/describe-step.ts';
export { type BotStrategies, STRATEGIES } from './strategies.ts';
export {
  createTrackRecordDownloads,
  makeRecordFile,
  type TrackRecordDownloads,
} from './track-record/downloads.ts';
export {
  findHead,
  readHeads,
  readSealProgress,
  recordNameOf,
  type SealedHead,
} from './track-record/recorded-bots.ts';
export { createTrackRecordSealer } from './track-record/seal-records.ts';
export { readSealedLines } from './track-record/sealed-records.ts';
export { createRecordThinning } from './track-record/thin-records.ts';
export {
  type ChainCheckpoint,
  type CheckedNight,
  keepCheckpoints,
  verifySealed,
} from './track-record/verify-records.ts';
export { type BotRunner, createBotRunner } from './trading/bot-runner.ts';
export type { CandleReader } from './trading/load-history.ts';
export { type DemoMoment, simulateDemoHistory } from './trading/simulate-demo-history.ts';
export { staleSymbols } from './trading/trade-bar.ts';

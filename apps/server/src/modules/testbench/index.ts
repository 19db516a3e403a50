export { type CandleFileRequest, createCandleFiles } from './candles/candle-files.ts';
export { type CandleSources, createCandleSources } from './candles/candle-sources.ts';
export { exportTrials } from './list-trials.ts';
export { getOwnBotRun, listAllOwnBots } from './live/all-runs.ts';
export { holdOwnBots, listOwnBotHolds, releaseOwnBots } from './live/holds.ts';
export { closeOwnLive, listOwnLive, lockOwnLive } from './live/live-of-account.ts';
export { startOwnBot } from './live/orders.ts';
export { createOwnBotHost, type OwnBotHost } from './live/own-bot-host.ts';
export {
  endedStarts,
  readNewestNavs,
  readOwnInvested,
  readOwnResults,
  readOwnStarts,
} from './live/own-money.ts';
export { createOwnRecordFiles } from './live/own-record.ts';
export { readOwnBotsUntil } from './live/progress.ts';
export { getQuota, setTestbenchQuota } from './live/quotas.ts';
export type { StepTimesSeen } from './live/step-times.ts';
export {
  createOwnBot,
  createOwnBotVersion,
  listHeldOwnBots,
  listOwnBots,
  readOwnBotNames,
} from './own-bots.ts';
export { certifyOwnBot, runOwnBacktest } from './results/runs.ts';
export { testbenchRouter } from './testbench.router.ts';
export { TESTBENCH_INVARIANTS } from './testbench-invariants.ts';
export {
  closeTestbench,
  exportOwnBots,
  exportTestPeriods,
  listTestbench,
  lockTestbench,
} from './testbench-of-account.ts';
export { recordTrials } from './trials.ts';

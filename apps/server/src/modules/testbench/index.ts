export { type CandleFileRequest, createCandleFiles } from './candles/candle-files.ts';
export { type CandleSources, createCandleSources } from './candles/candle-sources.ts';
export { exportTrials } from './list-trials.ts';
export { testbenchRouter } from './testbench.router.ts';
export { TESTBENCH_INVARIANTS } from './testbench-invariants.ts';
export {
  closeTestbench,
  exportOwnBots,
  exportTestPeriods,
  listTestbench,
  lockTestbench,
} from './testbench-of-account.ts';

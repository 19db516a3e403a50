/** A worker with bots of the tests' own: one that trades, one that never ends, one that takes its process with it. */
import './backtests-hostile.ts';
import { serveJobs } from '../../src/modules/bots/backtests/serve-jobs.ts';
import { backtestStrategies } from './backtests-strategies.ts';

serveJobs(backtestStrategies);

/** A worker with bots of the tests' own: one that trades, one that never ends, one that takes its thread with it. */
import { serveJobs } from '../src/modules/bots/backtests/serve-jobs.ts';
import { backtestStrategies } from './backtests-fixture.ts';

serveJobs(backtestStrategies);

/** A worker with the bots of the live replay's test. */
import { serveJobs } from '../../src/modules/bots/backtests/serve-jobs.ts';
import { liveReplayStrategies } from './live-replay-strategies.ts';

serveJobs(liveReplayStrategies);

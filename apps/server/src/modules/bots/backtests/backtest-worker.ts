/** The process that runs the installation's bots over history. */
import { STRATEGIES } from '../strategies.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(STRATEGIES);

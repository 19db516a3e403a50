import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { isConnectionFailure, openDatabase } from '../../../platform/database.ts';
import type { BotStrategies } from '../strategies.ts';
import { makeBacktest } from './make-backtest.ts';
import { makeLiveReplay } from './make-live-replay.ts';
import type { FromWorker, JobResult, ToWorker, WorkerJob, WorkerStart } from './worker-job.ts';

/**
 * The worker's side: one job after the other, with a database connection of its own. The thread is ended from outside,
 * wherever it is; nothing here has to be put away.
 */
export function serveJobs(strategies: BotStrategies): void {
  const port = parentPort;
  if (!port) throw new Error('jobs are served in a worker thread only');
  // Given by `createWorkerPool` only.
  const { databaseUrl } = workerData as WorkerStart;
  const database = openDatabase({
    url: databaseUrl,
    log: pino({ level: 'silent' }),
    maxConnections: 2,
    applicationName: 'botdepot-backtests',
  });
  const tell = (message: FromWorker): void => port.postMessage(message);
  let answer: ((goOn: boolean) => void) | null = null;
  const askToGoOn = (digest: string): Promise<boolean> =>
    new Promise((resolve) => {
      answer = resolve;
      tell({ type: 'data-read', digest });
    });
  const onProgress = throttled((share) => tell({ type: 'progress', share }));

  async function work(job: WorkerJob): Promise<JobResult[WorkerJob['kind']]> {
    const deps = { db: database.db, strategies, onProgress };
    return job.kind === 'backtest' ? makeBacktest({ ...deps, askToGoOn }, job) : makeLiveReplay(deps, job);
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'go-on') {
      answer?.(message.goOn);
      return;
    }
    work(message.job).then(
      (result) => tell({ type: 'done', result }),
      (error: unknown) => {
        const { message: text, stack } = error instanceof Error ? error : new Error(String(error));
        tell({ type: 'failed', unavailable: isConnectionFailure(error), message: text, stack });
      },
    );
  });
}

/** Whole percents only: a bar on the screen shows no more, and every message wakes the request thread. */
function throttled(tell: (share: number) => void): (share: number) => void {
  let told = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent === told) return;
    told = percent;
    tell(percent / 100);
  };
}

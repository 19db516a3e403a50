import { pino } from 'pino';
import { isConnectionFailure, openDatabase, type Tx } from '../../../platform/database.ts';
import { writePracticeMarket } from '../../markets/index.ts';
import type { BotStrategies } from '../strategies.ts';
import { type BacktestDeps, makeBacktest } from './make-backtest.ts';
import { makeLiveReplay } from './make-live-replay.ts';
import { explainOrder, makeCertificate, makeRuleResult } from './test-own-rules.ts';
import type { FromWorker, JobResult, ToWorker, WorkerJob, WorkerStart } from './worker-job.ts';

/**
 * The worker's side: one job after the other, with a database connection of its own. The process is ended from outside,
 * wherever it is; nothing here has to be put away.
 */
export function serveJobs(strategies: BotStrategies): void {
  let serve: ((job: WorkerJob) => Promise<JobResult[WorkerJob['kind']]>) | undefined;
  let answer: ((goOn: boolean) => void) | null = null;
  const askToGoOn = (digest: string): Promise<boolean> =>
    new Promise((resolve) => {
      answer = resolve;
      tell({ type: 'data-read', digest });
    });
  const onProgress = throttled((share) => tell({ type: 'progress', share }));

  // Ctrl+C reaches every process of the terminal; whether this one ends is the server's business.
  process.on('SIGINT', () => undefined);
  // The server is gone.
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'start':
        serve = jobsOf(message.start, (db) => ({ db, strategies, onProgress, askToGoOn }));
        return;
      case 'go-on':
        answer?.(message.goOn);
        return;
      case 'job':
        if (!serve) throw new Error('a job came before the start');
        serve(message.job).then(
          (result) => tell({ type: 'done', result }),
          (error: unknown) => {
            const { message: text, stack } = error instanceof Error ? error : new Error(String(error));
            tell({ type: 'failed', unavailable: isConnectionFailure(error), message: text, stack });
          },
        );
    }
  });
}

function jobsOf({ databaseUrl }: WorkerStart, depsOf: (db: Tx) => BacktestDeps) {
  const { db } = openDatabase({
    url: databaseUrl,
    log: pino({ level: 'silent' }),
    maxConnections: 2,
    applicationName: 'botdepot-backtests',
  });
  const deps = depsOf(db);
  return async (job: WorkerJob): Promise<JobResult[WorkerJob['kind']]> => {
    switch (job.kind) {
      case 'backtest':
        return makeBacktest(deps, job);
      case 'live-replay':
        return makeLiveReplay(deps, job);
      case 'practice-market':
        await writePracticeMarket(job.folder);
        return null;
      case 'rule-result':
        return makeRuleResult(deps, job);
      case 'certificate':
        return makeCertificate(deps, job);
      case 'explain':
        return explainOrder(deps, job);
    }
  };
}

function tell(message: FromWorker): void {
  if (!process.send) throw new Error('jobs are served in a child process only');
  process.send(message);
}

/** Whole percents only: a bar on the screen shows no more, and every message wakes the server. */
function throttled(tell: (share: number) => void): (share: number) => void {
  let told = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent === told) return;
    told = percent;
    tell(percent / 100);
  };
}

/** What a job may do to the process that works on it. Imported by a worker before all else, it does so to jobs of one certain market. */
import type { BacktestRequest } from '@botdepot/contract';
import type { ToWorker } from '../../src/modules/bots/backtests/worker-job.ts';

export const HOSTILE = {
  exits: 'LTC/USD',
  oneLargeArray: 'ADA/USD',
  memoryBesideTheHeap: 'XRP/USD',
  neverEnds: 'GOLD',
} as const satisfies Record<string, BacktestRequest['symbols'][number]>;

/** What a process that never ends calls itself, so that it is told from one that rests. */
export const STUCK = 'stuck-in-its-job';

const ACTS: Record<string, () => void> = {
  [HOSTILE.exits]: () => process.exit(3),
  // A thread that does so takes its whole process with it: nodejs/node 65019.
  [HOSTILE.oneLargeArray]: () => {
    // Put together: made in one piece it takes ten seconds to fill.
    const part = new Array<number>(2 ** 24).fill(0.5);
    part.concat(...new Array<number[]>(7).fill(part));
  },
  [HOSTILE.memoryBesideTheHeap]: () => {
    for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
  [HOSTILE.neverEnds]: () => {
    process.title = STUCK;
    for (;;);
  },
};

process.on('message', (message: ToWorker) => {
  if (message.type !== 'job' || message.job.kind !== 'backtest') return;
  const [symbol, second] = message.job.request.symbols;
  if (symbol !== undefined && second === undefined) ACTS[symbol]?.();
});

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { createJob } from '../jobs.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../leader.ts';
import { type Horizon, isDecided, readHorizon, sealAudit } from './seal-audit.ts';

const PAUSE_MS = 5_000;
/** Rows per transaction: some tens of milliseconds, whatever there is to catch up with. */
const ROWS_AT_ONCE = 500;

export type AuditSealer = {
  /** One round, if this process leads; returns how many rows were sealed. Calls do not overlap. */
  seal(): Promise<number>;
  /** From now on a round every few seconds. */
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Seals the audit log on the leader, in transactions of its own: no command waits for it. What fails is tried again in the
 * next round; rows wait unsealed until then. A transaction that is long under way holds up the sealing of what came after
 * it, nothing else.
 */
export function createAuditSealer(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** The running term of this process; null when it does not lead. */
  term: () => LeaderTerm | null;
  rowsAtOnce?: number;
}): AuditSealer {
  const { database, clock, log, term, rowsAtOnce: limit = ROWS_AT_ONCE } = deps;
  let waiting: Horizon | null = null;
  let underWay: Promise<number> | null = null;

  async function round(current: LeaderTerm): Promise<number> {
    const latest = await readHorizon(database.db);
    const horizon = waiting ?? latest;
    // Nobody writes just now: then even the newest row is decided.
    const decided = latest.writers.length === 0 ? latest : isDecided(horizon, latest) ? horizon : null;
    if (!decided) {
      waiting = horizon;
      return 0;
    }
    waiting = decided === latest ? null : latest;
    let total = 0;
    let sealed = limit;
    while (sealed === limit && !current.signal.aborted) {
      sealed = await database.transaction(async (tx) => {
        await assertEpoch(tx, current.epoch);
        return sealAudit(tx, { upTo: decided.seq, now: clock.now(), limit });
      });
      total += sealed;
    }
    return total;
  }

  async function seal(): Promise<number> {
    const current = term();
    if (!current) return 0;
    // A second call waits for the first one, then looks itself.
    while (underWay) await underWay.catch(() => undefined);
    underWay = round(current).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  const job = createJob({
    everyMs: PAUSE_MS,
    log,
    failed: 'audit log not sealed',
    isExpected: (error) => error instanceof LostLeadershipError,
    run: seal,
  });
  return {
    seal,
    start: job.start,
    async stop() {
      await job.stop();
      await underWay?.catch(() => undefined);
    },
  };
}

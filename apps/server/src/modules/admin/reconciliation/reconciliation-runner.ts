import { mayUse, type ReconciliationResult } from '@botdepot/contract';
import type { Logger } from 'pino';
import { writeAudit } from '../../../platform/audit.ts';
import { type Database, isUniqueViolation } from '../../../platform/database.ts';
import { createJob } from '../../../platform/jobs.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import {
  type Actor,
  type Clock,
  newId,
  systemActor,
  type Work,
  type WorkRunner,
} from '../../../platform/work.ts';
import { type ChainCheckpoint, keepCheckpoints } from '../../bots/index.ts';
import { listAdmins } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';
import { type Check, RECONCILIATION_CHECKS, runChecks } from './checks.ts';
import { lastNightDue } from './night.ts';
import {
  ATTEMPTS,
  abortSilentRuns,
  type Claim,
  claimNight,
  claimRun,
  findRunning,
  finishRun,
  HEARTBEAT_MS,
  keepRun,
  type RunEnd,
  type RunRow,
} from './runs.store.ts';

/** How often the leader looks whether a night is due. */
const LOOK_MS = 30_000;
/** The whole of a run; afterwards it is given up. One that somebody asked for verifies every record there is. */
const RUN_LIMIT_MS = { nightly: 20 * 60_000, manual: 60 * 60_000 };
/** The progress is written down at most this often; the last of it always. */
const PROGRESS_MS = 500;

export type ReconciliationRunner = {
  /** Begins a run in the background, or gives the one that is running. */
  begin(actor: Actor): Promise<RunRow>;
  /** Begins the run of the night if one is due and this process leads. Returns whether it did. */
  lookForNight(): Promise<boolean>;
  /** Waits for the run of this process. */
  idle(): Promise<void>;
  /** From now on every night. */
  start(): void;
  /** Gives up the run of this process; a nightly one is begun again by whoever leads next. */
  stop(): Promise<void>;
};

/**
 * Runs the reconciliation off the request path, one at a time across all replicas: the row of the run is the lock. A process
 * that dies leaves a silent row, which the next one to look ends.
 */
export function createReconciliationRunner(deps: {
  database: Database;
  runWork: WorkRunner;
  clock: Clock;
  log: Logger;
  /** The running term of this process; null when it does not lead. */
  term: () => LeaderTerm | null;
  checks?: readonly Check[];
}): ReconciliationRunner {
  const { database, runWork, clock, log, term, checks = RECONCILIATION_CHECKS } = deps;
  const stopping = new AbortController();
  let underWay: Promise<void> = Promise.resolve();

  async function begin(actor: Actor): Promise<RunRow> {
    const run = await runWork(actor, async (work) => {
      const { tx, now } = work;
      await endSilentRuns(work);
      const claimed = await claimRun(tx, { requestedBy: actor.userId, now, checksTotal: checks.length });
      if (claimed)
        await writeAudit(work, {
          action: 'reconciliation.start',
          subject: 'reconciliation',
          subjectId: claimed.id,
        });
      return claimed;
    });
    if (run) {
      perform(run);
      return run;
    }
    // It may have ended since; then this is asked once more, and nobody is in the way.
    return (await findRunning(database.db)) ?? begin(actor);
  }

  async function lookForNight(): Promise<boolean> {
    const current = term();
    if (!current || stopping.signal.aborted) return false;
    try {
      const claim = await runWork(systemActor(newId()), async (work) => {
        const { tx, now } = work;
        await assertEpoch(tx, current.epoch);
        await endSilentRuns(work);
        return claimNight(tx, { night: lastNightDue(now), now, checksTotal: checks.length });
      });
      if (claim) perform(claim);
      return claim !== null;
    } catch (error) {
      // Somebody else began a run at the same moment; the next look sees how that went.
      if (error instanceof LostLeadershipError || isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Carries a claimed run out in the background. */
  function perform(claim: Claim): void {
    underWay = carryOut(claim).catch((error: unknown) =>
      log.error({ err: error, run: claim.id }, 'the end of a reconciliation was not written'),
    );
  }

  async function carryOut(claim: Claim): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(RUN_LIMIT_MS[claim.trigger])]);
    const keeping = keepWhileRunning(claim);
    let end: RunEnd;
    try {
      const { results, end: chainEnd } = await runChecks(database, checks, {
        signal,
        onProgress: keeping.note,
        during: {
          night: lastNightDue(clock.now()),
          isWhole: claim.trigger === 'manual',
          keep: keeping.verified,
        },
      });
      const failed = results.some(({ violations }) => violations > 0);
      end = { status: failed ? 'failed' : 'passed', results, end: chainEnd };
    } catch (error) {
      const isCutShort = stopping.signal.aborted;
      if (!isCutShort) log.error({ err: error, run: claim.id }, 'reconciliation aborted');
      end = { status: 'aborted', results: keeping.noted(), end: null, isCutShort };
    }
    await keeping.stop();
    await runWork(systemActor(newId()), async (work) => {
      const isOurs = await finishRun(work.tx, claim, work.now, end);
      if (isOurs) await keepCheckpoints(work.tx, keeping.unwritten());
      // A nightly run that a stop cut short is begun again, and so is one that failed before its last attempt.
      const isAlarm =
        end.status === 'failed' || (end.status === 'aborted' && isLastAttempt(claim) && !end.isCutShort);
      // In the transaction of the end, so that it is told once.
      if (isOurs && isAlarm) await tellAdmins(work, claim, end);
    });
  }

  /** Writes down that the run goes on, and how far it is. What cannot be written is written the next time. */
  function keepWhileRunning(claim: Claim) {
    let latest: readonly ReconciliationResult[] = [];
    /** By bot. What a run has verified counts however it ends, so that one that is begun again has less to do. */
    const verified = new Map<string, ChainCheckpoint>();
    let writing: Promise<unknown> = Promise.resolve();
    let writtenAt = 0;
    const write = () => {
      writtenAt = performance.now();
      writing = writing
        .then(async () => {
          const checkpoints = [...verified.values()];
          const isOurs = await database.transaction(async (tx) => {
            const isRunning = await keepRun(tx, claim, clock.now(), latest);
            if (isRunning) await keepCheckpoints(tx, checkpoints);
            return isRunning;
          });
          if (isOurs) for (const { botId } of checkpoints) verified.delete(botId);
        })
        .catch((error: unknown) => log.warn({ err: error, run: claim.id }, 'progress not written'));
    };
    const heartbeat = setInterval(write, HEARTBEAT_MS).unref();
    return {
      note(results: readonly ReconciliationResult[]) {
        latest = [...results];
        if (performance.now() - writtenAt >= PROGRESS_MS) write();
      },
      noted: () => latest,
      verified: (checkpoint: ChainCheckpoint) => void verified.set(checkpoint.botId, checkpoint),
      unwritten: () => [...verified.values()],
      async stop() {
        clearInterval(heartbeat);
        await writing;
      },
    };
  }

  const looking = createJob({
    everyMs: LOOK_MS,
    log,
    failed: 'nightly reconciliation not begun',
    run: lookForNight,
  });
  return {
    begin,
    lookForNight,
    idle: () => underWay,
    start: looking.start,
    async stop() {
      stopping.abort(new Error('the server stops'));
      // It may have begun a run just now.
      await looking.stop();
      await underWay;
    },
  };
}

/** The one who asked for a run sees how it ends; of a night nobody would hear. */
const isLastAttempt = ({ trigger, attempt }: Claim): boolean => trigger === 'nightly' && attempt >= ATTEMPTS;

/** Ends runs whose process is gone. Of a night that is not tried again the admins are told. */
async function endSilentRuns(work: Work): Promise<void> {
  for (const claim of await abortSilentRuns(work.tx, work.now))
    if (isLastAttempt(claim)) await tellAdmins(work, claim, { status: 'aborted', results: [], end: null });
}

/** Rules that are named in a message; the page shows all of them. */
const NAMED = 3;

/** Tells every admin whose field it is that a run found something, or that the nightly one could not be carried out. */
async function tellAdmins(work: Work, claim: Claim, { status, results }: RunEnd): Promise<void> {
  const failed = results.filter(({ violations }) => violations > 0);
  const content =
    status === 'failed'
      ? { title: 'Abgleich: Abweichung gefunden', message: failedText(failed) }
      : {
          title: 'Abgleich nicht abgeschlossen',
          message:
            'Der nächtliche Abgleich brach ab und sagt deshalb nichts aus. Bitte starten Sie ihn von Hand.',
        };
  for (const { id, adminField } of await listAdmins(work.tx))
    if (mayUse(adminField, 'admin.getReconciliationRun'))
      await notify(work, {
        ...content,
        userId: id,
        event: 'operations_alert',
        type: 'error',
        subject: 'reconciliation',
        subjectId: claim.id,
      });
}

function failedText(failed: readonly ReconciliationResult[]): string {
  const rules = failed.length === 1 ? 'Eine Regel ist' : `${failed.length} Regeln sind`;
  const named = failed.slice(0, NAMED).map(({ description }) => `„${description.replace(/\.$/, '')}“`);
  const more = failed.length > NAMED ? ` und ${failed.length - NAMED} weitere` : '';
  return `${rules} verletzt: ${named.join(', ')}${more}.`;
}

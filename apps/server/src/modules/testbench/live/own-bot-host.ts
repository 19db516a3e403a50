import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_BOT_LIMITS } from '@botdepot/contract';
import { FIXED12_ONE } from '@botdepot/money';
import { DAY_MS, MINUTE_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import { type Database, isPassing } from '../../../platform/database.ts';
import { isWorthLogging } from '../../../platform/describe-error.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import { type Clock, createWorkRunner, systemActor } from '../../../platform/work.ts';
import {
  type CandleReader,
  closeRun,
  createCandleShelf,
  listOpenRuns,
  listOwnBotsById,
  lockOwnBots,
  navOfRun,
  type OwnRun,
  type RunningRun,
  type RunStep,
  stepRun,
} from '../../bots/index.ts';
import type { ClosedMinute, FeedTick, MarketFeed } from '../../markets/index.ts';
import { type CompileRule, prepareStarts, resumeRuns } from './bring-up.ts';
import { beginSession, letGoOfOldest, placesIn, type Session, SHARD_SIZE, shardOf } from './host-session.ts';
import { listWaitingStarts } from './orders.ts';
import { readHolds } from './read-holds.ts';
import { tellOfFault } from './run-money.ts';
import type { StepTimesSeen } from './step-times.ts';
import {
  commitShard,
  executeStarts,
  expireStarts,
  type HostMinute,
  hostMinute,
  type Outcome,
  type PreparedStart,
  slices,
} from './trade-minute.ts';

/** Minutes in the queue from which on bots are late. */
const LATE_MINUTES = 5;
const RETRY_MS = 500;

export type OwnBotHost = {
  /** Follows the feed from now on: whenever this process leads, own bots trade. */
  start(): void;
  /** Waits until everything that was told is dealt with. */
  idle(): Promise<void>;
  /** Lets go of the feed, forgets what waits and waits for what is under way. */
  stop(): Promise<void>;
  /** How many closed minutes wait. */
  behind(): number;
  readonly stepTimes: StepTimesSeen;
};

type Queued = { readonly minute: HostMinute; readonly term: LeaderTerm };

/**
 * Trades own bots on the leader, off the path of the ticks: the feed's minutes go into a queue, and one loop deals with them in their
 * order. See decision 0073 for strikes, orders, faults and restarts.
 */
export function createOwnBotHost(deps: {
  database: Database;
  feed: Pick<MarketFeed, 'onTick' | 'onMinuteClosed'>;
  clock: Clock;
  bus: LiveBus;
  log: Logger;
  /** So many may trade at once; 0: none begins any more. */
  ownBotsMax: number;
  /** The strategy that a rule is; for tests another one. */
  compile?: CompileRule;
  /** What the feed closes; the demo's past comes in hours. */
  barMs?: number;
  /** How long an engine stays in memory; for tests less. */
  renewAfterMs?: number;
  /** See `createWorkRunner`. */
  onMailsQueued?: (() => void) | undefined;
}): OwnBotHost {
  const {
    database,
    feed,
    clock,
    bus,
    log,
    ownBotsMax,
    onMailsQueued,
    barMs = MINUTE_MS,
    renewAfterMs = DAY_MS,
  } = deps;
  const runWork = createWorkRunner({ database, bus, clock, onMailsQueued });
  const queue: Queued[] = [];
  let session: Session | null = null;
  let newest: { tick: FeedTick; epoch: number } | null = null;
  let underWay: Promise<void> | null = null;
  let unsubscribe: (() => void)[] = [];

  function take(minute: ClosedMinute, term: LeaderTerm): void {
    const tick = newest?.epoch === term.epoch ? newest.tick : null;
    queue.push({ minute: hostMinute(minute, tick), term });
    if (queue.length >= LATE_MINUTES && isWorthLogging(queue.length - LATE_MINUTES + 1))
      log.warn({ minutes: queue.length }, 'own bots are late');
    underWay ??= drain().finally(() => {
      underWay = null;
    });
  }

  async function drain(): Promise<void> {
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        const { term, minute } = next;
        if (!term.signal.aborted) await retrying(term, () => tradeMinute(sessionOf(term), minute));
      } catch (error) {
        session = null;
        if (!(error instanceof LostLeadershipError))
          log.error(
            { err: error, minute: new Date(next.minute.closed.time) },
            'own bots did not trade a minute',
          );
      }
      // Only now: what waits is counted with what is under way.
      if (queue[0] === next) queue.shift();
    }
  }

  function sessionOf(term: LeaderTerm): Session {
    if (session?.term.epoch !== term.epoch) session = beginSession(term, clock);
    return session;
  }

  const bringUp = ({ candles }: Session) => ({ ...deps, barMs, shared: candles });
  const leading = (): Session | null => (session?.term.signal.aborted ? null : session);

  /** Again and again while the database is away or wants it, until the term ends. */
  async function retrying<T>(term: LeaderTerm, attempt: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isPassing(error) || term.signal.aborted) throw error;
        if (isWorthLogging(failures)) log.warn({ err: error, failures }, 'own bots wait for the database');
        await sleep(RETRY_MS, undefined, { signal: term.signal }).catch(() => undefined);
      }
    }
  }

  async function tradeMinute(current: Session, minute: HostMinute): Promise<void> {
    if (current.mustResume) await resumeMissing(current);
    const holds = await readHolds(database.db);
    // Where nobody looked at a minute, all that trade have missed it. Nothing is read before one asks.
    const read = createCandleShelf(database.db, minute.closed.time);
    const shards = new Set([
      ...current.shards.keys(),
      ...[...current.frozen.values()].map(({ ownShard }) => ownShard),
    ]);
    for (const shard of [...shards].sort((a, b) => a - b)) {
      const runs = [...(current.shards.get(shard)?.values() ?? [])];
      const { steps, broken } = await stepShard(current, { minute, read }, runs, holds.reasonFor);
      const frozen = [...current.frozen.values()].filter(({ ownShard }) => ownShard === shard);
      await commitParts(current, { shard, minute, items: [...steps, ...frozen] });
      for (const run of broken) await breakRun(current, run);
    }
    await dealWithStarts(current, minute, holds.reasonFor);
    letGoOfOldest(current, minute.closed.time, renewAfterMs);
  }

  async function stepShard(
    { term, times }: Session,
    { minute, read }: { minute: HostMinute; read: CandleReader },
    runs: readonly RunningRun[],
    heldFor: (botId: string) => string | null,
  ): Promise<{ steps: RunStep[]; broken: OwnRun[] }> {
    const steps: RunStep[] = [];
    const broken: OwnRun[] = [];
    const pause = slices();
    for (const running of runs) {
      await pause();
      const { row } = running;
      try {
        const step = await retrying(term, () =>
          times.measure(row.id, () => stepRun(database.db, running, minute.closed, heldFor(row.botId), read)),
        );
        if (step) steps.push(step);
      } catch (error) {
        if (isPassing(error)) throw error;
        log.error({ err: error, bot: row.number }, 'an own bot could not be stepped');
        broken.push(row);
      }
    }
    return { steps, broken };
  }

  /** A transaction for all; where it fails for what one of them is, in halves, and the one that fails alone is broken. */
  async function commitParts(
    current: Session,
    part: { shard: number; minute: HostMinute; items: readonly (RunStep | OwnRun)[] },
  ): Promise<void> {
    const { shard, minute, items } = part;
    if (items.length === 0) return;
    const steps = items.filter(isStep);
    const frozen = items.filter((item): item is OwnRun => !isStep(item));
    const progress = progressOf(current, shard, steps);
    const { term } = current;
    try {
      const outcome = await retrying(term, () =>
        runWork(systemActor(`own-bots-${term.epoch}`), (work) =>
          commitShard(work, { epoch: term.epoch, shard, minute, steps, frozen, progress }),
        ),
      );
      apply(current, steps, frozen, outcome);
    } catch (error) {
      if (error instanceof LostLeadershipError || isPassing(error)) throw error;
      if (items.length > 1) {
        const half = Math.ceil(items.length / 2);
        await commitParts(current, { shard, minute, items: items.slice(0, half) });
        await commitParts(current, { shard, minute, items: items.slice(half) });
        return;
      }
      const [step] = steps;
      const run = step?.running.row ?? frozen[0];
      log.error({ err: error, bot: run?.number }, 'an own bot could not be written');
      if (step) await breakRun(current, step.running.row);
    }
  }

  /** How far the bots of a shard are once these steps are committed. */
  function progressOf(current: Session, shard: number, steps: readonly RunStep[]) {
    const numbers = [...(current.shards.get(shard)?.values() ?? [])].map(({ row }) => row.number);
    const progress = new Map(
      numbers.flatMap((number) => {
        const known = current.progress.get(number);
        return known ? [[number, known] as const] : [];
      }),
    );
    for (const { running, advance } of steps)
      progress.set(running.row.number, { minute: advance.end, nav: navOfRun(running, advance.end) });
    return progress;
  }

  function apply(
    current: Session,
    steps: readonly RunStep[],
    frozen: readonly OwnRun[],
    outcome: Outcome,
  ): void {
    for (const { running, advance } of steps) {
      const { row } = running;
      const become = outcome.get(row.id);
      if (become === 'gone') {
        forget(current, row);
        continue;
      }
      current.progress.set(row.number, { minute: advance.end, nav: navOfRun(running, advance.end) });
      if (!become) continue;
      running.row = become.row;
      running.strike = become.strike;
    }
    for (const run of frozen) if (outcome.get(run.id) === 'gone') forget(current, run);
  }

  function forget(current: Session, run: OwnRun): void {
    current.shards.get(run.ownShard)?.delete(run.id);
    current.frozen.delete(run.id);
    current.progress.delete(run.number);
    current.times.forget(run.id);
    current.since.delete(run.id);
    // Ended as a rule; where somebody else has written a strike, it goes on from that.
    current.mustResume = true;
  }

  /** It stands still at its last strike from now on, whatever was done to it in memory. */
  async function breakRun(current: Session, run: OwnRun): Promise<void> {
    const { term } = current;
    forget(current, run);
    await retrying(term, () =>
      runWork(systemActor(`own-bots-${term.epoch}`), async (work) => {
        await assertEpoch(work.tx, term.epoch);
        await lockOwnBots(work.tx, [run.number]);
        if (await closeRun(work.tx, run, { state: 'broken' }, work.now)) await tellOfFault(work, run);
      }),
    );
  }

  async function resumeMissing(current: Session): Promise<void> {
    const known = [...current.shards.values()].flatMap((runs) => [...runs.keys()]);
    const missing = await listOpenRuns(database.db, [...known, ...current.frozen.keys()]);
    let isBroken = false;
    if (missing.length > 0) {
      const startedAt = performance.now();
      const { running, frozen, broken } = await resumeRuns(bringUp(current), missing);
      for (const { run, reached } of running) {
        shardOf(current, run.row.ownShard).set(run.row.id, run);
        if (reached) current.progress.set(run.row.number, reached);
      }
      for (const run of frozen) current.frozen.set(run.id, run);
      for (const run of broken) await breakRun(current, run);
      isBroken = broken.length > 0;
      const ms = Math.round(performance.now() - startedAt);
      const level = current.shards.size === 0 ? 'info' : 'debug';
      log[level]({ epoch: current.term.epoch, bots: missing.length, ms }, 'own bots resumed');
    }
    // What broke stands still from the next minute on: its stop is executed there.
    current.mustResume = isBroken;
  }

  async function dealWithStarts(
    current: Session,
    minute: HostMinute,
    heldFor: (botId: string) => string | null,
  ): Promise<void> {
    const { term } = current;
    const end = minute.closed.time + barMs;
    const waiting = await listWaitingStarts(database.db, {
      before: new Date(minute.closed.time),
      limit: SHARD_SIZE,
    });
    if (waiting.length === 0) return;
    const bots = await listOwnBotsById(
      database.db,
      waiting.map(({ botId }) => botId),
    );
    const expiresBefore = new Date(end - START_WAITS_MS);
    const isExpired = ({ createdAt }: { createdAt: Date }) => createdAt <= expiresBefore;
    if (waiting.some(isExpired))
      await runWork(systemActor(`own-bots-${term.epoch}`), (work) =>
        expireStarts(work, { epoch: term.epoch, bots, expiresBefore }),
      );
    const due = waiting.filter(
      (order) => !isExpired(order) && ownBotsMax > 0 && heldFor(order.botId) === null,
    );
    const shardFor = placesIn(current);
    const starts = await prepareStarts(bringUp(current), { until: end, orders: due, bots, shardFor });
    const execute = (some: readonly PreparedStart[]) =>
      runWork(systemActor(`own-bots-${term.epoch}`), (work) =>
        executeStarts(work, { epoch: term.epoch, minute, starts: some }),
      );
    if (starts.length === 0) return;
    try {
      const running = await retrying(term, () => execute(starts));
      began(current, running);
      // What was committed without anybody hearing of it is open, and not in memory.
      if (running.length < starts.length) current.mustResume = true;
    } catch (error) {
      if (error instanceof LostLeadershipError || isPassing(error)) throw error;
      // One after the other, so that one that cannot be executed holds up none of the others.
      current.mustResume = true;
      for (const start of starts)
        await execute([start])
          .then((running) => began(current, running))
          .catch((reason: unknown) =>
            log.error({ err: reason, bot: start.bot.number }, 'a start was not executed'),
          );
    }
  }

  function began(current: Session, runs: readonly RunningRun[]): void {
    for (const running of runs) {
      const { row, knownUntil } = running;
      shardOf(current, row.ownShard).set(row.id, running);
      current.progress.set(row.number, { minute: knownUntil, nav: FIXED12_ONE });
    }
  }

  return {
    start() {
      unsubscribe = [
        feed.onTick((tick, term) => {
          newest = { tick, epoch: term.epoch };
        }),
        // Not awaited by the feed: the next tick does not wait for own bots.
        feed.onMinuteClosed(async (minute, term) => take(minute, term)),
      ];
    },
    async idle() {
      while (underWay) await underWay;
    },
    async stop() {
      for (const release of unsubscribe) release();
      queue.splice(1);
      while (underWay) await underWay;
      session = null;
    },
    behind: () => queue.length,
    stepTimes: {
      of: (runId) => leading()?.times.of(runId) ?? null,
      sum: () => leading()?.times.sum() ?? null,
    },
  };
}

const START_WAITS_MS = OWN_BOT_LIMITS.startWaitsDays * DAY_MS;
const isStep = (item: RunStep | OwnRun): item is RunStep => 'advance' in item;

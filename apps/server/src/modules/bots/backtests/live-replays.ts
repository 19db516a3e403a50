import { setTimeout as sleep } from 'node:timers/promises';
import { type BotType, DomainError, type LiveReplay } from '@botdepot/contract';
import { HOUR_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { findRunningPortfolio } from '../portfolio/portfolio.store.ts';
import { emptyReplay } from './make-live-replay.ts';
import type { WorkerPool } from './worker-pool.ts';

/** A year of minutes takes a good minute; whoever asks is not kept waiting for that long. */
const TIMEOUT_MS = 900_000;
const PATIENCE_MS = 20_000;

/** Replays by bot, made when somebody asks and at most once an hour, unless there was nothing to compare. */
export function createLiveReplays(deps: {
  db: Tx;
  pool: WorkerPool;
  clock: Clock;
  log: Logger;
  patienceMs?: number | undefined;
}): (botType: BotType) => Promise<LiveReplay> {
  const { db, pool, clock, log, patienceMs = PATIENCE_MS } = deps;
  const known = new Map<BotType, { at: number; replay: Promise<LiveReplay> }>();

  function make(botType: BotType, now: number): Promise<LiveReplay> {
    const replay = pool.run(
      { kind: 'live-replay', botType, now },
      // Nobody waits for it alone, so nobody stops it.
      { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS, whenLost: 'UNAVAILABLE' },
    );
    const entry = { at: now, replay };
    known.set(botType, entry);
    const forget = () => {
      if (known.get(botType) === entry) known.delete(botType);
    };
    replay.then(
      // There may be something in a minute, and it costs next to nothing to look.
      ({ until }) => until === null && forget(),
      (error: unknown) => {
        forget();
        if (!(error instanceof DomainError)) log.error({ err: error, botType }, 'a live replay failed');
      },
    );
    return replay;
  }

  return async (botType) => {
    const now = clock.now().getTime();
    // Nothing to wait for.
    if (!(await findRunningPortfolio(db, botType))?.liveSince) return emptyReplay(botType, now);
    const last = known.get(botType);
    const replay = last && now - last.at < HOUR_MS ? last.replay : make(botType, now);
    const patience = new AbortController();
    const tooLong = sleep(patienceMs, undefined, { signal: patience.signal, ref: false }).then(() => {
      throw DomainError.of('UNAVAILABLE');
    });
    tooLong.catch(() => undefined);
    return Promise.race([replay, tooLong]).finally(() => patience.abort());
  };
}

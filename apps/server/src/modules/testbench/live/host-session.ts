/** What the host of own bots has in memory during one term of leadership. */
import type { Fixed12 } from '@botdepot/money';
import { SharedCandles } from '@botdepot/trading';
import type { LeaderTerm } from '../../../platform/leader.ts';
import type { Clock } from '../../../platform/work.ts';
import type { OwnRun, RunningRun } from '../../bots/index.ts';
import { createStepTimes, type StepTimes } from './step-times.ts';

/** Bots in one transaction. */
export const SHARD_SIZE = 250;
/** Engines that are brought up anew in one minute. */
const RENEWED_AT_ONCE = 5;

export type Session = {
  readonly term: LeaderTerm;
  /** By shard and run. */
  readonly shards: Map<number, Map<string, RunningRun>>;
  /** Runs that stand still, by id. */
  readonly frozen: Map<string, OwnRun>;
  readonly progress: Map<number, { minute: number; nav: Fixed12 }>;
  readonly times: StepTimes;
  readonly candles: SharedCandles;
  /** End of the minute with which each run came into memory, by run: the longest there first. */
  readonly since: Map<string, number>;
  /** Something is open that is not in memory. */
  mustResume: boolean;
};

export const beginSession = (term: LeaderTerm, clock: Clock): Session => ({
  term,
  shards: new Map(),
  frozen: new Map(),
  progress: new Map(),
  times: createStepTimes(() => clock.now().getTime()),
  candles: new SharedCandles(),
  since: new Map(),
  mustResume: true,
});

/** Gives one shard after the other that has room, and counts what it gave. */
export function placesIn({ shards, frozen }: Session): () => number {
  const sizes = new Map([...shards].map(([shard, runs]) => [shard, runs.size]));
  const sizeOf = (shard: number) => sizes.get(shard) ?? 0;
  for (const { ownShard } of frozen.values()) sizes.set(ownShard, sizeOf(ownShard) + 1);
  return () => {
    let shard = 0;
    while (sizeOf(shard) >= SHARD_SIZE) shard += 1;
    sizes.set(shard, sizeOf(shard) + 1);
    return shard;
  };
}

export function shardOf({ shards }: Session, shard: number): Map<string, RunningRun> {
  const runs = shards.get(shard) ?? new Map<string, RunningRun>();
  shards.set(shard, runs);
  return runs;
}

/** Engines keep every bar since they came into memory: after a day they are brought up anew, a few a minute. */
export function letGoOfOldest(current: Session, time: number, renewAfterMs: number): void {
  const { since, shards, progress } = current;
  const inMemory = new Map([...shards.values()].flatMap((runs) => [...runs]));
  for (const id of inMemory.keys()) if (!since.has(id)) since.set(id, time);
  for (const [id, from] of [...since].slice(0, RENEWED_AT_ONCE)) {
    if (time - from < renewAfterMs) return;
    since.delete(id);
    const row = inMemory.get(id)?.row;
    if (!row) continue;
    shards.get(row.ownShard)?.delete(id);
    progress.delete(row.number);
    current.mustResume = true;
  }
}

import { BOT_TYPES } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import { isWorthLogging } from '../../../platform/repeated-failures.ts';
import type { MarketFeed } from '../../markets/index.ts';
import { latestOnly } from '../trading/latest-only.ts';
import { sealRecords } from './seal-records.ts';

/** Records per transaction: some tens of milliseconds, whatever there is to catch up with. */
const RECORDS_AT_ONCE = 500;

export type TrackRecordSealer = {
  /** Follows the feed from now on: whenever this process leads, it seals once a minute. */
  start(): void;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
  /** Lets go of the feed and waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Seals the bots' records into their chains on the leader: at every closed minute, in the background, in transactions of its
 * own. It holds no lock that a bar, a start or a stop waits for, so neither the feed nor money ever does. Every bot of the
 * catalogue is sealed, those that no longer run included. What fails is tried again a minute later; nothing is lost by that,
 * the records wait unsealed.
 */
export function createTrackRecordSealer(deps: {
  database: Database;
  feed: Pick<MarketFeed, 'onMinuteClosed'>;
  clock: Clock;
  log: Logger;
  recordsAtOnce?: number;
}): TrackRecordSealer {
  const { database, feed, clock, log, recordsAtOnce: limit = RECORDS_AT_ONCE } = deps;
  let release: () => void = () => undefined;

  const sealing = latestOnly(
    async (term: LeaderTerm) => {
      for (const botType of BOT_TYPES) {
        let sealed = limit;
        while (sealed === limit && !term.signal.aborted)
          sealed = await database.transaction(async (tx) => {
            await assertEpoch(tx, term.epoch);
            return sealRecords(tx, { botType, now: clock.now(), limit });
          });
      }
    },
    (error, failures) => {
      if (error instanceof LostLeadershipError) return;
      if (isWorthLogging(failures)) log.warn({ err: error, failures }, 'records not sealed');
    },
  );

  return {
    start() {
      release = feed.onMinuteClosed(async (_, term) => sealing.push(term));
    },
    idle: sealing.idle,
    async stop() {
      release();
      await sealing.idle();
    },
  };
}

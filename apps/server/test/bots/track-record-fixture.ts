import {
  createTrackRecordVerifier,
  downloadHeader,
  downloadLine,
  type TrackRecordEntry,
  type Verdict,
} from '@botdepot/trading';
import { pino } from 'pino';
import { readHeads, readSealedLines } from '../../src/modules/bots/index.ts';
import {
  createTrackRecordSealer,
  type TrackRecordSealer,
} from '../../src/modules/bots/track-record/seal-records.ts';
import type { MinuteListener } from '../../src/modules/markets/index.ts';
import type { Database } from '../../src/platform/database.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import type { ServerFixture } from '../server-fixture.ts';

/** A sealer of its own process, driven by hand: it is told of a minute and has sealed when `seal` returns. */
export function createSealer(
  fixture: Pick<ServerFixture, 'clock'>,
  database: Database,
  options: { recordsAtOnce?: number } = {},
): TrackRecordSealer & { seal(term: LeaderTerm): Promise<void> } {
  let tell: MinuteListener | undefined;
  const sealer = createTrackRecordSealer({
    database,
    feed: {
      onMinuteClosed: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    clock: fixture.clock,
    log: pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' }),
    ...options,
  });
  sealer.start();
  return {
    ...sealer,
    async seal(term) {
      await tell?.({ timeMs: 0, bars: [] } as never, term);
      await sealer.idle();
    },
  };
}

/** The lines of a bot's sealed record as the tables say it now, the header first. */
export async function sealedLines(database: Database, atOnce = 500, bot = 'smartbot'): Promise<string[]> {
  const head = (await readHeads(database.db)).get(bot);
  if (!head) return [];
  const lines = [downloadHeader({ bot, position: head.position, hash: head.hash })];
  const range = { after: 0, upTo: head.position };
  for await (const records of readSealedLines(database.db, head.bot.id, range, atOnce))
    lines.push(...records.map(({ hash, line }) => downloadLine(hash, line)));
  return lines.map((line) => line.trimEnd());
}

export function verifyLines(lines: readonly string[]): Verdict {
  const verifier = createTrackRecordVerifier();
  for (const line of lines) verifier.take(line);
  return verifier.finish();
}

/** The same as records, in their order. */
export async function sealedEntries(database: Database): Promise<TrackRecordEntry[]> {
  // Made by `serialiseRecord` from entries.
  return (await sealedLines(database)).slice(1).map((line) => JSON.parse(line)[1] as TrackRecordEntry);
}

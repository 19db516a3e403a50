import { RECORD_CHECK_NIGHTS } from '@botdepot/contract';
import {
  type Checkpoint,
  createTrackRecordVerifier,
  DAY_MS,
  downloadHeader,
  downloadLine,
  replayStateSchema,
  type Verdict,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { recordNameOf, type SealedHead } from './recorded-bots.ts';
import { readSealedLines } from './sealed-records.ts';

const NEVER = new AbortController().signal;

/** Up to where a chain was verified, and for which night last as a whole; null where a deviation was found since. */
export type ChainCheckpoint = Checkpoint & { readonly botId: string; readonly wholeNight: string | null };

/** A run that keeps how far it has verified. */
export type CheckedNight = {
  /** The day in Berlin. */
  readonly night: string;
  /** Every chain as a whole, whether it is due or not. */
  readonly isWhole: boolean;
  keep(checkpoint: ChainCheckpoint): void;
};

/**
 * What the tables say of a bot now against what was sealed: all of it, and that the end of an earlier verification is still contained.
 * In a night only what was sealed since that end; all of it once in `RECORD_CHECK_NIGHTS`, and while a deviation is there.
 *
 * @returns the verdict, and how many records were looked at for it.
 * @throws the reason of `signal` once it is aborted.
 */
export async function verifySealed(
  tx: Tx,
  { bot, position, hash }: SealedHead,
  signal: AbortSignal = NEVER,
  during?: CheckedNight,
): Promise<Verdict & { compared: number }> {
  const known = await findCheckpoint(tx, bot.id);
  const isWhole = !known || !during || during.isWhole || isWholeDue(bot.number, known, during.night);
  const since = known && { position: known.position, hash: known.hash.toString('hex') };
  const verifier = isWhole ? createTrackRecordVerifier(since) : createTrackRecordVerifier(undefined, known);
  const after = isWhole ? 0 : known.position;
  verifier.take(downloadHeader({ bot: recordNameOf(bot), position, hash }).trimEnd());
  for await (const records of readSealedLines(tx, bot.id, { after, upTo: position })) {
    signal.throwIfAborted();
    for (const record of records) verifier.take(downloadLine(record.hash, record.line).trimEnd());
  }
  const verdict = verifier.finish();
  if (verdict.deviation) {
    if (known) during?.keep({ ...known, wholeNight: null });
  } else if (during && (isWhole || position > after)) {
    const wholeNight = isWhole ? during.night : known.wholeNight;
    during.keep({ botId: bot.id, ...verifier.checkpoint(), wholeNight });
  }
  return { ...verdict, compared: verdict.records - after };
}

/** Each bot has one night in so many, by its number, so that there is about the same to do in each. */
function isWholeDue(number: number, { wholeNight }: ChainCheckpoint, night: string): boolean {
  const roundOf = (day: string) => Math.floor((Date.parse(day) / DAY_MS + number) / RECORD_CHECK_NIGHTS);
  return wholeNight === null || roundOf(night) > roundOf(wholeNight);
}

type CheckpointRow = { position: string; hash: Buffer; replay: unknown; whole_night: string | null };

async function findCheckpoint(tx: Tx, botId: string): Promise<ChainCheckpoint | undefined> {
  const { rows } = await tx.$client.query<CheckpointRow>({
    name: 'find-chain-checkpoint',
    text: `SELECT position, hash, replay, whole_night::text FROM track_record_checkpoints WHERE bot_id = $1`,
    values: [botId],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { hash, position, whole_night: wholeNight } = row;
  const replay = replayStateSchema.safeParse(row.replay);
  // Kept by another version: it says where the chain was, not how to go on from there.
  const state = replay.success
    ? { replay: replay.data, wholeNight }
    : { replay: NOTHING_YET, wholeNight: null };
  return { botId, position: Number(position), hash, ...state };
}

const NOTHING_YET: Checkpoint['replay'] = { lastSeries: 0, series: null };

/** For the nights to come. */
export async function keepCheckpoints(tx: Tx, checkpoints: readonly ChainCheckpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  await tx.$client.query({
    name: 'keep-chain-checkpoints',
    text: `INSERT INTO track_record_checkpoints (bot_id, position, hash, replay, whole_night)
           SELECT * FROM unnest($1::uuid[], $2::int8[], $3::bytea[], $4::jsonb[], $5::date[])
           ON CONFLICT (bot_id) DO UPDATE SET position = excluded.position, hash = excluded.hash, replay = excluded.replay,
             whole_night = excluded.whole_night`,
    values: [
      checkpoints.map(({ botId }) => botId),
      checkpoints.map(({ position }) => position),
      checkpoints.map(({ hash }) => hash),
      checkpoints.map(({ replay }) => JSON.stringify(replay)),
      checkpoints.map(({ wholeNight }) => wholeNight),
    ],
  });
}

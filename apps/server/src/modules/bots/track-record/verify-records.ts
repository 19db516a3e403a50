import { createTrackRecordVerifier, downloadHeader, downloadLine, type Verdict } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { recordNameOf, type SealedHead } from './recorded-bots.ts';
import { readSealedLines } from './sealed-records.ts';

const NEVER = new AbortController().signal;

/** What the tables say of a bot now against what was sealed. @throws the reason of `signal` once it is aborted. */
export async function verifySealed(
  tx: Tx,
  { bot, position, hash }: SealedHead,
  signal: AbortSignal = NEVER,
): Promise<Verdict> {
  const verifier = createTrackRecordVerifier();
  verifier.take(downloadHeader({ bot: recordNameOf(bot), position, hash }).trimEnd());
  for await (const records of readSealedLines(tx, bot.id, { after: 0, upTo: position })) {
    signal.throwIfAborted();
    for (const record of records) verifier.take(downloadLine(record.hash, record.line).trimEnd());
  }
  return verifier.finish();
}

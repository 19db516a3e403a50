/** The sealed record of an own bot, for its owner alone: what it did tells its rule. */
import { DomainError, OWN_BOT_LIMITS, type OwnBotRecord } from '@botdepot/contract';
import { HOUR_MS } from '@botdepot/trading';
import { z } from 'zod';
import type { SignedIn } from '../../../platform/api.ts';
import type { Database, Tx } from '../../../platform/database.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { findHead, findOwnBotRow, makeRecordFile, readSealProgress } from '../../bots/index.ts';

type Own = { id: string; userId: string };

async function assertOwn(tx: Tx, { id, userId }: Own): Promise<void> {
  const isKnown = z.uuid().safeParse(id).success && (await findOwnBotRow(tx, { id, ownerId: userId }));
  if (!isKnown) throw DomainError.of('OWN_BOT_NOT_FOUND');
}

/** @throws OWN_BOT_NOT_FOUND */
export async function getOwnBotRecord(tx: Tx, own: Own): Promise<OwnBotRecord> {
  await assertOwn(tx, own);
  const head = await findHead(tx, own.id);
  const progress = (await readSealProgress(tx, [own.id])).get(own.id);
  return {
    entries: head?.position ?? 0,
    sealedUntil: progress?.sealedUntil?.toISOString() ?? null,
    unsealed: progress?.unsealed ?? 0,
  };
}

const LIMIT = { max: OWN_BOT_LIMITS.recordFilesPerHour, windowMs: HOUR_MS };
const FILES: Readonly<Record<string, 'record' | 'head'>> = {
  'record.ndjson.gz': 'record',
  'record.head.json': 'head',
};

export type OwnRecordFiles = (actor: SignedIn, wanted: { id: string; file: string }) => Promise<Response>;

/**
 * The record of an own bot, or the head of its chain, as a file.
 * @throws OWN_BOT_NOT_FOUND for everybody but its owner. @throws NOT_FOUND before its first seal. @throws TOO_MANY_REQUESTS
 */
export function createOwnRecordFiles(deps: { database: Database; limiter: RateLimiter }): OwnRecordFiles {
  const { database, limiter } = deps;
  return async ({ userId }, { id, file }) => {
    await assertOwn(database.db, { id, userId });
    if ((await limiter.consume({ purpose: 'own-record-files', subject: userId }, LIMIT)) > 0)
      throw DomainError.of('TOO_MANY_REQUESTS');
    const what = FILES[file];
    const answer = what && (await makeRecordFile(database, id, what));
    if (!answer) throw DomainError.of('NOT_FOUND');
    return answer;
  };
}

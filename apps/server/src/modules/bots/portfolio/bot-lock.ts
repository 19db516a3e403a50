import { BOT_TYPES, type BotType } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';

// First key of the two-part advisory locks of the bots; the second is the bot's place in the catalogue.
const LOCK_CLASS = 7_202;

// The keys are constants of ours and stand in the text, so that tests can take the lock out of the statement.
const statement = (lock: string, botType: BotType): string =>
  `SELECT ${lock}(${LOCK_CLASS}, ${BOT_TYPES.indexOf(botType)})`;

/**
 * Taken by starts, stops and manual returns until their transaction ends: they may run side by side, but no settlement
 * runs meanwhile. Lock order: investment row, then this, then the wallet row.
 */
export async function lockBotShared(tx: Tx, botType: BotType): Promise<void> {
  await tx.$client.query(statement('pg_advisory_xact_lock_shared', botType));
}

/**
 * Taken by the leader for a bar and its settlement until the transaction ends: every unit entry and every posting on
 * the pool is then either committed and visible or not made yet. Nothing else is locked after it but by inserts.
 */
export async function lockBotExclusive(tx: Tx, botType: BotType): Promise<void> {
  await tx.$client.query(statement('pg_advisory_xact_lock', botType));
}

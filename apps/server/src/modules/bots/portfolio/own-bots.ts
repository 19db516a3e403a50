import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { bots } from '../bots.schema.ts';

const columns = { id: bots.id, number: bots.number, createdAt: bots.createdAt };

/** A bot of a person. What it trades by, `testbench` knows. */
export type OwnBotRow = { id: string; number: number; createdAt: Date };

export async function insertOwnBot(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<OwnBotRow> {
  const [row] = await tx.insert(bots).values({ ownerId, createdAt: now }).returning(columns);
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** A person's own bots, in the order of their numbers. */
export async function listOwnBotRows(tx: Tx, ownerId: string): Promise<OwnBotRow[]> {
  return tx.select(columns).from(bots).where(eq(bots.ownerId, ownerId)).orderBy(asc(bots.number));
}

/**
 * Undefined also where it is somebody else's. @param lock until the transaction ends: the last lock that anybody takes, and one that rows which
 * refer to the bot do not wait for.
 */
export async function findOwnBotRow(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  lock = false,
): Promise<OwnBotRow | undefined> {
  const wanted = tx
    .select(columns)
    .from(bots)
    .where(and(eq(bots.id, id), eq(bots.ownerId, ownerId)));
  const [row] = await (lock ? wanted.for('no key update') : wanted);
  return row;
}

/** Those of some bots that have an owner, with him. @param lock of one, as in `findOwnBotRow`. */
export async function listOwnBotsById(
  tx: Tx,
  ids: readonly string[],
  lock = false,
): Promise<{ id: string; number: number; ownerId: string }[]> {
  const wanted = tx
    .select({ id: bots.id, number: bots.number, ownerId: bots.ownerId })
    .from(bots)
    .where(inArray(bots.id, [...ids]));
  const rows = await (lock ? wanted.for('no key update') : wanted);
  return rows.flatMap(({ ownerId, ...row }) => (ownerId === null ? [] : [{ ...row, ownerId }]));
}

/** The numbers of some bots, erased ones too. */
export async function readBotNumbers(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: bots.id, number: bots.number })
    .from(bots)
    .where(inArray(bots.id, [...ids]));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Takes its owner from it; its number stays taken. */
export async function eraseOwnBotRow(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.update(bots).set({ ownerId: null, erasedAt: now }).where(eq(bots.id, id));
}

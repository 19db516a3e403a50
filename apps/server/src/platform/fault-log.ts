import { desc, like, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Database, sqlState, type Tx } from './database.ts';
import { faults } from './platform.schema.ts';
import type { Clock } from './work.ts';

export type FaultRow = typeof faults.$inferSelect;

/** Tells that a request failed in a way nobody foresaw. Returns at once and never throws. */
export type ReportFault = (fault: { reference: string; request: string; error: unknown }) => void;

/**
 * Keeps unexpected failures where every replica finds them, so that the reference which a customer reads out leads
 * somewhere. Messages are left out: the driver's quote the values of the statement, and those belong to people.
 */
export function createFaultLog(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  replica: string;
}): ReportFault {
  const { database, clock, log, replica } = deps;
  return ({ reference, request, error }) => {
    const row = { reference, at: clock.now(), request, kind: kindOf(error), place: placeOf(error), replica };
    // The log line has been written already; when the database is what failed, it is all there is.
    database.db
      .insert(faults)
      .values(row)
      .onConflictDoNothing()
      .catch((failure: unknown) => log.warn({ err: failure, reference }, 'a fault was not recorded'));
  };
}

/** @param page from 1. @param reference its beginning, as people read it out. */
export async function listFaults(
  tx: Tx,
  { page, pageSize, reference }: { page: number; pageSize: number; reference?: string | undefined },
): Promise<{ items: FaultRow[]; total: number }> {
  const searched = reference ? like(faults.reference, `${escapeLike(reference.toLowerCase())}%`) : undefined;
  const [count] = await tx.select({ total: sql<number>`count(*)::int` }).from(faults).where(searched);
  const items = await tx
    .select()
    .from(faults)
    .where(searched)
    .orderBy(desc(faults.at), desc(faults.reference))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items, total: count?.total ?? 0 };
}

export async function deleteOldFaults(tx: Tx, before: Date): Promise<void> {
  await tx.delete(faults).where(lt(faults.at, before));
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** „TypeError“, or „DrizzleQueryError 23505“ where the database says why. */
function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const state = sqlState(error);
  return state === undefined ? name : `${name} ${state}`;
}

/** The first line of the stack that is ours: „modules/wallet/ledger.ts:61“. */
function placeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const frame = /\/(?:apps\/server\/src|packages)\/([\w./-]+\.ts:\d+)/.exec(error.stack ?? '');
  return frame?.[1] ?? null;
}

import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { lastBackup } from './platform.schema.ts';

/** Of when the newest copy of this database is, or the one that it came from; null before the first. */
export async function readLastBackup(tx: Tx): Promise<Date | null> {
  const [row] = await tx.select({ takenAt: lastBackup.takenAt }).from(lastBackup);
  return row?.takenAt ?? null;
}

export async function noteBackup(tx: Tx, takenAt: Date): Promise<void> {
  await tx
    .insert(lastBackup)
    .values({ id: 1, takenAt })
    .onConflictDoUpdate({ target: lastBackup.id, set: { takenAt: sql`excluded.taken_at` } });
}

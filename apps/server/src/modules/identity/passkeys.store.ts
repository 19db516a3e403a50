import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { passkeys } from './identity.schema.ts';

export async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.total ?? 0;
}

/** @param credentialId What the device calls the passkey. */
export async function markPasskeyUsed(tx: Tx, credentialId: string, at: Date): Promise<void> {
  await tx.update(passkeys).set({ lastUsedAt: at }).where(eq(passkeys.credentialID, credentialId));
}

/** By the passkey's id; those that nobody has used yet are missing. */
export async function lastUsesOfPasskeys(tx: Tx, userId: string): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ id: passkeys.id, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), isNotNull(passkeys.lastUsedAt)));
  return new Map(rows.flatMap(({ id, lastUsedAt }) => (lastUsedAt ? [[id, lastUsedAt] as const] : [])));
}

import { and, eq, gt, lt } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { twoFactors, users } from './identity.schema.ts';

/** A user's authenticator app and backup codes, encrypted as Better Auth stores them; undefined when none was ever set up. */
export async function findSecondFactor(
  tx: Tx,
  userId: string,
): Promise<{ secret: string; backupCodes: string } | undefined> {
  const [row] = await tx
    .select({ secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return row;
}

/**
 * Marks the code of a time step as used. False when this code or a later one was used before: of two requests with the
 * same code one wins (RFC 6238, section 5.2).
 */
export async function claimTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const claimed = await tx
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastUsedStep, step)))
    .returning({ id: twoFactors.id });
  return claimed.length > 0;
}

/** Whether the authenticator app was set up, or its secret replaced, after `than`. */
export async function isSecondFactorNewer(tx: Tx, userId: string, than: Date): Promise<boolean> {
  const newer = await tx
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), gt(twoFactors.setUpAt, than)));
  return newer.length > 0;
}

/** As if it had never been set up. False where it was not switched on. */
export async function deleteSecondFactor(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const switchedOff = await tx
    .update(users)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.twoFactorEnabled, true)))
    .returning({ id: users.id });
  // One that was begun and not confirmed is none yet.
  if (switchedOff.length > 0) await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  return switchedOff.length > 0;
}

import type { AdminField, LimitedField } from '@botdepot/contract';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../identity.schema.ts';
import { adminFieldOf, type Role } from '../identity.store.ts';

export type AccessOf = {
  id: string;
  email: string;
  role: Role;
  adminField: AdminField | null;
  lockedAt: Date | null;
};

/**
 * Locks a user and everybody who is an admin until the transaction ends, in the order of their ids: whoever changes the
 * access of others does so one after the other, and sees what the one before did. It also waits for sessions that are
 * just beginning, see the trigger `auth_sessions_not_locked`.
 */
export async function lockAccess(tx: Tx, userId: string): Promise<AccessOf[]> {
  return tx
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      adminField: adminFieldOf,
      lockedAt: users.lockedAt,
    })
    .from(users)
    .where(sql`${users.id} = ${userId}::uuid OR ${users.role} = 'admin'`)
    .orderBy(users.id)
    .for('update');
}

export async function updateAccess(
  tx: Tx,
  userId: string,
  change: {
    role?: Role;
    limitedTo?: LimitedField | null;
    lockedAt?: Date | null;
    lockedReason?: string | null;
    updatedAt: Date;
  },
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, userId));
}

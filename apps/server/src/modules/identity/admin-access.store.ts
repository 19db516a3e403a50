import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { users } from './identity.schema.ts';
import type { Role } from './identity.store.ts';

export type AdminAccess = {
  id: string;
  email: string;
  /** Since when an admin keeps them out. */
  lockedAt: Date | null;
  twoFactorEnabled: boolean;
};

/** Every admin with what decides whether they can act, by their e-mail address. */
export async function listAdminAccess(tx: Tx): Promise<AdminAccess[]> {
  return tx
    .select({
      id: users.id,
      email: users.email,
      lockedAt: users.lockedAt,
      twoFactorEnabled: users.twoFactorEnabled,
    })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.email));
}

/**
 * Whether this is an admin who is not locked, and holds them as such until the transaction ends: who takes their rights
 * (`lockAccess`) waits. A colleague who deletes their own account does not.
 */
export async function holdAdmin(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'admin'), isNull(users.lockedAt)))
    .for('key share');
  return rows.length === 1;
}

/** Somebody was made admin before them, or is one whom no such row made: one of the demo's people. */
const NOT_THE_FIRST = `(
  EXISTS (
    SELECT FROM audit_log earlier
    WHERE earlier.action = 'user.role_changed' AND earlier.after ->> 'role' = 'admin'
      AND earlier.seq < change.seq AND earlier.subject_id <> change.subject_id)
  OR EXISTS (
    SELECT FROM auth_users other
    WHERE other.role = 'admin' AND other.id <> change.subject_id AND NOT EXISTS (
      SELECT FROM audit_log made
      WHERE made.action = 'user.role_changed' AND made.subject_id = other.id AND made.after ->> 'role' = 'admin')))`;

export type RoleChange = { userId: string; role: Role };

/**
 * Who was made admin, or unlocked, or is admin no longer, by somebody else since then: another admin, or whoever sits at the
 * server. Every change counts, not the newest one of each: whoever was removed stays so for this list, whatever was done to
 * them afterwards. The first admin is not among them, since before that one there was nobody to wait for, and neither is what
 * somebody did to themselves.
 */
export async function readRoleChanges(tx: Tx, since: Date): Promise<RoleChange[]> {
  const { rows } = await tx.$client.query<{ subject_id: string; role: Role }>(
    `SELECT DISTINCT subject_id, CASE WHEN action = 'user.unlock' THEN 'admin' ELSE after ->> 'role' END AS role
     FROM audit_log change
     WHERE id >= $1 AND created_at >= $2 AND action IN ('user.role_changed', 'user.unlock')
       AND ((actor_role = 'admin' AND actor_id <> subject_id) OR (actor_role = 'system' AND ${NOT_THE_FIRST}))`,
    [firstIdOf(since), since],
  );
  return rows.map(({ subject_id: userId, role }) => ({ userId, role }));
}

/** Ids begin with their time, so the newest rows are found without an index of their own. */
function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

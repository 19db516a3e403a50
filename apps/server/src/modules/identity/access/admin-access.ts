import { type AdminField, DomainError } from '@botdepot/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { countOtherAdmins } from '../account/account.ts';
import type { Auth } from '../auth/auth.ts';
import { users } from '../identity.schema.ts';
import { adminFieldOf, type Role } from '../identity.store.ts';
import { giveRights, lockAccess } from './access.ts';

export type AdminAccess = {
  id: string;
  email: string;
  /** Since when an admin keeps them out. */
  lockedAt: Date | null;
  twoFactorEnabled: boolean;
  adminField: AdminField;
};

/** Every admin with what decides whether they can act, by their e-mail address. */
export async function listAdminAccess(tx: Tx): Promise<AdminAccess[]> {
  return tx
    .select({
      id: users.id,
      email: users.email,
      lockedAt: users.lockedAt,
      twoFactorEnabled: users.twoFactorEnabled,
      adminField: sql<AdminField>`coalesce(${users.limitedTo}, 'all')`,
    })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.email));
}

/**
 * Whether this is an admin who is not locked and whose field is the one that they were let in with, and holds them as such until the transaction ends: who takes their rights
 * (`lockAccess`) waits. A colleague who deletes their own account does not.
 */
export async function holdAdmin(
  tx: Tx,
  { userId, adminField }: { userId: string; adminField: AdminField | null },
): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`${adminFieldOf} = ${adminField}`, isNull(users.lockedAt)))
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

/** `gained`: they may do everything from then on, or again. */
type RightsChange = { userId: string; change: 'gained' | 'lost' };

/**
 * Who may do everything from then on (made such an admin, or unlocked), or no longer does (role taken, or limited to a field), by
 * somebody else since then: another admin, or whoever sits at the server. Every change counts, not the newest one of each: whoever was removed stays so for this list, whatever was done to
 * them afterwards. The first admin is not among them, since before that one there was nobody to wait for, and neither is what
 * somebody did to themselves.
 */
export async function readRightsChanges(tx: Tx, since: Date): Promise<RightsChange[]> {
  const { rows } = await tx.$client.query<{ subject_id: string; change: RightsChange['change'] }>(
    `SELECT DISTINCT subject_id,
       CASE WHEN action = 'user.unlock' OR ${mayEverything('after')} THEN 'gained' ELSE 'lost' END AS change
     FROM audit_log change
     WHERE id >= $1 AND created_at >= $2 AND action IN ('user.role_changed', 'user.unlock')
       AND (action = 'user.unlock' OR ${mayEverything('before')} OR ${mayEverything('after')})
       AND ((actor_role = 'admin' AND actor_id <> subject_id) OR (actor_role = 'system' AND ${NOT_THE_FIRST}))`,
    [firstIdOf(since), since],
  );
  return rows.map(({ subject_id: userId, change }) => ({ userId, change }));
}

/** What a row says of the rights before or after it. Older rows know no field: every admin could do everything. */
const mayEverything = (when: 'before' | 'after') =>
  `coalesce(${when} ->> 'role' = 'admin' AND coalesce(${when} ->> 'adminField', 'all') = 'all', false)`;

/** Ids begin with their time, so the newest rows are found without an index of their own. */
function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * Makes an admin of somebody from the command line, for everything or for one field, or changes the field. Somebody who may do
 * everything is always left. Returns false where they are that already. Throws ACCOUNT_LOCKED, since nobody becomes an admin who
 * could not come in, and LAST_ADMIN.
 */
export async function promoteToAdmin(work: Work, userId: string, adminField: AdminField): Promise<boolean> {
  const people = await lockAccess(work.tx, userId);
  const user = people.find(({ id }) => id === userId);
  if (!user) throw DomainError.of('USER_NOT_FOUND');
  if (user.adminField === adminField) return false;
  if (user.lockedAt) throw DomainError.of('ACCOUNT_LOCKED');
  if (adminField !== 'all' && (await countOtherAdmins(work.tx, userId)) === 0)
    throw DomainError.of('LAST_ADMIN');
  await giveRights(work, user, adminField);
  return true;
}

type Persona = { email: string; name: string; role: Role; password: string; createdAt?: Date };

/** Creates one of the demo's people: verified, marked as demo. Returns the id. */
export function createPersona(auth: Pick<Auth, 'createUser'>, persona: Persona): Promise<string> {
  return auth.createUser({ ...persona, demo: true });
}

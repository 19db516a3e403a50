import { APIError } from '@better-auth/core/error';
import { type AdminField, DomainError, type LimitedField } from '@botdepot/contract';
import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import { type Database, isViolationOf, type Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { endAllUnderWay } from '../account/account.ts';
import { users } from '../identity.schema.ts';
import { adminFieldOf, findUserById, type Role, type User } from '../identity.store.ts';
import { deleteSecondFactor } from '../sign-in/second-factor.ts';

type AccessOf = {
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

async function updateAccess(
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

/** What the login says, after a right password only: whoever guesses learns nothing from it. */
export const ACCOUNT_LOCKED = 'ACCOUNT_LOCKED';

/** Where links and the identity provider lead whoever is locked. */
export const LOCKED_LOGIN = `/login?error=${ACCOUNT_LOCKED}`;

/** Before a session begins. The database asks once more, so that a lock at the same moment counts as well. */
export async function refuseLocked(database: Database, userId: string): Promise<void> {
  const user = await findUserById(database.db, userId);
  if (user?.lockedAt) throw APIError.from('FORBIDDEN', { code: ACCOUNT_LOCKED, message: 'locked' });
}

/** Whether the database has kept a session from beginning. */
export const isRefusedSession = (error: unknown): boolean => isViolationOf(error, 'auth_sessions_not_locked');

/** What was done to somebody's access, for whoever tells them and closes their sockets after the commit. */
export type AccessChange = { userId: string; email: string } & (
  | { kind: 'locked' | 'unlocked'; reason: string }
  /** What they may do as an admin now; null for nothing any more. */
  | { kind: 'role'; adminField: AdminField | null; reason: string }
  /** `sessionId` is null when all of them ended. */
  | { kind: 'sessions'; sessionId: string | null; ended: number }
);

type Input = { id: string; reason: string };

/**
 * Keeps somebody out: their sessions end, and no new one begins until `unlockUser`. Their money and their bots stay as
 * they are. Throws like `lockForChange`, and ACCESS_UNCHANGED.
 */
export async function lockUser(work: Work, { id, reason }: Input): Promise<AccessChange> {
  const user = await lockForChange(work, id);
  if (user.lockedAt) throw DomainError.of('ACCESS_UNCHANGED');
  await updateAccess(work.tx, id, { lockedAt: work.now, lockedReason: reason, updatedAt: work.now });
  const ended = await endAllUnderWay(work.tx, user);
  await writeAudit(work, {
    action: 'user.lock',
    subject: 'user',
    subjectId: id,
    before: { locked: false, sessions: ended.length },
    after: { locked: true, sessions: 0 },
    reason,
  });
  return { userId: id, email: user.email, kind: 'locked', reason };
}

/** Lets somebody in again. Throws like `lockForChange`, and ACCESS_UNCHANGED. */
export async function unlockUser(work: Work, { id, reason }: Input): Promise<AccessChange> {
  const user = await lockForChange(work, id);
  if (!user.lockedAt) throw DomainError.of('ACCESS_UNCHANGED');
  await updateAccess(work.tx, id, { lockedAt: null, lockedReason: null, updatedAt: work.now });
  await writeAudit(work, {
    action: 'user.unlock',
    subject: 'user',
    subjectId: id,
    before: { locked: true },
    after: { locked: false },
    reason,
  });
  return { userId: id, email: user.email, kind: 'unlocked', reason };
}

/**
 * Makes an admin of somebody, for everything or for one field, or no longer. Rights are read at every request, so they change with the commit. Who acts
 * stays one for everything, so one such is always left. Throws like `lockForChange`, ACCESS_UNCHANGED, and ACCOUNT_LOCKED: nobody becomes an
 * admin who could not come in.
 */
export async function changeRole(
  work: Work,
  { id, role, adminField: field, reason }: Input & { role: Role; adminField: AdminField },
): Promise<AccessChange> {
  const user = await lockForChange(work, id);
  const adminField = role === 'admin' ? field : null;
  if (user.adminField === adminField) throw DomainError.of('ACCESS_UNCHANGED');
  if (role === 'admin' && user.lockedAt) throw DomainError.of('ACCOUNT_LOCKED');
  await giveRights(work, user, adminField, reason);
  return { userId: id, email: user.email, kind: 'role', adminField, reason };
}

/** Writes what somebody may do as an admin from now on (null: nothing), with its audit row. The caller has locked them. */
export async function giveRights(
  work: Work,
  user: Pick<AccessOf, 'id' | 'role' | 'adminField'>,
  adminField: AdminField | null,
  reason?: string,
): Promise<void> {
  const role: Role = adminField === null ? 'user' : 'admin';
  const limitedTo = adminField === 'all' ? null : adminField;
  await updateAccess(work.tx, user.id, { role, limitedTo, updatedAt: work.now });
  await writeAudit(work, {
    action: 'user.role_changed',
    subject: 'user',
    subjectId: user.id,
    before: { role: user.role, ...(user.adminField && { adminField: user.adminField }) },
    after: { role, ...(adminField && { adminField }) },
    reason,
  });
}

/** Ends one session of somebody or all of them. One that has ended already is no mistake. Throws like `lockForChange`. */
export async function endSessions(
  work: Work,
  { id, sessionId }: { id: string; sessionId?: string | undefined },
): Promise<AccessChange> {
  const user = await lockForChange(work, id);
  const ended = await endAllUnderWay(work.tx, user, { only: sessionId });
  if (ended.length > 0)
    await writeAudit(work, {
      action: 'user.end_sessions',
      subject: 'user',
      subjectId: id,
      after: { sessions: ended.length },
    });
  return {
    userId: id,
    email: user.email,
    kind: 'sessions',
    sessionId: sessionId ?? null,
    ended: ended.length,
  };
}

/**
 * Locks all that is asked here: whoever acts must be an admin still, also when another admin has just changed that. Of two
 * who would take the rights from each other, the second finds its own gone. Throws OWN_ACCESS, FORBIDDEN,
 * CUSTOMER_NOT_FOUND.
 */
async function lockForChange(work: Work, userId: string): Promise<AccessOf> {
  if (work.actor.userId === userId) throw DomainError.of('OWN_ACCESS');
  const people = await lockAccess(work.tx, userId);
  const actor = people.find(({ id }) => id === work.actor.userId);
  if (actor?.adminField !== 'all' || actor.lockedAt) throw DomainError.of('FORBIDDEN');
  const user = people.find(({ id }) => id === userId);
  if (!user) throw DomainError.of('CUSTOMER_NOT_FOUND');
  return user;
}

/**
 * Switches the second factor of somebody off who has lost theirs, or whose account somebody else has closed with one, and
 * ends every session. Who knows the password comes in then, and still whoever has a passkey or a connected login: those stay
 * the owner's, who is told to look at them. Returns false where there is no second factor.
 */
export async function resetSecondFactor(work: Work, user: Pick<User, 'id' | 'email'>): Promise<boolean> {
  const { id } = user;
  await lockAccess(work.tx, id);
  if (!(await deleteSecondFactor(work.tx, id, work.now))) return false;
  const ended = await endAllUnderWay(work.tx, user);
  await writeAudit(work, {
    action: 'user.reset_second_factor',
    subject: 'user',
    subjectId: id,
    before: { sessions: ended.length },
    after: { sessions: 0 },
  });
  return true;
}

import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { accounts, passkeys, sessions, users, verifications } from '../identity.schema.ts';
import type { Role } from '../identity.store.ts';

/** Whose row is locked by the transaction; `isLocked` says whether the account is, by an admin. */
export type LockedUser = { id: string; email: string; role: Role; isLocked: boolean };

/**
 * Locks a user until the transaction ends; before an admin all admins, in the order of their ids, so that two who leave at
 * the same moment are decided one after the other. Colleagues may be referred to meanwhile: who takes over a chat waits for
 * nobody who leaves. Undefined when the user is gone.
 */
export async function lockForDeletion(tx: Tx, userId: string): Promise<LockedUser | undefined> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.role} = 'admin'
        AND EXISTS (SELECT FROM ${users} self WHERE self.id = ${userId}::uuid AND self.role = 'admin')`,
    )
    .orderBy(users.id)
    .for('no key update');
  const [row] = await tx
    .select({ id: users.id, email: users.email, role: users.role, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!row) return undefined;
  const { lockedAt, ...user } = row;
  return { ...user, isLocked: lockedAt !== null };
}

/** Who is locked cannot act, so does not count. */
export async function countOtherAdmins(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ others: count() })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.lockedAt), ne(users.id, userId)));
  return row?.others ?? 0;
}

/** With it go sessions, passwords, second factor, passkeys, linked identities and preferences. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}

/** Links and challenges under way that name the user, by id or by the whole address. */
export async function deleteVerificationsOf(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await tx.delete(verifications).where(
    sql`strpos(${verifications.identifier} || ' ' || ${verifications.value}, ${user.id}) > 0
      OR strpos(${verifications.value}, ${JSON.stringify(user.email)}) > 0`,
  );
}

/** Ends all other sessions of a user and returns their ids. */
export async function deleteOtherSessions(tx: Tx, userId: string, sessionId: string): Promise<string[]> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Holds a user until the transaction ends. Undefined when there is none. */
export async function lockUser(
  tx: Tx,
  userId: string,
): Promise<{ id: string; email: string; twoFactorEnabled: boolean } | undefined> {
  const [row] = await tx
    .select({ id: users.id, email: users.email, twoFactorEnabled: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row;
}

/** Keeps a session from ending until the transaction does. False when it has ended already. */
export async function holdSession(tx: Tx, sessionId: string): Promise<boolean> {
  const held = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share');
  return held.length > 0;
}

/** Ends every session, and takes away what begins one: the password, connected logins, passkeys. A link by mail remains. */
export async function deleteWaysIn(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

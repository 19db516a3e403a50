import type { AdminField } from '@botdepot/contract';
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { accounts, passkeys, sessions, users, verifications } from '../identity.schema.ts';
import { adminFieldOf } from '../identity.store.ts';

/** Whose row is locked by the transaction; `isLocked` says whether the account is, by an admin. */
export type LockedUser = { id: string; email: string; adminField: AdminField | null; isLocked: boolean };

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
    .select({ id: users.id, email: users.email, adminField: adminFieldOf, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!row) return undefined;
  const { lockedAt, ...user } = row;
  return { ...user, isLocked: lockedAt !== null };
}

/** How many others may do everything. Who is locked cannot act, so does not count. */
export async function countOtherAdmins(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ others: count() })
    .from(users)
    .where(
      and(eq(users.role, 'admin'), isNull(users.limitedTo), isNull(users.lockedAt), ne(users.id, userId)),
    );
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

/**
 * Ends sessions of a user, and all that somebody has begun with the account and not finished: links, challenges, and logins
 * that were let in by what counted until now. A session that is just beginning waits for the user's row (the trigger
 * `auth_sessions_not_locked`): either it is there before and ends here, or it finds that it came too late
 * (`overtakenLogins`). Sessions end before links, so that none of them begins another one in between. Returns the ids of the
 * sessions.
 */
export async function endAllUnderWay(
  tx: Tx,
  user: { id: string; email: string },
  which: { only?: string | undefined; exceptFor?: string } | 'no sessions' = {},
): Promise<string[]> {
  await tx
    .update(users)
    .set({ accessVersion: sql`${users.accessVersion} + 1` })
    .where(eq(users.id, user.id));
  const ended = which === 'no sessions' ? [] : await deleteSessions(tx, user.id, which);
  await deleteVerificationsOf(tx, user);
  return ended;
}

async function deleteSessions(
  tx: Tx,
  userId: string,
  { only, exceptFor }: { only?: string | undefined; exceptFor?: string },
): Promise<string[]> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        only === undefined ? undefined : eq(sessions.id, only),
        exceptFor === undefined ? undefined : ne(sessions.id, exceptFor),
      ),
    )
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Holds a user until the transaction ends. Undefined when there is none. */
export async function lockUser(tx: Tx, userId: string): Promise<{ id: string; email: string } | undefined> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
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

/** Takes away what begins a session: the password, connected logins, passkeys. A link by mail remains. */
export async function deleteWaysIn(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** How often all that was under way has ended so far; undefined for nobody. */
export async function readAccessVersion(
  tx: Tx,
  whose: { userId: string } | { email: string } | { credentialId: string },
): Promise<{ userId: string; version: number } | undefined> {
  const isTheirs =
    'userId' in whose
      ? eq(users.id, whose.userId)
      : 'email' in whose
        ? eq(users.email, whose.email)
        : sql`${users.id} = (SELECT ${passkeys.userId} FROM ${passkeys} WHERE ${passkeys.credentialID} = ${whose.credentialId})`;
  const [row] = await tx
    .select({ userId: users.id, version: users.accessVersion })
    .from(users)
    .where(isTheirs);
  return row;
}

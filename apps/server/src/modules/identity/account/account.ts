import type { AdminField } from '@botdepot/contract';
import { and, count, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
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

/** How many others may do everything; all who do, without a user. Who is locked cannot act, so does not count. */
export async function countOtherAdmins(tx: Tx, userId: string | undefined): Promise<number> {
  const [row] = await tx
    .select({ others: count() })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.limitedTo),
        isNull(users.lockedAt),
        userId === undefined ? undefined : ne(users.id, userId),
      ),
    );
  return row?.others ?? 0;
}

/** With it go sessions, passwords, second factor, passkeys, linked identities and preferences. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}

type Addressed = { id: string; email: string };

/** Links and challenges under way that name the user, by id or by the whole address. */
export async function deleteVerificationsOf(tx: Tx, user: Addressed): Promise<void> {
  await tx.delete(verifications).where(namesUser(user));
}

const namesUser = (user: Addressed): SQL =>
  sql`(strpos(${verifications.identifier} || ' ' || ${verifications.value}, ${user.id}) > 0
    OR strpos(${verifications.value}, ${JSON.stringify(user.email)}) > 0)`;

/** Under which the wish for another address is kept. */
export const emailChangeIdentifier = (userId: string): string => `email-change:${userId}`;

/**
 * Ends sessions of a user, and all that somebody has begun with the account and not finished: links, challenges, and logins
 * that were let in by what counted until now. A session that is just beginning waits for the user's row (the trigger
 * `auth_sessions_not_locked`): either it is there before and ends here, or it finds that it came too late
 * (`createAccessFence`). Sessions end before links, so that none of them begins another one in between. Returns the ids of the
 * sessions.
 */
export async function endAllUnderWay(tx: Tx, user: Addressed, which: WhichSessions = {}): Promise<string[]> {
  await raiseAccessVersion(tx, user.id);
  const ended = await deleteSessions(tx, user.id, which);
  await deleteVerificationsOf(tx, user);
  return ended;
}

/** Which sessions end: all of them, one, all but one, or none. */
export type WhichSessions = { only?: string | undefined; exceptFor?: string } | 'no sessions';

/**
 * Ends sessions for whoever has one, and what else a session or a password has begun: logins, and the wish for another address.
 * Links for a new password stay: whoever has stolen a session could otherwise keep the owner from ever using one. Nothing else
 * that names the user lasts longer than a challenge.
 */
export async function endLoginsUnderWay(tx: Tx, user: Addressed, which: WhichSessions): Promise<void> {
  await raiseAccessVersion(tx, user.id);
  await deleteSessions(tx, user.id, which);
  const isShort = sql`${verifications.expiresAt} <= now() + interval '10 minutes'`;
  const isWish = eq(verifications.identifier, emailChangeIdentifier(user.id));
  await tx.delete(verifications).where(and(namesUser(user), or(isWish, isShort)));
}

async function deleteSessions(tx: Tx, userId: string, which: WhichSessions): Promise<string[]> {
  if (which === 'no sessions') return [];
  const { only, exceptFor } = which;
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

/**
 * Takes the ways into an account whose address nobody has confirmed: whoever chose them need not own it. A confirmation under way
 * comes before this, or not at all; after one nothing is taken. Links for a new password stay, since they went to the owner.
 */
export async function disownUnconfirmed(tx: Tx, userId: string): Promise<void> {
  const [held] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .for('no key update');
  if (!held) return;
  await raiseAccessVersion(tx, userId);
  await deleteWaysIn(tx, userId);
}

/** The account that somebody begins to use, by what they name. */
export type WhoseAccess =
  | { userId: string }
  | { email: string }
  | { credentialId: string }
  | { providerId: string; accountId: string };

/**
 * What a request relies on: how often all that was under way has ended so far, and what a link for a new password replaces and
 * where it goes. Undefined for nobody.
 */
export type Access = {
  userId: string;
  version: number;
  email: string;
  password: string | null;
  lockedAt: Date | null;
};

export async function readAccess(tx: Tx, whose: WhoseAccess): Promise<Access | undefined> {
  const [row] = await tx
    .select({
      userId: users.id,
      version: users.accessVersion,
      email: users.email,
      password: accounts.password,
      lockedAt: users.lockedAt,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(isTheirs(whose));
  return row;
}

function isTheirs(whose: WhoseAccess): SQL | undefined {
  if ('userId' in whose) return eq(users.id, whose.userId);
  if ('email' in whose) return eq(users.email, whose.email);
  if ('credentialId' in whose)
    return sql`${users.id} = (SELECT ${passkeys.userId} FROM ${passkeys} WHERE ${passkeys.credentialID} = ${whose.credentialId})`;
  const { providerId, accountId } = whose;
  return sql`${users.id} = (SELECT ${accounts.userId} FROM ${accounts}
    WHERE ${accounts.providerId} = ${providerId} AND ${accounts.accountId} = ${accountId})`;
}

/** Holds the account until the transaction ends; undefined where it is gone. Read after it is held: until then others may write. */
export async function holdAccess(tx: Tx, userId: string): Promise<Access | undefined> {
  return (await lockUser(tx, userId)) && readAccess(tx, { userId });
}

/** What was under way until now does not end after this. */
export async function raiseAccessVersion(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ accessVersion: sql`${users.accessVersion} + 1` })
    .where(eq(users.id, userId));
}

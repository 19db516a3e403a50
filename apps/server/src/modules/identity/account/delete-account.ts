import { type AccountClosing, DomainError } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { deleteIdempotencyKeys, eraseOutcomesNaming } from '../../../platform/idempotency.ts';
import type { Work } from '../../../platform/work.ts';
import {
  countOtherAdmins,
  deleteUser,
  deleteVerificationsOf,
  holdSession,
  type LockedUser,
  lockForDeletion,
} from './account.ts';
import { canUndoEmailChange } from './email-change.ts';
import { getProfile } from './profile.ts';

/**
 * What a module does when somebody deletes their account. Identity knows no other module, so the server brings them
 * together: all locks are taken before the first of them changes anything, in the order of their list.
 */
type AccountGuard = {
  /** Ids of what is still open; read without a lock. */
  listOpen?(tx: Tx, userId: string): Promise<string[]>;
  /** Locks what is still open, sorted by id, and returns the ids. */
  lockOpen?(work: Work, userId: string): Promise<string[]>;
  /** Ends what is open and erases what is personal. A `DomainError` undoes the whole deletion. */
  close(work: Work, userId: string): Promise<void>;
};

/** The figures of a deletion that other modules know. */
type ReadAccountClosing = (tx: Tx, userId: string) => Promise<Omit<AccountClosing, 'isLastAdmin'>>;

/** One part of the download of one's own data: a single object, or rows that are read while they are sent. */
export type ExportSection = {
  /** The key in the file. */
  name: string;
  /** German, for the description at the head of the file. */
  about: string;
} & (
  | { one(tx: Tx, userId: string): Promise<object>; rows?: never }
  | { rows(tx: Tx, userId: string): AsyncIterable<object>; one?: never }
);

/** What the modules contribute to the end of an account and to the download of its data. */
export type AccountParts = {
  guards: readonly AccountGuard[];
  readClosing: ReadAccountClosing;
  /** Whether anything was ever booked for somebody. */
  hasBookings(tx: Tx, userId: string): Promise<boolean>;
  exports: readonly ExportSection[];
};

/** What deleting the account would do at this moment. Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getAccountClosing(
  tx: Tx,
  readClosing: ReadAccountClosing,
  userId: string,
): Promise<AccountClosing> {
  const { adminField } = await getProfile(tx, userId);
  const isLastAdmin = adminField === 'all' && (await countOtherAdmins(tx, userId)) === 0;
  return { ...(await readClosing(tx, userId)), isLastAdmin };
}

/** So many times something new may begin while the locks are taken, before the customer is asked to try again. */
const MOST_ATTEMPTS = 5;

/**
 * Ends everything of the actor's account and deletes the user, in one transaction: either all of it or nothing. What stays
 * are the books (transfers, investments, unit entries, audit rows), which know people by id only.
 *
 * Throws UNAUTHENTICATED when the user is gone already or locked, LAST_ADMIN, EMAIL_CHANGED_LATELY, UNAVAILABLE when the
 * account does not come to rest, and whatever a guard throws (PRICES_STALE).
 */
export async function deleteAccount(
  work: Work,
  guards: readonly AccountGuard[],
): Promise<{ userId: string; email: string }> {
  const { actor, tx } = work;
  const user = actor.userId === null ? undefined : await lockForDeletion(tx, actor.userId);
  // Who is locked can do nothing any more, and neither can a session that ended while the user was waited for.
  if (!user || user.isLocked || !actor.sessionId || !(await holdSession(tx, actor.sessionId)))
    throw DomainError.of('UNAUTHENTICATED');
  if (user.adminField === 'all' && (await countOtherAdmins(tx, user.id)) === 0)
    throw DomainError.of('LAST_ADMIN');
  // Else whoever took the account with its address could end it before its owner reads of that.
  if (await canUndoEmailChange(tx, user.id, work.now)) throw DomainError.of('EMAIL_CHANGED_LATELY');
  await endAccount(work, user, guards);
  return { userId: user.id, email: user.email };
}

/**
 * Repeats a deletion that an older state of the database does not know of. What the actor might have been asked then was
 * answered when they deleted the account, whatever it is in this state: locked, or that of the only admin.
 */
export async function eraseAccount(work: Work, guards: readonly AccountGuard[]): Promise<void> {
  const { actor, tx } = work;
  const user = actor.userId === null ? undefined : await lockForDeletion(tx, actor.userId);
  // Another replica that starts at the same moment was faster.
  if (user) await endAccount(work, user, guards);
}

/** The caller holds the user's row. */
export async function endAccount(
  work: Work,
  user: LockedUser,
  guards: readonly AccountGuard[],
): Promise<void> {
  const { tx } = work;
  await lockEverythingOpen(work, user.id, guards);
  // Nobody is left to be told, and a hint would make the customer's own page ask with a session that is gone.
  const quiet: Work = { ...work, hintUser: () => undefined };
  await deleteIdempotencyKeys(tx, user.id);
  // Before the guards: a row may name two who leave at the same moment, and here the second waits for the first.
  await eraseOutcomesNaming(tx, [user.id, user.email]);
  for (const guard of guards) await guard.close(quiet, user.id);
  await deleteVerificationsOf(tx, user);
  await writeAudit(work, { action: 'user.delete', subject: 'user', subjectId: user.id });
  await deleteUser(tx, user.id);
}

/**
 * The last lock is the wallet's, without which nothing new begins. What began before it was held is not locked yet, and
 * locking it now would be out of order: a deadlock. So all locks are given back, and it begins again.
 */
async function lockEverythingOpen(
  work: Work,
  userId: string,
  guards: readonly AccountGuard[],
): Promise<void> {
  const { $client } = work.tx;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await $client.query('SAVEPOINT closing');
    const locked = new Set<string>();
    for (const guard of guards) for (const id of (await guard.lockOpen?.(work, userId)) ?? []) locked.add(id);
    const open: string[] = [];
    for (const guard of guards) open.push(...((await guard.listOpen?.(work.tx, userId)) ?? []));
    if (open.every((id) => locked.has(id))) return;
    await $client.query('ROLLBACK TO SAVEPOINT closing');
  }
  throw DomainError.of('UNAVAILABLE');
}

import { APIError } from '@better-auth/core/error';
import { type Database, isViolationOf } from '../../../platform/database.ts';
import { findUserById } from '../identity.store.ts';

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

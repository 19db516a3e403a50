import type { Database } from '../../../platform/database.ts';
import { findSessionToken } from '../identity.store.ts';
import type { BetterAuth } from './better-auth.ts';

/** Who asks: by a session, or (`sessionId` is null) with a right password and the code still to come. */
export type Asker = {
  userId: string;
  email: string;
  sessionId: string | null;
  /** When the session last proved who uses it; null as long as there is none. */
  authenticatedAt: Date | null;
  twoFactorEnabled: boolean;
};

/** Null for a visitor. Rejects when the session cannot be read. */
export async function findAsker(betterAuth: BetterAuth, headers: Headers): Promise<Asker | null> {
  if (!headers.has('cookie')) return null;
  const found = await betterAuth.api.getSession({ headers, query: { disableRefresh: true } });
  if (found) {
    const { user, session } = found;
    return {
      userId: user.id,
      email: user.email,
      sessionId: session.id,
      authenticatedAt: session.authenticatedAt ?? session.createdAt,
      twoFactorEnabled: user.twoFactorEnabled === true,
    };
  }
  const challenged = await betterAuth.api.findChallengedUser({ headers });
  return challenged && { ...challenged, sessionId: null, authenticatedAt: null, twoFactorEnabled: true };
}

/** A session as its owner sees it: without the token, which would be worth stealing. */
export type ShownSession = {
  id: string;
  createdAt: string;
  userAgent: string | null;
  /** The one that asks. */
  current: boolean;
};

/** What the library lists, newest first, cut down to what is shown. */
export function showSessions(listed: unknown, asker: Asker | null): ShownSession[] {
  if (!Array.isArray(listed)) throw new Error('The list of sessions is none');
  return listed
    .map(
      (session): ShownSession => ({
        id: String(session.id),
        createdAt: new Date(session.createdAt).toISOString(),
        userAgent:
          typeof session.userAgent === 'string' && session.userAgent !== '' ? session.userAgent : null,
        current: session.id === asker?.sessionId,
      }),
    )
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** The library revokes by token; people name one of their own sessions by its id. Null when it is none of theirs. */
export async function tokenOfOwnSession(
  database: Database,
  asker: Asker | null,
  sessionId: string,
): Promise<string | null> {
  if (asker === null || asker.sessionId === null) return null;
  return findSessionToken(database.db, asker.userId, sessionId);
}

import { createAuthMiddleware } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import type { Database } from '../../platform/database.ts';
import { deleteVerificationsOf, readAccessVersion } from './account/account.store.ts';
import { challengedUser, sessionUserId } from './second-factor.ts';

/** What begins a session by what was proved before, and how the refusal of it is called. */
const BEGIN_SESSIONS: Record<string, string> = {
  '/sign-in/email': 'INVALID_EMAIL_OR_PASSWORD',
  '/passkey/verify-authentication': 'AUTHENTICATION_FAILED',
  '/two-factor/verify-totp': 'INVALID_TWO_FACTOR_COOKIE',
  '/two-factor/verify-backup-code': 'INVALID_TWO_FACTOR_COOKIE',
  // These replace the session that they come with.
  '/two-factor/disable': 'UNAUTHORIZED',
  '/change-password': 'UNAUTHORIZED',
};

/**
 * Between the moment that a password or a code is found right and the one that its session begins, the owner may have taken
 * the account back: the login would outlive the end of all sessions. So the count of such ends (`endAllUnderWay`) is read
 * before the library reads anything, and once more when the session is there; where it has moved, the session goes again.
 */
export function overtakenLogins(database: Database) {
  const begun = new WeakMap<Request, { userId: string; version: number }>();
  const matcher = ({ path }: { path?: string }) => path !== undefined && Object.hasOwn(BEGIN_SESSIONS, path);
  return {
    id: 'overtaken-logins',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const whose = await whoseLogin(ctx);
            const found = whose && (await readAccessVersion(database.db, whose));
            if (ctx.request && found) begun.set(ctx.request, found);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const before = ctx.request && begun.get(ctx.request);
            if (!before || isAPIError(ctx.context.returned)) return;
            const now = await readAccessVersion(database.db, before);
            if (now?.version === before.version) return;
            const started = ctx.context.newSession;
            if (started) {
              deleteSessionCookie(ctx, true);
              await ctx.context.internalAdapter.deleteSession(started.session.token);
              ctx.context.setNewSession(null);
            }
            // A code may be waited for instead.
            const user = await ctx.context.internalAdapter.findUserById(before.userId);
            if (user) await deleteVerificationsOf(database.db, user);
            const code = BEGIN_SESSIONS[ctx.path] ?? 'UNAUTHORIZED';
            throw APIError.from('UNAUTHORIZED', { code, message: 'overtaken' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

async function whoseLogin(
  ctx: GenericEndpointContext,
): Promise<Parameters<typeof readAccessVersion>[1] | undefined> {
  if (ctx.path === '/sign-in/email') return { email: String(ctx.body?.email) };
  if (ctx.path === '/passkey/verify-authentication') return { credentialId: String(ctx.body?.response?.id) };
  const userId = (await sessionUserId(ctx)) ?? (await challengedUser(ctx))?.id;
  return userId === undefined ? undefined : { userId };
}

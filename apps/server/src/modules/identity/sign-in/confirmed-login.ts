import { createAuthMiddleware } from '@better-auth/core/api';
import type { BetterAuthPlugin } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { ACCOUNT_LOCKED, LOCKED_LOGIN } from '../access/access.ts';
import { sessionUserId } from './second-factor.ts';

/** Says that the address is confirmed, and whose session stays. */
const OTHER_ACCOUNT_PAGE = '/login?error=other_account';

/**
 * Who has just confirmed their address by a link is logged in. Not beside a session that is open: a link of somebody else would
 * replace it unseen, and whoever has it would go on in an account that is not theirs. And not where the account asks for a code.
 * The library knows neither.
 */
export function confirmedLogin() {
  const confirmed = new WeakMap<Request, string>();

  async function afterEmailVerification({ id }: { id: string }, request?: Request): Promise<void> {
    if (request) confirmed.set(request, id);
  }

  const plugin = {
    id: 'confirmed-login',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter, returned } = ctx.context;
            const userId = ctx.request && confirmed.get(ctx.request);
            if (userId === undefined || (isAPIError(returned) && returned.statusCode >= 400)) return;
            const openFor = await sessionUserId(ctx);
            if (openFor !== undefined && openFor !== userId) throw ctx.redirect(OTHER_ACCOUNT_PAGE);
            const user = await internalAdapter.findUserById(userId);
            if (openFor === userId || !user || ('twoFactorEnabled' in user && user.twoFactorEnabled)) return;
            const session = await internalAdapter.createSession(userId).catch((error: unknown) => {
              // Who comes by a link sees a page.
              throw isAPIError(error) && error.body?.code === ACCOUNT_LOCKED
                ? ctx.redirect(LOCKED_LOGIN)
                : error;
            });
            await setSessionCookie(ctx, { session, user });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;

  return { afterEmailVerification, plugin };
}

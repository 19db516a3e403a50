import { createAuthMiddleware } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { IdentityProviderSettings } from '../../platform/config.ts';
import type { AccessFence } from './access-fence.ts';
import { lazyProvider } from './identity-provider.ts';
import { CALLBACK_ROUTE } from './provider-callback.ts';
import { sessionUserId, startChallenge } from './second-factor.ts';

const CREDENTIAL = 'credential';
const NEEDS_PROVIDER = new Set(['/sign-in/social', '/link-social', CALLBACK_ROUTE]);

export type IdentityListener = (user: { id: string; email: string }, provider: string) => void;

/** An identity elsewhere as its owner sees it: neither the provider's number for them nor any token. */
export type ShownIdentity = { id: string; provider: string; linkedAt: string };

const storedAccount = z.object({ id: z.string(), providerId: z.string(), createdAt: z.coerce.date() });
const linkState = z.object({ link: z.object({ userId: z.string() }).optional() });

/**
 * Login by an account at the provider that the operator names (OpenID Connect, with PKCE, state and nonce). It is linked
 * by who is signed in, never by an address, and never creates an account.
 */
export function linkedIdentities(
  settings: IdentityProviderSettings | undefined,
  access: Pick<AccessFence, 'remember'>,
  news: { onLinked: IdentityListener; onUnlinked: IdentityListener },
) {
  const load = settings && lazyProvider(settings, access);
  return {
    id: 'linked-identities',
    init: () => ({ options: { databaseHooks: storing((user) => news.onLinked(user, nameOf(settings))) } }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && NEEDS_PROVIDER.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            if (!load) throw APIError.from('NOT_FOUND', { code: 'NOT_FOUND', message: 'No provider' });
            if (await load(ctx.context)) return;
            throw APIError.from('FAILED_DEPENDENCY', {
              code: 'PROVIDER_UNAVAILABLE',
              message: 'The provider does not answer',
            });
          }),
        },
        {
          matcher: ({ path }) => path === CALLBACK_ROUTE,
          handler: createAuthMiddleware(async (ctx) => {
            const linkFor = await userToLink(ctx);
            if (linkFor !== undefined) await access.remember(ctx.request, { userId: linkFor });
            // Between the start and here somebody may have signed out, or signed in as somebody else.
            if (linkFor !== undefined && linkFor !== (await sessionUserId(ctx)))
              throw ctx.redirect('/login?error=session_changed');
          }),
        },
        {
          matcher: ({ path }) => path === '/unlink-account',
          handler: createAuthMiddleware(async (ctx) => {
            const userId = await sessionUserId(ctx);
            if (userId === undefined) return;
            const accounts = await ctx.context.internalAdapter.findAccounts(userId);
            // The password is stored like an identity, but this is not the way to lose it.
            const isIdentity = accounts.some(
              ({ id, providerId }) => id === ctx.body?.accountId && providerId !== CREDENTIAL,
            );
            if (!isIdentity)
              throw APIError.from('NOT_FOUND', { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/list-accounts',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            return isAPIError(returned) ? undefined : ctx.json(showIdentities(returned, settings));
          }),
        },
        {
          matcher: ({ path }) => path === '/unlink-account',
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.session?.user;
            if (user && !isAPIError(ctx.context.returned)) news.onUnlinked(user, nameOf(settings));
          }),
        },
        {
          // How strong the login at the provider was is not known here, so it stands for the password only.
          matcher: ({ path }) => path === CALLBACK_ROUTE,
          handler: createAuthMiddleware(async (ctx) => {
            const started = ctx.context.newSession;
            if (started?.user.twoFactorEnabled !== true) return;
            const goOn = ctx.context.responseHeaders?.get('location') ?? '/dashboard';
            deleteSessionCookie(ctx, true);
            await ctx.context.internalAdapter.deleteSession(started.session.token);
            ctx.context.setNewSession(null);
            await startChallenge(ctx, started.user.id);
            throw ctx.redirect(`/login?${new URLSearchParams({ schritt: 'code', next: goOn })}`);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>;

function storing(onLinked: (user: { id: string; email: string }) => void) {
  return {
    account: {
      create: {
        before: async (account) => withoutProviderTokens(account),
        after: async (account, ctx) => {
          if (account.providerId === CREDENTIAL || ctx === null) return;
          const user = await ctx.context.internalAdapter.findUserById(account.userId);
          if (user) onLinked(user);
        },
      },
      update: { before: async (account) => withoutProviderTokens(account) },
    },
    session: {
      create: {
        // The provider may know the browser from last week and ask nothing at all, so its word is no fresh proof.
        before: async (session, ctx) =>
          ctx?.path === CALLBACK_ROUTE ? { data: { ...session, authenticatedAt: new Date(0) } } : undefined,
      },
    },
  } satisfies DatabaseHooks;
}

/** Whom the way back is to link; undefined for a login and for a state that nobody knows. */
async function userToLink(ctx: GenericEndpointContext): Promise<string | undefined> {
  const state: unknown = ctx.query?.state;
  if (typeof state !== 'string') return undefined;
  const stored = await ctx.context.internalAdapter.findVerificationValue(state);
  if (!stored?.value.startsWith('{')) return undefined;
  return linkState.parse(JSON.parse(stored.value)).link?.userId;
}

const nameOf = (settings: IdentityProviderSettings | undefined): string =>
  settings?.name ?? 'Früherer Anbieter';

function showIdentities(listed: unknown, settings: IdentityProviderSettings | undefined): ShownIdentity[] {
  return z
    .array(storedAccount)
    .parse(listed)
    .filter(({ providerId }) => providerId !== CREDENTIAL)
    .map(({ id, createdAt }) => ({
      id,
      provider: nameOf(settings),
      linkedAt: createdAt.toISOString(),
    }));
}

/** The provider's tokens are of no use after the login, and their content is personal data. */
function withoutProviderTokens<T extends object>(account: T): { data: T } {
  const dropped = ['accessToken', 'refreshToken', 'idToken'].filter((field) => field in account);
  return { data: { ...account, ...Object.fromEntries(dropped.map((field) => [field, null])) } };
}

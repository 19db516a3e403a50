import { createAuthMiddleware } from '@better-auth/core/api';
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { APIError } from '@better-auth/core/error';
import type { AuthContext, BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { z } from 'zod';
import type { IdentityProviderSettings } from '../../../platform/config.ts';
import { ACCOUNT_LOCKED } from '../access/access.ts';
import { type AccessFence, OVERTAKEN } from '../access/access-fence.ts';
import { sessionUserId, startChallenge } from './second-factor.ts';

const DISCOVERY_MS = 5_000;

/**
 * The provider's own description is read at the first use, not at the start: a provider that is down must neither keep
 * this server from starting nor stay unknown until the next start.
 */
function lazyProvider(
  settings: IdentityProviderSettings,
  access: Pick<AccessFence, 'remember'>,
): (context: AuthContext) => Promise<boolean> {
  const issuer = settings.discoveryUrl.replace(/\/\.well-known\/.*$/, '');
  const plugin = genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        name: settings.name,
        discoveryUrl: settings.discoveryUrl,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        scopes: settings.scopes,
        pkce: true,
        requireIdTokenVerification: true,
        // Another provider may use the same number for somebody else.
        accountSubject: async ({ profile }) => {
          if (profile.sub === undefined || profile.sub === null || profile.sub === '') return '';
          const accountId = `${issuer}#${profile.sub}`;
          // Before the library looks whose it is.
          await access.remember(tryGetCurrentAuthEndpointContext()?.request, {
            providerId: PROVIDER_ID,
            accountId,
          });
          return accountId;
        },
        disableSignUp: true,
      },
    ],
  });
  let loading: Promise<boolean> | undefined;

  const load = async (context: AuthContext): Promise<boolean> => {
    const found = await plugin.init(context);
    const provider = found.context.socialProviders.find(({ id }) => id === PROVIDER_ID);
    // Every request sees this list.
    if (provider) context.socialProviders.push(provider);
    return provider !== undefined;
  };
  return (context) => {
    loading ??= load(context).then(
      (found) => {
        if (!found) loading = undefined;
        return found;
      },
      (error: unknown) => {
        loading = undefined;
        context.logger.error('The identity provider could not be read', error);
        return false;
      },
    );
    return within(DISCOVERY_MS, loading);
  };
}

async function within(ms: number, loading: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** Part of the redirect address that the operator registers at the provider: `/api/auth/callback/oidc`. */
export const PROVIDER_ID = 'oidc';
export const CALLBACK_PATH = `/callback/${PROVIDER_ID}`;
/** As the library names it, for whatever provider. */
export const CALLBACK_ROUTE = '/callback/:id';

/**
 * The way back from the provider always ends on one of our pages. Why it failed is said by a code alone: the provider's
 * own words could be anybody's. Whether an address belongs to an account is not said.
 */
export function settleCallback(response: Response): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  headers.set('location', destinationOf(response.headers.get('location')));
  return new Response(null, { status: 302, headers });
}

function destinationOf(location: string | null): string {
  const to = new URL(location ?? '/login?error=provider_failed', 'http://local');
  // With two slashes in front it would be an address elsewhere.
  const path = to.pathname.replace(/^\/+/, '/');
  const error = to.searchParams.get('error');
  if (error === null) return path + to.search;
  const isKnownPage = !path.startsWith('/api/');
  const target = new URL(isKnownPage ? path : '/login', 'http://local');
  const tab = to.searchParams.get('ansicht');
  if (isKnownPage && tab !== null) target.searchParams.set('ansicht', tab);
  target.searchParams.set(
    'error',
    Object.hasOwn(PUBLIC_ERRORS, error) ? String(PUBLIC_ERRORS[error]) : 'provider_failed',
  );
  return target.pathname + target.search;
}

/** What our pages have words for. */
const PUBLIC_ERRORS: Record<string, string> = {
  signup_disabled: 'identity_unknown',
  account_not_linked: 'identity_unknown',
  email_not_found: 'identity_unknown',
  account_already_linked_to_different_user: 'identity_taken',
  unable_to_link_account: 'identity_unverified',
  ACCOUNT_LOCKED,
  access_denied: 'provider_cancelled',
  session_changed: 'session_changed',
  state_mismatch: 'provider_expired',
  state_not_found: 'provider_expired',
  [OVERTAKEN]: 'provider_expired',
};

const CREDENTIAL = 'credential';
const NEEDS_PROVIDER = new Set(['/sign-in/social', '/link-social', CALLBACK_ROUTE]);

type IdentityListener = (user: { id: string; email: string }, provider: string) => void;

/** An identity elsewhere as its owner sees it: neither the provider's number for them nor any token. */
type ShownIdentity = { id: string; provider: string; linkedAt: string };

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

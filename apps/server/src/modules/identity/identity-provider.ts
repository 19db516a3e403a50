import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import type { AuthContext } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { IdentityProviderSettings } from '../../platform/config.ts';
import type { AccessFence } from './access-fence.ts';
import { PROVIDER_ID } from './provider-callback.ts';

const DISCOVERY_MS = 5_000;

/**
 * The provider's own description is read at the first use, not at the start: a provider that is down must neither keep
 * this server from starting nor stay unknown until the next start.
 */
export function lazyProvider(
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

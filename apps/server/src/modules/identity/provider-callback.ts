import { ACCOUNT_LOCKED } from './access/locked-account.ts';
import { OVERTAKEN } from './access-fence.ts';

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
  const error = to.searchParams.get('error');
  if (error === null) return to.pathname + to.search;
  const isKnownPage = !to.pathname.startsWith('/api/');
  const target = new URL(isKnownPage ? to.pathname : '/login', 'http://local');
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

import type { AuthGate } from './auth-gate.ts';

const BEARER = /^bearer +(\S+)$/i;
/** A signed session token as `set-auth-token` hands it out: only what cannot begin another cookie. */
const SESSION_TOKEN = /^[\w-]+\.[\w%+/=-]+$/;
/** Three parts, where a session token has two. */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What a request proves who sends it with: a session, an access token, or nothing. */
export type Credentials = {
  /** With the session, if any, as the cookie that the library reads, and without what was not to count. */
  headers: Headers;
  accessToken: string | null;
  /** It came in the Authorization header. */
  isBearer: boolean;
};

/**
 * A bearer in the Authorization header stands alone: cookies beside it do not count, so that a wrong token is refused
 * and never covered by somebody's cookie. Other schemes are not ours (a proxy may ask for a password of its own).
 */
export function readCredentials(received: Headers, sessionCookie: string): Credentials {
  const token = BEARER.exec(received.get('authorization') ?? '')?.[1];
  if (token === undefined && !/^bearer\b/i.test(received.get('authorization') ?? ''))
    return { headers: received, accessToken: null, isBearer: false };
  const headers = new Headers(received);
  headers.delete('authorization');
  headers.delete('cookie');
  const isSession = token !== undefined && SESSION_TOKEN.test(token);
  // The library reads it from there alone, and checks the signature as it does for a browser.
  if (isSession)
    headers.set('cookie', `${sessionCookie}=${token.includes('%') ? token : encodeURIComponent(token)}`);
  const accessToken = token !== undefined && ACCESS_TOKEN.test(token) ? token : null;
  return { headers, accessToken, isBearer: true };
}

/**
 * The gate for clients that are no browsers as well: they send their session as a bearer and get it in
 * `set-auth-token`. Browsers keep it in a cookie that no script can read, so they get no such header. An access token
 * opens nothing here: who has only that one must not change a password.
 */
export function acceptBearer(gate: AuthGate, readSessionCookie: () => Promise<string>): AuthGate {
  return async (request, address, context) => {
    const sessionCookie = await readSessionCookie();
    const { headers, isBearer } = readCredentials(request.headers, sessionCookie);
    const { url, method } = request;
    const response = await gate(
      isBearer ? new Request(url, { method, headers, ...(await bodyOf(request)) }) : request,
      address,
      context,
    );
    const isBrowser = headers.has('origin') || headers.has('sec-fetch-site');
    if (!isBearer && (isBrowser || method === 'GET')) return response;
    const token = newSessionOf(response, sessionCookie);
    if (token !== undefined) response.headers.set('set-auth-token', token);
    if (isBearer) response.headers.delete('set-cookie');
    return response;
  };
}

async function bodyOf(request: Request): Promise<{ body?: string }> {
  return request.method === 'GET' || request.method === 'HEAD' ? {} : { body: await request.text() };
}

function newSessionOf(response: Response, sessionCookie: string): string | undefined {
  return response.headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith(`${sessionCookie}=`))
    .map((cookie) => cookie.slice(sessionCookie.length + 1).split(';', 1)[0])
    .findLast((token) => token !== '');
}

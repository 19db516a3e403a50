import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@botdepot/contract';
import type { Logger } from 'pino';
import { networkOf, UNKNOWN_ADDRESS } from '../../platform/client-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../platform/database.ts';
import { domainErrorOf, type FailureContext } from '../../platform/failure.ts';
import { assertFreshlyAuthenticated, SECURITY_MAX_AGE_MINUTES } from '../../platform/fresh-authentication.ts';
import { isForeign, ownOrigins } from '../../platform/own-origins.ts';
import type { RateLimiter, RateLimitKey } from '../../platform/rate-limit.ts';
import { ACCOUNT_LOCKED, isRefusedSession, LOCKED_LOGIN } from './access/locked-account.ts';
import { isEmailTaken } from './account/email-change.ts';
import { type Asker, findAsker, showSessions, tokenOfOwnSession } from './auth-asker.ts';
import { authMessage } from './auth-messages.ts';
import { json, Refusal, refuse, refuseWith, setCookiesOf, tooMany } from './auth-refusal.ts';
import { AUTH_ROUTES, type AuthLimits, type AuthRoute } from './auth-routes.ts';
import { ADDRESS_HEADER, AUTH_PATH, type BetterAuth } from './better-auth.ts';
import type { Captcha } from './captcha.ts';
import { isGuessablePassword } from './guessable-password.ts';
import { CALLBACK_PATH, settleCallback } from './provider-callback.ts';
import { reauthenticate } from './reauthenticate.ts';

export type GateDeps = {
  betterAuth: BetterAuth;
  database: Database;
  limiter: RateLimiter;
  limits: AuthLimits;
  clock: Clock;
  /** Null where the installation wants none. */
  captcha: Captcha | null;
  log: Logger;
  baseUrl: string;
  brandName: string;
  mustVerify: boolean;
};

/** `address` is the client's, as `createClientAddress` finds it out. */
export type AuthGate = (request: Request, address: string, context: FailureContext) => Promise<Response>;

const MAX_BODY_BYTES = 10_000;
/** As the library says of an address that has an account. */
const TAKEN = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';

type Body = Record<string, unknown>;

/**
 * Everything under `/api/auth` comes through here: only known endpoints, only from our own pages, only strict JSON,
 * only so often. Every error leaves as `{ code, message }` with a German message.
 */
export function createAuthGate(deps: GateDeps): AuthGate {
  const origins = new Set(ownOrigins(deps.baseUrl));
  return async (request, address, context) => {
    try {
      return await answer({ ...deps, origins }, request, address);
    } catch (error) {
      if (error instanceof Refusal) return error.response;
      // The account was locked while its session was about to begin.
      if (isRefusedSession(error))
        return request.method === 'GET'
          ? toLockedLogin()
          : refuseWith(403, ACCOUNT_LOCKED, authMessage(ACCOUNT_LOCKED)).response;
      const { code, data } = domainErrorOf(error, context);
      return refuse(code, data).response;
    }
  };
}

async function answer(
  deps: GateDeps & { origins: ReadonlySet<string> },
  request: Request,
  address: string,
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(AUTH_PATH.length);
  const route = Object.hasOwn(AUTH_ROUTES, path) ? AUTH_ROUTES[path] : undefined;
  if (!route) throw refuse('NOT_FOUND');
  if (request.method !== route.method) throw refuse('METHOD_NOT_ALLOWED');
  const isChange = route.method !== 'GET';
  if (isChange && isForeign(request.headers, deps.origins)) throw refuse('FOREIGN_ORIGIN');

  const body = await readBody(route, request);
  const asker = route.asksWho ? await readAsker(deps, request.headers) : null;
  if (route.fresh === true || (route.fresh && asker?.twoFactorEnabled)) checkFresh(deps, asker);
  checkNewPassword(deps, route, body, asker);
  if (path === '/captcha') return answerCaptcha(deps);
  if (route.captcha) await checkCaptcha(deps, body);
  const keys = await count(deps, route, { body, address, asker });

  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, address);
  headers.delete('content-length');
  if (isChange) {
    headers.set('content-type', 'application/json');
    // No browser, see isForeign; Better Auth insists on an origin all the same.
    if (!headers.has('origin')) headers.set('origin', new URL(deps.baseUrl).origin);
  }
  const forwarded = new Request(new URL(url.pathname + (isChange ? '' : url.search), deps.baseUrl), {
    method: route.method,
    headers,
    ...(body && { body: JSON.stringify(await forLibrary(deps, path, body, asker)) }),
  });
  const response =
    path === '/reauthenticate'
      ? await reauthenticate(deps, asker, credentialsOf(headers, body))
      : await handle(deps.betterAuth, forwarded);
  if (response.ok) await forgive(deps, keys);
  // The library may have renewed the session by the way; its cookie goes along.
  if (response.ok && path === '/list-sessions')
    return json(200, showSessions(await response.json(), asker), setCookiesOf(response));
  return translate(deps, path, body, response);
}

/** Two set-ups of a second factor at the same moment both make a row. The one that comes too late finds the other's. */
async function handle({ handler }: BetterAuth, request: Request): Promise<Response> {
  const again = request.clone();
  return handler(request).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return handler(again);
  });
}

async function readAsker(deps: GateDeps, headers: Headers): Promise<Asker | null> {
  return findAsker(deps.betterAuth, headers).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'session could not be read');
    throw refuse('UNAVAILABLE');
  });
}

async function answerCaptcha({ captcha }: GateDeps): Promise<Response> {
  if (captcha === null) throw refuse('NOT_FOUND');
  return json(200, await captcha.newChallenge());
}

/** Before anything is counted: whoever has not done the work cannot use up an account's limits. */
async function checkCaptcha({ captcha }: GateDeps, body: Body | undefined): Promise<void> {
  if (captcha === null) return;
  const payload = typeof body?.captcha === 'string' ? body.captcha : undefined;
  if (!(await captcha.accept(payload)))
    throw refuseWith(400, 'CAPTCHA_FAILED', authMessage('CAPTCHA_FAILED'));
}

function checkFresh({ clock }: GateDeps, asker: Asker | null): void {
  if (!asker?.authenticatedAt) throw refuseWith(401, 'UNAUTHORIZED', authMessage('UNAUTHORIZED'));
  const { authenticatedAt } = asker;
  assertFreshlyAuthenticated({ authenticatedAt }, clock.now(), SECURITY_MAX_AGE_MINUTES);
}

function credentialsOf(headers: Headers, body: Body | undefined) {
  const code = typeof body?.code === 'string' ? body.code : undefined;
  return { headers, password: String(body?.password), code };
}

/** The body as the library wants it. */
async function forLibrary(deps: GateDeps, path: string, body: Body, asker: Asker | null): Promise<Body> {
  if (path !== '/revoke-session') {
    const { captcha: _, ...others } = body;
    return others;
  }
  if (asker?.sessionId == null) throw refuseWith(401, 'UNAUTHORIZED', authMessage('UNAUTHORIZED'));
  const token = await tokenOfOwnSession(deps.database, asker, String(body.id));
  if (token === null) throw refuse('NOT_FOUND');
  return { token };
}

async function readBody(route: AuthRoute, request: Request): Promise<Body | undefined> {
  if (!route.body) return undefined;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw refuse('PAYLOAD_TOO_LARGE');
  const text = await request.text();
  if (text.length > MAX_BODY_BYTES) throw refuse('PAYLOAD_TOO_LARGE');
  let value: unknown = {};
  if (text !== '') {
    const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') throw refuse('UNSUPPORTED_MEDIA_TYPE');
    try {
      value = JSON.parse(text);
    } catch {
      throw refuse('BAD_REQUEST');
    }
  }
  const parsed = route.body.safeParse(value);
  if (parsed.success) return parsed.data;
  const isAboutEmail = parsed.error.issues.some((issue) => issue.path[0] === 'email');
  throw isAboutEmail ? refuseWith(400, 'INVALID_EMAIL', authMessage('INVALID_EMAIL')) : refuse('BAD_REQUEST');
}

function checkNewPassword(
  deps: GateDeps,
  route: AuthRoute,
  body: Body | undefined,
  asker: Asker | null,
): void {
  const password = route.newPassword && body?.[route.newPassword];
  if (typeof password !== 'string') return;
  // Better Auth says what is wrong with the length; that helps more than „leicht zu erraten“.
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return;
  const email = typeof body?.email === 'string' ? body.email : asker?.email;
  if (isGuessablePassword(password, { brandName: deps.brandName, email }))
    throw refuseWith(400, 'PASSWORD_GUESSABLE', authMessage('PASSWORD_GUESSABLE'));
}

type CountedKey = { key: RateLimitKey; onSuccess: 'reset' | 'refund' | undefined };

/** Networks come first in the table: one that is blocked can no longer lock accounts. */
async function count(
  deps: GateDeps,
  route: AuthRoute,
  from: { body: Body | undefined; address: string; asker: Asker | null },
): Promise<CountedKey[]> {
  const subjects = {
    // Whoever comes without an address would share one network with everybody else who does.
    network: from.address === UNKNOWN_ADDRESS ? undefined : networkOf(from.address),
    email: String(from.body?.email),
    account: from.asker?.userId,
  };
  const keys: CountedKey[] = [];
  for (const { limit, per, onSuccess, with: field } of route.counted ?? []) {
    if (field !== undefined && from.body?.[field] === undefined) continue;
    const subject = subjects[per];
    // Without an account there is nothing to guess; the library refuses the request.
    if (subject === undefined) continue;
    const key = { purpose: limit, subject };
    const waitMs = await deps.limiter.consume(key, deps.limits[limit]);
    if (waitMs > 0) throw tooMany(waitMs);
    keys.push({ key, onSuccess });
  }
  return keys;
}

async function forgive(deps: GateDeps, keys: CountedKey[]): Promise<void> {
  for (const { key, onSuccess } of keys) {
    if (onSuccess === 'reset') await deps.limiter.reset(key);
    if (onSuccess === 'refund') await deps.limiter.refund(key);
  }
}

/** Turns the library's answer into ours. */
async function translate(
  deps: GateDeps,
  path: string,
  body: Body | undefined,
  response: Response,
): Promise<Response> {
  if (path === CALLBACK_PATH) return settleCallback(response);
  const code = response.status < 400 ? undefined : await codeOf(response);
  // Who comes by a link sees a page, not an answer for programs.
  if (code === ACCOUNT_LOCKED && path === '/verify-email') return toLockedLogin();
  if (path === '/sign-up/email') {
    const isTaken =
      code === 'FAILED_TO_CREATE_USER' && (await isEmailTaken(deps.database.db, String(body?.email)));
    // With verification it answers the same for known and new addresses, to the byte. The library alone would tell them apart
    // by the order of fields, and by an error when two requests sign up a new address at the same moment.
    if (deps.mustVerify && (code === undefined || isTaken)) return json(200, { token: null, user: null });
    if (isTaken) throw refuseWith(422, TAKEN, authMessage(TAKEN));
  }
  if (path === '/verify-email' && response.status === 302) return toLoginOnError(response);
  // The library's answer carries a sentence in English.
  if (path === '/request-password-reset' && code === undefined) return json(200, { status: true });
  if (code === undefined) {
    response.headers.set('cache-control', 'no-store');
    // Also a page that „back“ would show again; preferences of the browser stay.
    if (path === '/sign-out') response.headers.set('clear-site-data', '"cache"');
    return response;
  }
  // Reading the session can fail only with the database.
  if (code === 'FAILED_TO_GET_SESSION') throw refuse('UNAVAILABLE');
  // The library answers a wrong answer of a device as if it were a failure of the server.
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') throw refuseWith(400, code, authMessage(code));
  if (response.status >= 500) throw new Error(`Better Auth answered ${response.status} ${code} to ${path}`);
  return refuseWith(response.status, code, authMessage(code), setCookiesOf(response)).response;
}

function toLockedLogin(): Response {
  return new Response(null, {
    status: 302,
    headers: { location: LOCKED_LOGIN, 'cache-control': 'no-store' },
  });
}

/** A link that no longer works leads to the log-in page, which explains it, not to a page that needs a session. */
function toLoginOnError(response: Response): Response {
  const location = new URL(response.headers.get('location') ?? '/', 'http://local');
  const error = location.searchParams.get('error');
  if (error !== null) response.headers.set('location', `/login?error=${encodeURIComponent(error)}`);
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function codeOf(response: Response): Promise<string> {
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string')
      return body.code;
  } catch {
    // Some answers of the library have no body.
  }
  return response.status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST';
}

import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, type SignInEventKind } from '@botdepot/contract';
import type { Logger } from 'pino';
import { networkOf, UNKNOWN_ADDRESS } from '../../../platform/client-address.ts';
import { type Database, isUniqueViolation } from '../../../platform/database.ts';
import { domainErrorOf, type FailureContext } from '../../../platform/failure.ts';
import { assertFreshlyAuthenticated, MAX_AGE_MINUTES } from '../../../platform/fresh-authentication.ts';
import { isForeign, ownOrigins } from '../../../platform/own-origins.ts';
import type { RateLimiter, RateLimitKey } from '../../../platform/rate-limit.ts';
import type { Clock } from '../../../platform/work.ts';
import { ACCOUNT_LOCKED, isRefusedSession, LOCKED_LOGIN } from '../access/access.ts';
import { OVERTAKEN } from '../access/access-fence.ts';
import { JWKS_PATH } from '../access/access-tokens.ts';
import { isEmailTaken } from '../account/email-change.ts';
import { findUserByEmail } from '../identity.store.ts';
import type { Captcha } from '../sign-in/captcha.ts';
import { isGuessablePassword } from '../sign-in/guessable-password.ts';
import { isKnownDevice, markOf } from '../sign-in/known-devices.ts';
import { CALLBACK_PATH, settleCallback } from '../sign-in/linked-identities.ts';
import { reauthenticate } from '../sign-in/reauthenticate.ts';
import type { Place, SignInLog } from '../sign-in/sign-in-events.ts';
import { type Asker, findAsker, showSessions, tokenOfOwnSession } from './auth-asker.ts';
import {
  authMessage,
  json,
  keepLastCookies,
  Refusal,
  refuse,
  refuseWith,
  setCookiesOf,
  tooMany,
} from './auth-refusal.ts';
import { AUTH_ROUTES, type AuthLimits, type AuthRoute } from './auth-routes.ts';
import { ADDRESS_HEADER, AUTH_PATH, type BetterAuth } from './better-auth.ts';

export type GateDeps = {
  betterAuth: BetterAuth;
  database: Database;
  signInLog: SignInLog;
  limiter: RateLimiter;
  limits: AuthLimits;
  clock: Clock;
  /** Null where the installation wants none. */
  captcha: Captcha | null;
  log: Logger;
  secret: string;
  baseUrl: string;
  brandName: string;
  mustVerify: boolean;
};

/** `address` is the client's, as `createClientAddress` finds it out. */
export type AuthGate = (request: Request, address: string, context: FailureContext) => Promise<Response>;

const MAX_BODY_BYTES = 10_000;
const SIGN_IN = '/sign-in/email';
/** By the library's codes. */
const FAILED: Record<string, SignInEventKind> = {
  INVALID_EMAIL_OR_PASSWORD: 'sign_in_failed',
  INVALID_PASSWORD: 'sign_in_failed',
  [ACCOUNT_LOCKED]: 'sign_in_blocked',
  INVALID_CODE: 'second_factor_failed',
  INVALID_BACKUP_CODE: 'second_factor_failed',
};
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** An access token and public keys, which are asked for. */
const HANDS_OUT_TOKENS = new Set(['/token', JWKS_PATH]);
/** As the library says of an address that has an account. */
const INVALID_WAY_ON = 'INVALID_CALLBACK_URL';
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
      const place = { userAgent: request.headers.get('user-agent'), address };
      return await deps.signInLog.whileFrom(place, () => answer({ ...deps, origins }, request, place));
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
  place: Place,
): Promise<Response> {
  const { address } = place;
  const url = new URL(request.url);
  const path = url.pathname.slice(AUTH_PATH.length);
  const route = Object.hasOwn(AUTH_ROUTES, path) ? AUTH_ROUTES[path] : undefined;
  if (!route) throw refuse('NOT_FOUND');
  if (request.method !== route.method) throw refuse('METHOD_NOT_ALLOWED');
  const isChange = route.method !== 'GET';
  if (isChange && isForeign(request.headers, deps.origins)) throw refuse('FOREIGN_ORIGIN');

  // The database holds no such character.
  if (url.search.includes('%00')) throw refuse('BAD_REQUEST');
  checkWayOn(url.searchParams.get('callbackURL'));
  const body = await readBody(route, request);
  const asker = route.asksWho ? await readAsker(deps, request.headers) : null;
  if (route.fresh === true || (route.fresh && asker?.twoFactorEnabled)) checkFresh(deps, asker);
  checkNewPassword(deps, route, body, asker);
  if (path === '/captcha') return answerCaptcha(deps);
  if (route.captcha) await checkCaptcha(deps, body);
  const keys = await count(deps, route, { ...place, body, asker }).catch((error: unknown) => {
    if (error instanceof Refusal && path === SIGN_IN)
      deps.signInLog.recordFor(String(body?.email), 'sign_in_blocked', place);
    throw error;
  });

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
  const response = keepLastCookies(
    path === '/reauthenticate'
      ? await reauthenticate(deps, asker, credentialsOf(headers, body))
      : await handle(deps.betterAuth, forwarded),
  );
  if (response.ok) await forgive(deps, keys);
  const happened = await eventOf(path, response);
  if (happened && asker?.sessionId !== undefined) deps.signInLog.record(asker.userId, happened, place);
  else if (happened && path === SIGN_IN) deps.signInLog.recordFor(String(body?.email), happened, place);
  // The library may have renewed the session by the way; its cookie goes along.
  if (response.ok && path === '/list-sessions')
    return json(200, showSessions(await response.json(), asker), setCookiesOf(response));
  return translate(deps, path, body, response);
}

/** What the owner of the account reads of this answer; everything else is told where it happens, see `createSecurityNews`. */
async function eventOf(path: string, response: Response): Promise<SignInEventKind | undefined> {
  if (response.ok) return path === '/sign-out' ? 'signed_out' : undefined;
  if (response.status < 400) return undefined;
  const code = await codeOf(response.clone());
  return Object.hasOwn(FAILED, code) ? FAILED[code] : undefined;
}

/** Two set-ups of a second factor at the same moment both make a row. The one that comes too late finds the other's. */
async function handle({ handler }: BetterAuth, request: Request): Promise<Response> {
  const again = request.clone();
  return handler(request).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return handler(again);
  });
}

/** The library refuses other websites as well, and writes what was asked for into the log. */
function checkWayOn(callbackURL: unknown): void {
  if (typeof callbackURL === 'string' && !isLocalPath(callbackURL))
    throw refuseWith(403, INVALID_WAY_ON, authMessage(INVALID_WAY_ON));
}

/** A path of this website and nothing that a browser or a router could take for more. */
function isLocalPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave these out when they read an address.
  const isPlain = /^\/(?![/\\])[^\\\u0000-\u001f\u007f-\u009f]*$/.test(path);
  // As a browser reads it: `/.//host` and `/a/..//host` are `//host`.
  return isPlain && !/^\/\/|%2f|%5c/i.test(new URL(path, 'http://local').pathname);
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
  assertFreshlyAuthenticated({ authenticatedAt }, clock.now(), MAX_AGE_MINUTES.security);
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
  if (parsed.success) {
    checkWayOn(parsed.data.callbackURL);
    return parsed.data;
  }
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
  from: { body: Body | undefined; address: string; userAgent: string | null; asker: Asker | null },
): Promise<CountedKey[]> {
  const subjects = {
    // Anyone who comes without an address would share one network with everybody else who does.
    network: from.address === UNKNOWN_ADDRESS ? undefined : networkOf(from.address),
    email: String(from.body?.email),
    account: from.asker?.userId,
  };
  const keys: CountedKey[] = [];
  for (const { limit, per, onSuccess, with: field, knownDevice } of route.counted ?? []) {
    if (field !== undefined && from.body?.[field] === undefined) continue;
    const subject = subjects[per];
    // Without an account there is nothing to guess; the library refuses the request.
    if (subject === undefined) continue;
    const key = { purpose: limit, subject };
    const waitMs = await deps.limiter.consume(key, deps.limits[limit]);
    keys.push({ key, onSuccess });
    if (waitMs === 0) continue;
    const mark = knownDevice && (await findKnownMark(deps, subject, from));
    if (!knownDevice || mark === undefined) throw tooMany(waitMs);
    const ownKey = { purpose: knownDevice, subject: mark };
    const ownWaitMs = await deps.limiter.consume(ownKey, deps.limits[knownDevice]);
    if (ownWaitMs > 0) throw tooMany(ownWaitMs);
    keys.push({ key: ownKey, onSuccess });
  }
  return keys;
}

/** The mark of the browser that asks, where the account with this address was used from it before. */
async function findKnownMark(
  { database, secret }: GateDeps,
  email: string,
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<string | undefined> {
  const user = await findUserByEmail(database.db, email);
  const userId = user?.id ?? NOBODY;
  const mark = markOf(secret, userId, { userAgent, address });
  return (await isKnownDevice(database.db, { userId, mark })) ? mark : undefined;
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
  if (path === '/sign-up/email') {
    const isTaken =
      code === 'FAILED_TO_CREATE_USER' && (await isEmailTaken(deps.database.db, String(body?.email)));
    // With verification it answers the same for known and new addresses, to the byte. The library alone would tell them apart
    // by the order of fields, and by an error when two requests sign up a new address at the same moment.
    if (deps.mustVerify && (code === undefined || isTaken)) return json(200, { user: null });
    if (isTaken) throw refuseWith(422, TAKEN, authMessage(TAKEN));
  }
  if (path === '/verify-email' && response.status === 302) return toLoginOnError(response);
  // The library's answer carries a sentence in English.
  if (path === '/request-password-reset' && (code === undefined || code === OVERTAKEN))
    return json(200, { status: true });
  if (code === undefined) {
    response.headers.set('cache-control', 'no-store');
    // Also a page that „back“ would show again; preferences of the browser stay.
    if (path === '/sign-out') response.headers.set('clear-site-data', '"cache"');
    return HANDS_OUT_TOKENS.has(path) ? response : withoutSessionToken(response);
  }
  // Reading the session can fail only with the database.
  if (code === 'FAILED_TO_GET_SESSION') throw refuse('UNAVAILABLE');
  // The library answers a wrong answer of a device as if it were a failure of the server.
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') throw refuseWith(400, code, authMessage(code));
  if (response.status >= 500) throw new Error(`Better Auth answered ${response.status} ${code} to ${path}`);
  return refuseWith(response.status, code, authMessage(code), setCookiesOf(response)).response;
}

/**
 * The token opens the session to whoever reads it. Browsers have it in a cookie that no script can read and other clients in a
 * header (`acceptBearer`), so it stands in no body: neither in one that is kept nor in one that is shown.
 */
async function withoutSessionToken(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const body: unknown = await response.json();
  const { status, headers } = response;
  headers.delete('content-length');
  return new Response(
    JSON.stringify(body, (key, value) => (key === 'token' ? undefined : value)),
    {
      status,
      headers,
    },
  );
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

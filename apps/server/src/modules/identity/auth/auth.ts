import { runWithTransaction } from '@better-auth/core/context';
import { type AdminField, DomainError } from '@botdepot/contract';
import { linksWork } from '../../../platform/mail/mail.ts';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import { createRateLimiter } from '../../../platform/rate-limit.ts';
import type { AccessChange } from '../access/access.ts';
import { sessionOfAccessToken } from '../access/access-tokens.ts';
import { normalizeEmail, type Role } from '../identity.store.ts';
import { createCaptcha } from '../sign-in/captcha.ts';
import { createSignInLog, type Place } from '../sign-in/sign-in-events.ts';
import { type AuthGate, createAuthGate } from './auth-gate.ts';
import { farewellMail } from './auth-mails.ts';
import { AUTH_LIMITS, DEMO_AUTH_LIMITS } from './auth-routes.ts';
import { type BetterAuthDeps, createBetterAuth, requiresVerification } from './better-auth.ts';

const BEARER = /^bearer +(\S+)$/i;
/** A signed session token as `set-auth-token` hands it out: only what cannot begin another cookie. */
const SESSION_TOKEN = /^[\w-]+\.[\w%+/=-]+$/;
/** Three parts, where a session token has two. */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What a request proves who sends it with: a session, an access token, or nothing. */
type Credentials = {
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
function readCredentials(received: Headers, sessionCookie: string): Credentials {
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
function acceptBearer(gate: AuthGate, readSessionCookie: () => Promise<string>): AuthGate {
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

type AuthDeps = Omit<BetterAuthDeps, 'outbox' | 'signInLog' | 'onPasswordReset' | 'mayMailReset'>;

type ResolvedSession = {
  userId: string;
  role: Role;
  adminField: AdminField | null;
  sessionId: string;
  email: string;
  /** When the session last proved who uses it. */
  authenticatedAt: Date;
  /** The authenticator app. A passkey is none: beside it the password alone still logs in. */
  hasSecondFactor: boolean;
};

type NewUser = {
  email: string;
  name: string;
  role: Role;
  password: string;
  demo: boolean;
  /** Member since; now by default. The demo's people joined in the past. */
  createdAt?: Date;
};

export type Auth = {
  /** Answers a request under `/api/auth`. */
  handle: AuthGate;
  /**
   * Who sends these headers (a session's cookie, or a session or an access token as bearer), or null for nobody. Reads
   * the database, so a revoked session or a changed role counts at once. Does not renew the session: only
   * `GET /api/auth/get-session` can send the renewed cookie along. Throws UNAVAILABLE when the session cannot be read.
   */
  resolveSession(headers: Headers): Promise<ResolvedSession | null>;
  /** Creates a user whose address counts as verified, without mail and session. Returns the id. */
  createUser(user: NewUser): Promise<string>;
  /** An account was deleted: closes its sockets and says goodbye where mail exists. */
  farewell(deleted: { userId: string; email: string }): void;
  /** An admin has changed somebody's access: closes the sockets it was bound to. */
  accessChanged(change: AccessChange): void;
  /** A customer has asked for what only admins may. */
  adminRefused(userId: string, from: Place): void;
  /** Resolves once the messages begun so far are sent, given up or put off. */
  settled(): Promise<void>;
};

/** Accounts, sessions and their HTTP API. */
export function createAuth(deps: AuthDeps): Auth {
  const outbox = createOutbox(deps);
  const signInLog = createSignInLog({ ...deps, outbox });
  const limiter = createRateLimiter(deps);
  const limits = deps.config.demo ? DEMO_AUTH_LIMITS : AUTH_LIMITS;
  const betterAuth = createBetterAuth({
    ...deps,
    outbox,
    signInLog,
    // Wrong passwords of before say nothing about the new one.
    onPasswordReset: ({ email }) => limiter.reset({ purpose: 'signInPerAccount', subject: email }),
    mayMailReset: async (email) =>
      (await limiter.consume(
        { purpose: 'resetMailPerAccount', subject: email },
        limits.resetMailPerAccount,
      )) === 0,
  });
  const readSessionCookie = async () => (await betterAuth.$context).authCookies.sessionToken.name;
  const gate = createAuthGate({
    betterAuth,
    database: deps.database,
    signInLog,
    limiter,
    limits,
    clock: deps.clock,
    captcha: deps.config.captcha ? createCaptcha({ ...deps, limiter }) : null,
    log: deps.log,
    secret: deps.secret,
    baseUrl: deps.baseUrl,
    brandName: deps.config.brandName,
    mustVerify: requiresVerification(deps.mail),
  });

  const unreadable = (error: unknown): never => {
    deps.log.warn({ err: error }, 'session could not be read');
    throw DomainError.of('UNAVAILABLE');
  };
  const verify = async (token: string) => (await betterAuth.api.verifyJWT({ body: { token } })).payload;
  const resolveAccessToken = async (token: string): Promise<ResolvedSession | null> => {
    const found = await sessionOfAccessToken({ ...deps, verify }, token).catch(unreadable);
    if (!found) return null;
    const { twoFactorEnabled, ...session } = found;
    return { ...session, hasSecondFactor: twoFactorEnabled };
  };
  return {
    handle: acceptBearer(gate, readSessionCookie),
    adminRefused: (userId, from) => signInLog.record(userId, 'admin_refused', from),
    settled: outbox.settled,
    farewell: ({ userId, email: to }) => {
      deps.bus.publishHint({ to: 'sessions', userId });
      if (deps.mail.transport === 'none') return;
      outbox.run(async () => {
        // The address may have another owner one day, who must not read them.
        await deps.mail.mailbox?.forget(to);
        if (!linksWork(deps.mail)) return;
        await deps.onSecurityNotice(userId, null, farewellMail({ brandName: deps.config.brandName, to }));
      });
    },
    accessChanged: (change) => {
      const { userId } = change;
      const sessionId = change.kind === 'sessions' ? change.sessionId : null;
      if (change.kind !== 'unlocked')
        deps.bus.publishHint({ to: 'sessions', userId, ...(sessionId !== null && { sessionId }) });
    },
    async resolveSession(received) {
      const { headers, accessToken } = readCredentials(received, await readSessionCookie());
      if (accessToken !== null) return resolveAccessToken(accessToken);
      // Most requests of visitors carry no cookie at all.
      if (!headers.has('cookie')) return null;
      const found = await betterAuth.api
        .getSession({ headers, query: { disableRefresh: true } })
        .catch(unreadable);
      if (!found) return null;
      const { user, session } = found;
      const authenticatedAt = session.authenticatedAt ?? session.createdAt;
      const { id: userId, role, limitedTo, email, twoFactorEnabled } = user;
      return {
        userId,
        role,
        adminField: role === 'admin' ? (limitedTo ?? 'all') : null,
        sessionId: session.id,
        email,
        authenticatedAt,
        hasSecondFactor: twoFactorEnabled === true,
      };
    },
    async createUser({ email, name, role, password, demo, createdAt = deps.clock.now() }) {
      const context = await betterAuth.$context;
      const hash = await context.password.hash(password);
      return runWithTransaction(context.adapter, async () => {
        const user = await context.internalAdapter.createUser(
          { email: normalizeEmail(email), name, emailVerified: true, role, demo, createdAt },
          { method: 'admin' },
        );
        await context.internalAdapter.linkAccount({
          userId: user.id,
          accountId: user.id,
          providerId: 'credential',
          password: hash,
        });
        return user.id;
      });
    },
  };
}

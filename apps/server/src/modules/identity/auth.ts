import { runWithTransaction } from '@better-auth/core/context';
import { DomainError } from '@botdepot/contract';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { createRateLimiter } from '../../platform/rate-limit.ts';
import { type AuthGate, createAuthGate } from './auth-gate.ts';
import { passwordChangedMail } from './auth-mails.ts';
import { AUTH_LIMITS, DEMO_AUTH_LIMITS } from './auth-routes.ts';
import { type BetterAuthDeps, createBetterAuth, requiresVerification } from './better-auth.ts';
import { normalizeEmail, type Role } from './identity.store.ts';

export type AuthDeps = Omit<BetterAuthDeps, 'outbox'>;

export type ResolvedSession = { userId: string; role: Role; sessionId: string; email: string };

export type NewUser = {
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
   * Who sends these headers, or null for nobody. Reads the database, so a revoked session or a changed role counts at
   * once. Does not renew the session: only `GET /api/auth/get-session` can send the renewed cookie along. Throws
   * UNAVAILABLE when the session cannot be read.
   */
  resolveSession(headers: Headers): Promise<ResolvedSession | null>;
  /** Creates a user whose address counts as verified, without mail and session. Returns the id. */
  createUser(user: NewUser): Promise<string>;
  /** Resolves once the messages begun so far are sent or given up. */
  settled(): Promise<void>;
};

/** Accounts, sessions and their HTTP API. */
export function createAuth(deps: AuthDeps): Auth {
  const outbox = createOutbox(deps);
  const betterAuth = createBetterAuth({ ...deps, outbox });
  const handle = createAuthGate({
    betterAuth,
    database: deps.database,
    limiter: createRateLimiter(deps),
    limits: deps.config.demo ? DEMO_AUTH_LIMITS : AUTH_LIMITS,
    log: deps.log,
    baseUrl: deps.baseUrl,
    brandName: deps.config.brandName,
    mustVerify: requiresVerification(deps.mail),
    onPasswordChanged: (to) => {
      if (deps.mail.transport === 'none') return;
      const { href: url } = new URL('/forgot-password', deps.baseUrl);
      outbox.send(passwordChangedMail({ brandName: deps.config.brandName, to, url }));
    },
  });

  return {
    handle,
    settled: outbox.settled,
    async resolveSession(headers) {
      // Most requests of visitors carry no cookie at all.
      if (!headers.has('cookie')) return null;
      const found = await betterAuth.api
        .getSession({ headers, query: { disableRefresh: true } })
        .catch((error: unknown) => {
          deps.log.warn({ err: error }, 'session could not be read');
          throw DomainError.of('UNAVAILABLE');
        });
      if (!found) return null;
      const { user, session } = found;
      return { userId: user.id, role: user.role, sessionId: session.id, email: user.email };
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

import { randomBytes } from 'node:crypto';
import { createAuthMiddleware } from '@better-auth/core/api';
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { APIError } from '@better-auth/core/error';
import { BOT_TYPES, LIMITED_FIELDS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@botdepot/contract';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import type { Logger } from 'pino';
import type { Config } from '../../../platform/config.ts';
import { type Database, isConnectionFailure, sqlState } from '../../../platform/database.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { ownOrigins } from '../../../platform/own-origins.ts';
import { type Clock, newId } from '../../../platform/work.ts';
import { refuseLocked } from '../access/access.ts';
import { createAccessFence } from '../access/access-fence.ts';
import { accessTokens } from '../access/access-tokens.ts';
import { disownUnconfirmed, endAllUnderWay, readAccess } from '../account/account.ts';
import { emailChange } from '../account/email-change.ts';
import { createSecurityNews, type SecurityNoticeListener } from '../account/security-news.ts';
import { accounts, jwks, passkeys, sessions, twoFactors, users, verifications } from '../identity.schema.ts';
import { updateUser } from '../identity.store.ts';
import { confirmedLogin } from '../sign-in/confirmed-login.ts';
import { CALLBACK_ROUTE, linkedIdentities } from '../sign-in/linked-identities.ts';
import { explainPasskeyRefusal, passkeyLogin, passkeyRules } from '../sign-in/passkeys.ts';
import { secondFactor, secondFactorRules } from '../sign-in/second-factor.ts';
import type { SignInLog } from '../sign-in/sign-in-events.ts';
import {
  existingAccountMail,
  RESET_LINK_SECONDS,
  resetMail,
  VERIFICATION_LINK_SECONDS,
  verificationMail,
} from './auth-mails.ts';

/** What the library writes into the log, without what people have sent. */
function createAuthLog(log: Logger) {
  const told = new WeakSet<Request>();

  /**
   * Everybody can come back from the provider with whatever they like, and the provider repeats it: one line for each time, of
   * the library's words alone. Only where the provider itself fails it is a warning.
   */
  function ofTheWayBack(request: Request | undefined, message: string, details: unknown[]): void {
    if (request === undefined || told.has(request)) return;
    told.add(request);
    const status = details.map(statusOf).find((found) => found !== undefined);
    const error = details.find((detail) => detail instanceof Error);
    const facts = { reason: message || 'code refused', ...(status !== undefined && { status }) };
    if (status === 401 || (status ?? 0) >= 500 || (error && !isRefusal(error)))
      log.warn({ ...facts, ...(error && { failure: codeOf(error) }) }, 'auth: the provider fails');
    else log.info(facts, 'auth: not back from the provider');
  }

  return (_level: unknown, message: string, ...details: unknown[]): void => {
    const ctx = tryGetCurrentAuthEndpointContext();
    const cause = rootCauseOf(details);
    if (ctx?.path === CALLBACK_ROUTE && !details.some((detail) => sqlState(detail) !== undefined))
      ofTheWayBack(ctx.request, message, details);
    // That the database is away is no failure of the library; whoever asked is told.
    else if (details.some(isConnectionFailure)) log.warn({ cause }, `auth: ${message}`);
    else if (details.some((detail) => detail instanceof Error && !isRefusal(detail)))
      log.error({ cause }, `auth: ${message}`);
    // It has refused what somebody sent, and repeats it behind the colon.
    else log.info({ cause }, `auth: ${message.split(':', 1)[0]}`);
  };
}

/** An answer and no failure; many bring no error at all. The way back from the provider names its own by a code. */
const isRefusal = (error: Error): boolean =>
  isAPIError(error) || ('code' in error && String(error.code).startsWith('state_'));

/** What the provider answered with. */
function statusOf(detail: unknown): number | undefined {
  const status: unknown = typeof detail === 'object' && detail !== null && Reflect.get(detail, 'status');
  return typeof status === 'number' ? status : undefined;
}

function codeOf(error: Error): string {
  const { name, cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
}

/** The innermost message: the outer ones repeat the query with its parameters, which are personal data. */
function rootCauseOf(details: unknown[]): string | undefined {
  let cause = details.find((detail) => detail instanceof Error);
  while (cause?.cause instanceof Error) cause = cause.cause;
  return cause && `${cause.name}: ${cause.message}`;
}

const DAY_SECONDS = 24 * 60 * 60;

export const AUTH_PATH = '/api/auth';

/** Carries the client's address, as we found it out, to Better Auth. Set by the gate, never taken from outside. */
export const ADDRESS_HEADER = 'x-botdepot-client-address';

export type BetterAuthDeps = {
  config: Config;
  database: Database;
  mail: Mail;
  outbox: Outbox;
  signInLog: SignInLog;
  bus: LiveBus;
  log: Logger;
  clock: Clock;
  secret: string;
  baseUrl: string;
  /** What other modules do for a new user, after the commit. A failure is logged and does not undo the sign-up. */
  onUserCreated: (userId: string) => Promise<void>;
  /** What other modules do when somebody has logged in, after the commit and before the answer. A failure is logged. */
  onLoggedIn: (userId: string) => Promise<void>;
  /** Somebody has chosen a new password by a link. */
  onPasswordReset: (user: { email: string }) => Promise<void>;
  /** Whether another link for a new password may go to this address by now; counts it. */
  mayMailReset: (email: string) => Promise<boolean>;
  /** Tells the owner of an account of what was done to it, by mail where it exists and in the app. */
  onSecurityNotice: SecurityNoticeListener;
};

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Whether an address must be verified before its first session; possible only where mail reaches people. */
export const requiresVerification = (mail: Mail): boolean => mail.transport === 'smtp';

/** Better Auth on our tables and with our rules. Requests reach it through the gate only. */
export function createBetterAuth(deps: BetterAuthDeps) {
  const { config, database, outbox, baseUrl } = deps;
  const isSecure = new URL(baseUrl).protocol === 'https:';
  const mustVerify = requiresVerification(deps.mail);
  const { brandName } = config;

  const access = createAccessFence(database);
  const news = createSecurityNews({ ...deps, brandName, onNotice: deps.onSecurityNotice });

  const confirmed = confirmedLogin();

  const passkeyDeps = {
    database,
    clock: deps.clock,
    baseUrl,
    brandName,
    onAdded: news.passkeyAdded,
    onRemoved: news.passkeyRemoved,
  };

  const sendResetLink = (email: string) =>
    outbox.run(async () => {
      await auth.api.requestPasswordReset({ body: { email } });
    });
  const resetUrl = (token: string): URL => {
    const url = new URL('/reset-password', baseUrl);
    url.searchParams.set('token', token);
    return url;
  };
  const hasPassword = async ({ id }: { id: string }): Promise<boolean> =>
    (await readAccess(database.db, { userId: id }))?.password != null;

  /** The library takes the present password as the new one. Said only to whoever knows it. */
  const refuseSamePassword = createAuthMiddleware(async ({ path, headers, body }) => {
    if (path !== '/change-password' || body?.newPassword !== body?.currentPassword) return;
    await auth.api.verifyPassword({
      headers: new Headers(headers),
      body: { password: body.currentPassword },
    });
    throw APIError.from('BAD_REQUEST', { code: 'PASSWORD_UNCHANGED', message: 'unchanged' });
  });

  const auth = betterAuth({
    appName: brandName,
    baseURL: baseUrl,
    basePath: AUTH_PATH,
    secret: deps.secret,
    trustedOrigins: ownOrigins(baseUrl),
    telemetry: { enabled: false },
    // It believes any X-Forwarded-For. The gate counts instead, per account and per network.
    rateLimit: { enabled: false },
    database: access.fenced(
      (db) =>
        drizzleAdapter(db, {
          provider: 'pg',
          schema: {
            user: users,
            session: sessions,
            account: accounts,
            verification: verifications,
            twoFactor: twoFactors,
            passkey: passkeys,
            jwks,
          },
          // A user without the account that holds the password could never log in, and its address would be taken.
          transaction: true,
        }),
      explainPasskeyRefusal,
    ),
    user: {
      // None of these can be set through an endpoint.
      additionalFields: {
        role: { type: ['user', 'admin'], input: false, defaultValue: 'user' },
        limitedTo: { type: [...LIMITED_FIELDS], input: false, required: false },
        preferredBot: { type: [...BOT_TYPES], input: false, required: false },
        demo: { type: 'boolean', input: false, defaultValue: false, returned: false },
      },
    },
    // What opens an account is known by its hash only, as passwords are.
    verification: { storeIdentifier: 'hashed' },
    session: {
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // It would count from the start of the session; the gate counts from the last proof of who uses it.
      freshAge: 0,
      additionalFields: { authenticatedAt: { type: 'date', input: false, required: false } },
      // A cached session would outlive its revocation.
      cookieCache: { enabled: false },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      requireEmailVerification: mustVerify,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      ...(deps.mail.transport !== 'none' && {
        sendResetPassword: async ({ user, token }: { user: { email: string }; token: string }) =>
          outbox.send(resetMail({ brandName, to: user.email, url: resetUrl(token).href })),
      }),
      // Anyone who opened the link in the message owns the address.
      onPasswordReset: async ({ user }) => {
        await database.transaction((tx) => endAllUnderWay(tx, user));
        deps.bus.publishHint({ to: 'sessions', userId: user.id });
        await deps.onPasswordReset(user);
        news.passwordChanged(user, 'password_reset');
        if (!user.emailVerified)
          await updateUser(database.db, user.id, { emailVerified: true, updatedAt: deps.clock.now() });
      },
      onExistingUserSignUp: async ({ user }) => {
        if (user.emailVerified)
          outbox.send(
            existingAccountMail({ brandName, to: user.email, url: new URL('/login', baseUrl).href }),
          );
        // Somebody else may have signed up with this address before its owner, who would then confirm a password that they do
        // not know. So it goes, even where no further message may, and the owner chooses theirs by a link.
        else
          outbox.run(async () => {
            await database.transaction((tx) => disownUnconfirmed(tx, user.id));
            if (await deps.mayMailReset(user.email)) sendResetLink(user.email);
          });
      },
    },
    emailVerification: {
      sendOnSignUp: mustVerify,
      afterEmailVerification: confirmed.afterEmailVerification,
      expiresIn: VERIFICATION_LINK_SECONDS,
      ...(deps.mail.transport !== 'none' && {
        sendVerificationEmail: async ({
          user,
          url,
        }: {
          user: { id: string; email: string };
          url: string;
        }) => {
          const letter = verificationMail({ brandName, to: user.email, url });
          // The password of this very sign-up is not committed yet.
          if (tryGetCurrentAuthEndpointContext()?.path === '/sign-up/email') return outbox.send(letter);
          outbox.run(async () => {
            if (await hasPassword(user)) {
              // From here the link is good for a day, however old the account is (`unconfirmed-accounts.ts`).
              await updateUser(database.db, user.id, { updatedAt: deps.clock.now() });
              outbox.send(letter);
            } else if (await deps.mayMailReset(user.email)) sendResetLink(user.email);
          });
        },
      }),
      // The link of a sign-up whose password was taken since. Whoever opens it owns the address, so they choose one.
      beforeEmailVerification: async (user) => {
        if (await hasPassword(user)) return;
        const token = randomBytes(24).toString('base64url');
        await (await auth.$context).internalAdapter.createVerificationValue({
          value: user.id,
          identifier: `reset-password:${token}`,
          expiresAt: new Date(Date.now() + RESET_LINK_SECONDS * 1000),
        });
        const { pathname, search } = resetUrl(token);
        throw new APIError('FOUND', undefined, new Headers({ location: pathname + search }));
      },
    },
    account: {
      updateAccountOnSignIn: false,
      // Who is signed in links an identity on purpose, so its address may be another one.
      accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true },
    },
    databaseHooks: {
      user: {
        create: {
          after: (user) =>
            deps
              .onUserCreated(user.id)
              .catch((error: unknown) => deps.log.error({ err: error }, 'follow-up of a new user failed')),
        },
      },
      session: {
        create: {
          // A session that replaces another one keeps its time.
          before: async (session, context) => {
            // Nobody is locked who has just signed up, and to ask would take a second connection beside the one that the
            // library holds for the sign-up: as many of them at once as there are connections would all wait.
            if (context?.path !== '/sign-up/email') await refuseLocked(database, session.userId);
            // The library hands the old one on where it replaces it, but not where it ends all of them.
            const replaced = context?.path === '/change-password' ? context.context.session?.session : null;
            const provedAt = session.authenticatedAt ?? replaced?.authenticatedAt ?? replaced?.createdAt;
            return { data: { ...session, authenticatedAt: provedAt ?? deps.clock.now() } };
          },
          after: (session) =>
            deps
              .onLoggedIn(session.userId)
              .catch((error: unknown) => deps.log.error({ err: error }, 'follow-up of a login failed')),
        },
        delete: {
          after: async (session) =>
            deps.bus.publishHint({ to: 'sessions', userId: session.userId, sessionId: session.id }),
        },
      },
    },
    hooks: { before: refuseSamePassword },
    plugins: [
      // The first one: what it reads must be older than all that the others and the library read.
      access.plugin,
      secondFactor(brandName),
      secondFactorRules({ ...deps, onBackupCodeUsed: news.backupCodeUsed }),
      confirmed.plugin,
      passkeyLogin(passkeyDeps),
      passkeyRules(passkeyDeps),
      linkedIdentities(config.identityProvider, access, {
        onLinked: news.identityLinked,
        onUnlinked: news.identityUnlinked,
      }),
      accessTokens(baseUrl),
      emailChange({
        ...deps,
        brandName,
        onChanged: news.emailChanged,
        onUndone: news.emailChangeUndone,
        sendResetLink,
      }),
      // The last one, so that it sees no session that another has taken back.
      news.plugin,
    ],
    onAPIError: { throw: true },
    logger: { level: 'error', log: createAuthLog(deps.log) },
    advanced: {
      database: {
        generateId: () => newId(),
        // Whoever looks through the sessions of an account sees all of them; a trigger keeps them to so many.
        defaultFindManyLimit: 500,
      },
      // The library only knows __Secure-; __Host- also keeps sibling domains from setting the cookie.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-botdepot' : 'botdepot',
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Said here because the library switches it off by itself where NODE_ENV is `test`.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  });
  return auth;
}

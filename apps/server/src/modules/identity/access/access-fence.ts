import { createAuthMiddleware } from '@better-auth/core/api';
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import type { DBAdapter } from '@better-auth/core/db/adapter';
import { APIError } from '@better-auth/core/error';
import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { z } from 'zod';
import type { Database, Tx } from '../../../platform/database.ts';
import {
  type Access,
  endAllUnderWay,
  endLoginsUnderWay,
  holdAccess,
  raiseAccessVersion,
  readAccess,
  type WhichSessions,
  type WhoseAccess,
} from '../account/account.ts';
import { challengedUser, sessionUserId } from '../sign-in/second-factor.ts';
import { ACCOUNT_LOCKED } from './access.ts';
import { payloadOf } from './access-tokens.ts';

/** Why nothing came of a request for a link; whoever asked is not told. */
export const OVERTAKEN = 'OVERTAKEN';

/** What begins a session, or changes what opens the account, by what was proved before; and how the refusal of it is called. */
const FENCED: Record<string, string> = {
  '/sign-in/email': 'INVALID_EMAIL_OR_PASSWORD',
  '/passkey/verify-authentication': 'AUTHENTICATION_FAILED',
  '/two-factor/verify-totp': 'INVALID_TWO_FACTOR_COOKIE',
  '/two-factor/verify-backup-code': 'INVALID_TWO_FACTOR_COOKIE',
  '/two-factor/enable': 'UNAUTHORIZED',
  '/two-factor/disable': 'UNAUTHORIZED',
  '/two-factor/generate-backup-codes': 'UNAUTHORIZED',
  '/passkey/verify-registration': 'UNAUTHORIZED',
  '/change-password': 'UNAUTHORIZED',
  '/request-password-reset': OVERTAKEN,
  '/reset-password': 'INVALID_TOKEN',
  '/verify-email': 'INVALID_TOKEN',
};

const STATUS: Record<string, 'FORBIDDEN' | 'BAD_REQUEST'> = {
  [ACCOUNT_LOCKED]: 'FORBIDDEN',
  INVALID_TOKEN: 'BAD_REQUEST',
};

/**
 * What is proved by the mailbox. It is overtaken by another address or password only, not by the end of sessions: whoever has
 * stolen one could otherwise keep the owner from ever choosing a new password.
 */
const BY_MAIL = new Set(['/request-password-reset', '/reset-password']);

/** What ends more than the library does, and which sessions it leaves. */
const ENDS: Record<string, (ctx: GenericEndpointContext) => WhichSessions> = {
  // The library has kept the other sessions where it has begun no new one.
  '/change-password': ({ context }) =>
    context.newSession ? { exceptFor: context.newSession.session.id } : 'no sessions',
  '/revoke-session': () => 'no sessions',
  '/revoke-sessions': () => ({}),
  '/revoke-other-sessions': ({ context }) => ({ exceptFor: String(context.session?.session.id) }),
};

type Writes = Pick<DBAdapter, 'create' | 'update' | 'updateMany'>;
const claimed = z.object({ email: z.string() });

export type AccessFence = ReturnType<typeof createAccessFence>;

/**
 * Between the moment that a password, a code or a link is found right and the one that something is written for it, the owner may
 * have taken the account back: a session would outlive the end of all sessions, and a password stand in place of the owner's. So
 * the count of such ends (`endAllUnderWay`) is read before the library reads anything, and whatever the request then writes is
 * written in one transaction with a look whether it has moved. A new password moves it itself, so of two the second is refused.
 */
export function createAccessFence(database: Database) {
  const begun = new WeakMap<Request, Access>();

  /** From here on the request counts as begun for this account. Who is asked first, stays. */
  async function remember(request: Request | undefined, whose: WhoseAccess): Promise<void> {
    if (!request || begun.has(request)) return;
    const found = await readAccess(database.db, whose);
    if (found) begun.set(request, found);
  }

  /**
   * @param make the library's adapter on a connection.
   * @param explain what the database has refused, before the library makes a failure of it.
   */
  function fenced(
    make: (db: Tx) => (options: BetterAuthOptions) => DBAdapter,
    explain: (error: unknown) => unknown,
  ) {
    return (options: BetterAuthOptions): DBAdapter => {
      const adapter = make(database.db)(options);
      const unfenced: Writes = { ...adapter };
      const write = async <T>(model: string, fields: object, run: (to: Writes) => Promise<T>): Promise<T> => {
        const ctx = tryGetCurrentAuthEndpointContext();
        const known = ctx?.request && begun.get(ctx.request);
        if (!ctx || !known) return run(unfenced);
        const written = database.transaction(async (tx) => {
          const now = await holdAccess(tx, known.userId);
          if (!now || isOvertaken(ctx.path, known, now)) throw refusalOf(ctx, now?.lockedAt instanceof Date);
          if (model === 'account' && 'password' in fields) {
            await raiseAccessVersion(tx, known.userId);
            known.version += 1;
          }
          return run(make(tx)(options));
        });
        return written.catch((error: unknown) => {
          throw explain(error);
        });
      };
      const fencing: Writes = {
        create: (input) => write(input.model, input.data, (to) => to.create(input)),
        update: (input) => write(input.model, input.update, (to) => to.update(input)),
        updateMany: (input) => write(input.model, input.update, (to) => to.updateMany(input)),
      };
      return Object.assign(adapter, fencing);
    };
  }

  const plugin = {
    id: 'access-fence',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && Object.hasOwn(FENCED, path),
          handler: createAuthMiddleware(async (ctx) => {
            const whose = await whoseAccess(ctx);
            if (whose) await remember(ctx.request, whose);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path !== undefined && Object.hasOwn(ENDS, path),
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.session?.user;
            const which = ENDS[ctx.path]?.(ctx);
            if (!user || !which || isAPIError(ctx.context.returned)) return;
            const end = ctx.path === '/change-password' ? endAllUnderWay : endLoginsUnderWay;
            await database.transaction<unknown>((tx) => end(tx, user, which));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;

  return { remember, fenced, plugin };
}

function isOvertaken(path: string | undefined, before: Access, now: Access): boolean {
  if (path === undefined || !BY_MAIL.has(path)) return now.version !== before.version;
  return now.email !== before.email || now.password !== before.password;
}

async function whoseAccess(ctx: GenericEndpointContext): Promise<WhoseAccess | undefined> {
  const { body, path } = ctx;
  switch (path) {
    case '/sign-in/email':
    case '/request-password-reset':
      return { email: String(body?.email) };
    case '/passkey/verify-authentication':
      return { credentialId: String(body?.response?.id) };
    case '/reset-password': {
      const link = `reset-password:${String(body?.token)}`;
      const found = await ctx.context.internalAdapter.findVerificationValue(link);
      return found ? { userId: found.value } : undefined;
    }
    case '/verify-email': {
      // Unverified: the library looks whether the link is ours.
      const email = claimed.safeParse(payloadOf(String(ctx.query?.token)));
      return email.success ? email.data : undefined;
    }
    default: {
      const userId = (await sessionUserId(ctx)) ?? (await challengedUser(ctx))?.id;
      return userId === undefined ? undefined : { userId };
    }
  }
}

function refusalOf({ path, request }: { path?: string; request?: Request }, isLocked: boolean): APIError {
  const refusal = FENCED[path ?? ''] ?? OVERTAKEN;
  const code = isLocked && refusal !== OVERTAKEN ? ACCOUNT_LOCKED : refusal;
  // Who comes by a link sees a page.
  if (request?.method === 'GET')
    return new APIError('FOUND', undefined, new Headers({ location: `/login?error=${code}` }));
  return APIError.from(STATUS[code] ?? 'UNAUTHORIZED', { code, message: 'overtaken' });
}

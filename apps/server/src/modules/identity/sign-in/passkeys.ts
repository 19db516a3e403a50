import { createAuthMiddleware } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import { getAuthenticatorName, type Passkey, passkey } from '@better-auth/passkey';
import { VISIBLE_NAME } from '@botdepot/contract';
import type { BetterAuthPlugin } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { and, count, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, isViolationOf, type Tx } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { passkeys } from '../identity.schema.ts';
import { endChallenge } from './second-factor.ts';

/** More than anybody has devices; it bounds what one account can store. The database holds it for those that come at once. */
const MAX_PASSKEYS = 20;

type PasskeyDeps = {
  database: Database;
  clock: Clock;
  baseUrl: string;
  brandName: string;
  onAdded: (user: { id: string; email: string }) => void;
  onRemoved: (user: { id: string; email: string }) => void;
};

/** A passkey as its owner sees it: nothing of the key itself. */
type ShownPasskey = {
  id: string;
  name: string | null;
  /** The password manager or system that keeps it, where that is known. */
  keeper: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};

/**
 * Better Auth's passkeys, where the device has to check who holds it (by fingerprint, face or PIN). Only then is a
 * passkey two factors in one, and a login by passkey needs no code. The library asks for that politely; here it is
 * refused without.
 */
export function passkeyLogin({ database, clock, baseUrl, brandName }: PasskeyDeps) {
  const { hostname, origin } = new URL(baseUrl);
  return passkey({
    rpID: hostname,
    rpName: brandName,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification, user }) => {
        if (verification.registrationInfo?.userVerified !== true) throw notVerified();
        if ((await countPasskeys(database.db, user.id)) >= MAX_PASSKEYS) throw tooMany();
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        const { userVerified, credentialID } = verification.authenticationInfo;
        if (!userVerified) throw notVerified();
        await markPasskeyUsed(database.db, credentialID, clock.now());
      },
    },
  });
}

/** What the library's passkeys leave out: the answers are cut down, and a login ends the wait for a code. */
export function passkeyRules({ database, onAdded, onRemoved }: PasskeyDeps) {
  return {
    id: 'passkey-rules',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/passkey/generate-authenticate-options',
          handler: createAuthMiddleware(async (ctx) => {
            const options = ctx.context.returned;
            if (typeof options !== 'object' || isAPIError(options)) return undefined;
            return ctx.json({ ...options, userVerification: 'required' });
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/verify-registration',
          handler: createAuthMiddleware(async (ctx) => {
            const added = ctx.context.returned;
            if (!isPasskey(added)) return undefined;
            const user = ctx.context.session?.user;
            if (user) onAdded(user);
            return ctx.json(show(added, null));
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/list-user-passkeys',
          handler: createAuthMiddleware(async (ctx) => {
            const userId = ctx.context.session?.user.id;
            const { returned } = ctx.context;
            if (!Array.isArray(returned) || userId === undefined) return undefined;
            const uses = await lastUsesOfPasskeys(database.db, userId);
            const shown = returned.filter(isPasskey).map((key) => show(key, uses.get(key.id) ?? null));
            return ctx.json(shown.sort((a, b) => b.createdAt.localeCompare(a.createdAt)));
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/update-passkey',
          handler: createAuthMiddleware(async (ctx) =>
            isAPIError(ctx.context.returned) ? undefined : ctx.json({ status: true }),
          ),
        },
        {
          matcher: ({ path }) => path === '/passkey/delete-passkey',
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.session?.user;
            if (!isAPIError(ctx.context.returned) && user) onRemoved(user);
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async (ctx) => {
            const started = ctx.context.newSession;
            if (isAPIError(ctx.context.returned) || started === null) return undefined;
            await endChallenge(ctx);
            return ctx.json({ status: true });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Of several at once only the database knows which is one too many; the library would say that it could not check the device. */
export function explainPasskeyRefusal(error: unknown): unknown {
  return isViolationOf(error, 'auth_passkeys_at_most_twenty') ? tooMany() : error;
}

function tooMany(): APIError {
  return APIError.from('BAD_REQUEST', { code: 'TOO_MANY_PASSKEYS', message: 'Too many passkeys' });
}

function notVerified(): APIError {
  return APIError.from('BAD_REQUEST', { code: 'PASSKEY_WITHOUT_USER', message: 'User not verified' });
}

function isPasskey(value: unknown): value is Passkey {
  return typeof value === 'object' && value !== null && 'credentialID' in value && 'id' in value;
}

function show({ id, name, aaguid, createdAt }: Passkey, lastUsedAt: Date | null): ShownPasskey {
  return {
    id,
    name: name ?? null,
    keeper: getAuthenticatorName(aaguid) ?? null,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.total ?? 0;
}

/** @param credentialId What the device calls the passkey. */
async function markPasskeyUsed(tx: Tx, credentialId: string, at: Date): Promise<void> {
  await tx.update(passkeys).set({ lastUsedAt: at }).where(eq(passkeys.credentialID, credentialId));
}

/** By the passkey's id; those that nobody has used yet are missing. */
async function lastUsesOfPasskeys(tx: Tx, userId: string): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ id: passkeys.id, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), isNotNull(passkeys.lastUsedAt)));
  return new Map(rows.flatMap(({ id, lastUsedAt }) => (lastUsedAt ? [[id, lastUsedAt] as const] : [])));
}

/** What a device answers, see PublicKeyCredential.toJSON(). The library checks what the parts say. */
const encoded = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\w-]+$/);
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};
export const passkeyRegistered = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    authenticatorData: encoded.optional(),
    publicKey: encoded.optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export const passkeyUsed = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
});
export const passkeyName = z.string().trim().min(1).max(60).regex(VISIBLE_NAME, 'no invisible characters');

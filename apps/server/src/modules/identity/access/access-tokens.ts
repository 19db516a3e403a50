import type { GenericEndpointContext } from 'better-auth';
import { symmetricDecrypt } from 'better-auth/crypto';
import { type Jwk, jwt } from 'better-auth/plugins/jwt';
import { z } from 'zod';
import type { Database } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import { findLiveSession, type LiveSession } from '../identity.store.ts';

export const JWKS_PATH = '/.well-known/jwks.json';

const DAY_SECONDS = 24 * 60 * 60;
const claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/**
 * Tokens for API clients: signed with EdDSA, valid 15 minutes, and naming nothing but the user and the session. Keys are
 * stored encrypted, sign for 90 days, and stay published a day longer than any token lives.
 */
export function accessTokens(baseUrl: string) {
  return jwt({
    disableSettingJwtHeader: true,
    adapter: { getJwks: readableKeys },
    jwks: {
      jwksPath: JWKS_PATH,
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: 90 * DAY_SECONDS,
      gracePeriod: DAY_SECONDS,
    },
    jwt: {
      issuer: baseUrl,
      audience: baseUrl,
      expirationTime: '15m',
      definePayload: ({ session }) => ({ sid: session.id }),
    },
  });
}

/**
 * Keys that were encrypted with another secret than the installation's sign nothing, and the library would go on choosing them.
 * Without any other it makes a new one. They are not deleted: the secret may have been a slip.
 */
async function readableKeys({ context }: GenericEndpointContext): Promise<Jwk[]> {
  const keys = await context.adapter.findMany<Jwk>({ model: 'jwks' });
  const readable = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key: context.secretConfig, data: JSON.parse(privateKey) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  return keys.filter((_, index) => readable[index]);
}

type AccessTokenDeps = {
  database: Database;
  clock: Clock;
  /** The library's check of signature, issuer, audience and expiry; null for a token that is none. */
  verify: (token: string) => Promise<unknown>;
};

/**
 * The session that an access token was made for. It must still live: an ended session and a changed role count at once.
 * Rejects when the database cannot be read.
 */
export async function sessionOfAccessToken(
  { database, clock, verify }: AccessTokenDeps,
  token: string,
): Promise<LiveSession | null> {
  // Unverified, only to look the session up first: the library takes an unreachable database for a wrong token.
  const named = claims.safeParse(payloadOf(token));
  if (!named.success) return null;
  const session = await findLiveSession(database.db, named.data.sid, clock.now());
  if (session === null) return null;
  const proven = claims.safeParse(await verify(token));
  const isSame =
    proven.success && proven.data.sid === session.sessionId && proven.data.sub === session.userId;
  return isSame ? session : null;
}

/** What a token says, whoever has signed it; null where it is none. */
export function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

import { APIError } from '@better-auth/core/error';
import type { Database } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import type { Asker } from '../auth/auth-asker.ts';
import type { BetterAuth } from '../auth/better-auth.ts';
import { markAuthenticated } from '../identity.store.ts';

type ReauthenticateDeps = { betterAuth: BetterAuth; database: Database; clock: Clock };

const TOTP_CODE = /^\d{6}$/;

/**
 * Anyone who holds the session proves once more who they are: by the password and, where the login asks for a code, by a
 * code as well. Only then does the session count as fresh. Answers as the library would: `{ code }` says what was wrong.
 */
export async function reauthenticate(
  { betterAuth, database, clock }: ReauthenticateDeps,
  asker: Asker | null,
  { headers, password, code }: { headers: Headers; password: string; code: string | undefined },
): Promise<Response> {
  if (asker === null || asker.sessionId === null) return refusal(401, 'UNAUTHORIZED');
  if (asker.twoFactorEnabled && code === undefined) return refusal(400, 'CODE_REQUIRED');
  let renewed: Headers;
  try {
    const proof = await betterAuth.api.verifyPassword({ headers, body: { password }, returnHeaders: true });
    renewed = proof.headers;
    if (asker.twoFactorEnabled && code !== undefined) await useUpCode(betterAuth, headers, code);
  } catch (error) {
    if (error instanceof APIError) return refusal(error.statusCode, String(error.body?.code));
    throw error;
  }
  await markAuthenticated(database.db, asker.sessionId, clock.now());
  // The library may have renewed the session by the way; its cookie goes along.
  return Response.json({ status: true }, { headers: renewed });
}

/** Throws unless it is right. */
async function useUpCode({ api }: BetterAuth, headers: Headers, code: string): Promise<void> {
  if (TOTP_CODE.test(code)) await api.verifyTOTP({ headers, body: { code } });
  else await api.verifyBackupCode({ headers, body: { code, disableSession: true } });
}

function refusal(status: number, code: string): Response {
  return Response.json({ code }, { status });
}

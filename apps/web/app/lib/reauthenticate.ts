import { errorCode } from './api.ts';
import { type AuthOutcome, post } from './auth-post.ts';

export interface Proof {
  password: string;
  /** Of the authenticator app, or a backup code; only where the login asks for one. */
  code?: string;
}

/** Whoever is signed in says once more who they are; the session then counts as fresh. Never rejects. */
export function reauthenticate(proof: Proof): Promise<AuthOutcome> {
  return post('/api/auth/reauthenticate', proof);
}

const REQUIRED = 'REAUTHENTICATION_REQUIRED';

/** Whether a refusal, returned or thrown, only asks who is there. */
export function asksForProof(refusal: unknown): boolean {
  if (errorCode(refusal) === REQUIRED) return true;
  if (typeof refusal !== 'object' || refusal === null || !('ok' in refusal) || !('code' in refusal))
    return false;
  return refusal.ok === false && refusal.code === REQUIRED;
}

import { errorCode, isDecided } from './api.ts';
import { type AuthFailure, type AuthOutcome, post } from './auth-post.ts';

export interface Proof {
  password: string;
  /** Of the authenticator app, or a backup code; only where the login asks for one. */
  code?: string;
}

/** Anyone who is signed in says once more who they are; the session then counts as fresh. Never rejects. */
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

/** Whether trying again cannot help: the server decided. Anyone who did not want to say who they are may still do so. */
export function isRefused(error: unknown): boolean {
  return isDecided(error) && !asksForProof(error);
}

/** @param password where the person has just typed it: then only a code is asked for. Null for whoever gives up. */
type Ask = (password?: string) => Promise<AuthOutcome | null>;

let ask: Ask = async () => null;

/** For the one dialog, at the root of the app. Returns how to take it away again. */
export function askWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = async () => null;
  };
}

/**
 * Does something that the server may refuse until the person has said once more who they are. Then it asks, and does it
 * once again. Anyone who gives up gets the refusal as it came: returned or thrown.
 */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  let refused: T;
  try {
    refused = await action();
    if (!asksForProof(refused)) return refused;
  } catch (error) {
    if (asksForProof(error) && (await ask())?.ok) return action();
    throw error;
  }
  return (await ask())?.ok ? action() : refused;
}

/** The same for what already brings the password. That it is wrong is returned, not said by the dialog. */
export async function withPassword<T>(password: string, action: () => Promise<T>): Promise<T | AuthFailure> {
  const refused = await action();
  if (!asksForProof(refused)) return refused;
  const outcome = await ask(password);
  if (outcome === null) return refused;
  return outcome.ok ? action() : outcome;
}

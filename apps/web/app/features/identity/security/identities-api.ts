import { type AuthFailure, type AuthOutcome, post, textOf } from '../../../lib/server/auth-post.ts';

/** An account at the provider that opens this one. */
export interface OwnIdentity {
  id: string;
  provider: string;
  linkedAt: string;
}

export type WayToProvider = { ok: true; url: string } | AuthFailure;

/** @param destination Where to go on after the login: a place on this website. */
export function signInAtProvider(destination: string): Promise<WayToProvider> {
  return wayTo('/api/auth/sign-in/social', { callbackURL: destination });
}

export function linkAtProvider(): Promise<WayToProvider> {
  return wayTo('/api/auth/link-social', {});
}

export function unlinkIdentity(id: string): Promise<AuthOutcome> {
  return post('/api/auth/unlink-account', { id });
}

async function wayTo(path: string, body: object): Promise<WayToProvider> {
  const outcome = await post(path, body);
  if (!outcome.ok) return outcome;
  const url = textOf(outcome.answer, 'url');
  return url === null ? { ok: false, code: null, message: null } : { ok: true, url };
}

import type { SignUpBotType } from '@botdepot/contract/catalogue';
import { type AuthFailure, type AuthOutcome, post } from '../../lib/server/auth-post.ts';
import type { Credentials } from './sign-in/credentials.ts';

export type { AuthFailure, AuthOutcome };
/** Where mail reaches people the account has to be confirmed first and nobody is signed in yet. */
export type SignUpOutcome = { ok: true; signedIn: boolean } | AuthFailure;

/** With a second factor the password alone starts no session yet. */
export type SignInOutcome = { ok: true; needsCode: boolean } | AuthFailure;

/**
 * Login and sign-up talk to the authentication endpoints directly: public pages stay without the API client. The session
 * arrives as an HttpOnly cookie.
 */
export async function signIn({ email, password }: Credentials): Promise<SignInOutcome> {
  const outcome = await post('/api/auth/sign-in/email', { email: email.trim(), password });
  if (!outcome.ok) return outcome;
  const { answer } = outcome;
  const needsCode = typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer;
  return { ok: true, needsCode };
}

/**
 * The answer is the same for known and unknown addresses where they must be confirmed.
 *
 * @param captcha Where the installation asks for it, see `useCaptcha`.
 */
export async function signUp({ email, password }: Credentials, captcha?: string): Promise<SignUpOutcome> {
  const outcome = await post('/api/auth/sign-up/email', {
    email: email.trim(),
    password,
    ...(captcha !== undefined && { captcha }),
  });
  if (!outcome.ok) return outcome;
  return { ok: true, signedIn: hasUser(outcome.answer) };
}

/** Once more the message with the link that confirms an address. Unknown addresses get the same answer. */
export function resendConfirmation(email: string): Promise<AuthOutcome> {
  return post('/api/auth/send-verification-email', { email: email.trim() });
}

/** Unknown addresses get the same answer. */
export function requestPasswordReset(email: string, captcha?: string): Promise<AuthOutcome> {
  return post('/api/auth/request-password-reset', {
    email: email.trim(),
    ...(captcha !== undefined && { captcha }),
  });
}

/** @param token From the link in the message; valid once. */
export function resetPassword(token: string, newPassword: string): Promise<AuthOutcome> {
  return post('/api/auth/reset-password', { token, newPassword });
}

/** 401, 403 and 404 mean that the session is gone already, which is what was asked for. */
export function signOut(): Promise<AuthOutcome> {
  return post('/api/auth/sign-out', {}, [401, 403, 404]);
}

/** Keeps the choice of sign-up with the profile; it preselects the first start dialog. */
export function chooseBot(botType: SignUpBotType): Promise<AuthOutcome> {
  return post('/api/profile/preferred-bot', { botType });
}

function hasUser(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Boolean(Reflect.get(answer, 'user'));
}

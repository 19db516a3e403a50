import type { SignUpBotType } from '@botdepot/contract/catalogue';
import type { Credentials } from './credentials.ts';

/** Refused with a code and German words, or (both null) not answered at all. */
export type AuthFailure = { ok: false; code: string | null; message: string | null };
export type AuthOutcome = { ok: true } | AuthFailure;
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

/** The answer is the same for known and unknown addresses where they must be confirmed. */
export async function signUp({ email, password }: Credentials): Promise<SignUpOutcome> {
  const outcome = await post('/api/auth/sign-up/email', { email: email.trim(), password });
  if (!outcome.ok) return outcome;
  return { ok: true, signedIn: hasToken(outcome.answer) };
}

/** Once more the message with the link that confirms an address. Unknown addresses get the same answer. */
export function resendConfirmation(email: string): Promise<AuthOutcome> {
  return post('/api/auth/send-verification-email', { email: email.trim() });
}

/** Unknown addresses get the same answer. */
export function requestPasswordReset(email: string): Promise<AuthOutcome> {
  return post('/api/auth/request-password-reset', { email: email.trim() });
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

/** Sends a command to an authentication endpoint. Never rejects. */
export async function post(
  path: string,
  body: unknown,
  alsoFine: readonly number[] = [],
): Promise<{ ok: true; answer: unknown } | AuthFailure> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (alsoFine.includes(response.status)) return { ok: true, answer: null };
    const answer: unknown = await response.json();
    return response.ok ? { ok: true, answer } : await failureOf(answer);
  } catch {
    return { ok: false, code: null, message: null };
  }
}

/**
 * The authentication endpoints answer in German, with the minutes to wait or the id of a fault. All other operations
 * answer in English with a code of the contract, marked by `defined`; its German texts bring the whole table of errors
 * along and are therefore loaded only now.
 */
async function failureOf(answer: unknown): Promise<AuthFailure> {
  const code = textOf(answer, 'code');
  if (code !== null && typeof answer === 'object' && answer !== null && 'defined' in answer) {
    const { germanMessage } = await import('@botdepot/contract/errors.de');
    return { ok: false, code, message: germanMessage(code, 'data' in answer ? answer.data : undefined) };
  }
  return { ok: false, code, message: textOf(answer, 'message') };
}

function hasToken(answer: unknown): boolean {
  return textOf(answer, 'token') !== null;
}

function textOf(answer: unknown, key: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const value: unknown = Reflect.get(answer, key);
  return typeof value === 'string' && value !== '' ? value : null;
}

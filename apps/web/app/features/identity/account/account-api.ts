import { downloadText } from '../../../lib/page/save-and-copy.ts';
import {
  type AuthFailure,
  type AuthOutcome,
  failureOf,
  post,
  textOf,
} from '../../../lib/server/auth-post.ts';

/** Sends the link that confirms another address there. The answer is the same for free and for taken addresses. */
export function requestEmailChange(email: string): Promise<AuthOutcome> {
  return post('/api/auth/request-email-change', { email: email.trim() });
}

/** Which address the link would give the account. Changes nothing. */
export function describeEmailChange(token: string): Promise<{ ok: true; email: string } | AuthFailure> {
  return describe('/api/auth/describe-email-change', token);
}

/** Which former address the link would put back. Changes nothing. */
export function describeEmailUndo(token: string): Promise<{ ok: true; email: string } | AuthFailure> {
  return describe('/api/auth/describe-email-undo', token);
}

async function describe(path: string, token: string): Promise<{ ok: true; email: string } | AuthFailure> {
  const outcome = await post(path, { token });
  if (!outcome.ok) return outcome;
  const email = textOf(outcome.answer, 'email');
  return email === null ? { ok: false, code: null, message: null } : { ok: true, email };
}

/** @param token From the link to the old address; valid once. Ends all sessions and asks for a new password. */
export function undoEmailChange(token: string): Promise<AuthOutcome> {
  return post('/api/auth/undo-email-change', { token });
}

/** @param token From the link in the message; valid once, for the account that asked for it. */
export function confirmEmailChange(token: string): Promise<AuthOutcome> {
  return post('/api/auth/confirm-email-change', { token });
}

/** Hands everything that the platform holds about who is signed in to the browser's downloads. Never rejects. */
export async function downloadOwnData(): Promise<{ ok: true } | AuthFailure> {
  try {
    const response = await fetch('/api/profile/export');
    if (!response.ok) return await failureOf(await response.json());
    const [, fileName = 'meine-daten.json'] =
      /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    downloadText(fileName, await response.text(), 'application/json');
    return { ok: true };
  } catch {
    return { ok: false, code: null, message: null };
  }
}

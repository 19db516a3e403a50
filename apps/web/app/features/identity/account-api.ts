import { type AuthFailure, type AuthOutcome, failureOf, post } from '../../lib/auth-post.ts';
import { downloadText } from '../../lib/csv.ts';

/** Sends the link that confirms another address there. The answer is the same for free and for taken addresses. */
export function requestEmailChange(email: string): Promise<AuthOutcome> {
  return post('/api/auth/request-email-change', { email: email.trim() });
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

import { NO_CONNECTION } from '../page/later.ts';

/** Refused with a code and German words; without a code the network did not bring it, or (both null) nobody understands the answer. */
export type AuthFailure = { ok: false; code: string | null; message: string | null };
export type AuthOutcome = { ok: true } | AuthFailure;

/** Sends a command to an authentication endpoint. Never rejects. */
export function post(
  path: string,
  body: unknown,
  alsoFine: readonly number[] = [],
): Promise<{ ok: true; answer: unknown } | AuthFailure> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return send(path, request, alsoFine);
}

/** Asks an authentication endpoint. Never rejects. */
export function read(path: string): Promise<{ ok: true; answer: unknown } | AuthFailure> {
  return send(path, { cache: 'no-store' }, []);
}

async function send(
  path: string,
  request: RequestInit,
  alsoFine: readonly number[],
): Promise<{ ok: true; answer: unknown } | AuthFailure> {
  const response = await fetch(path, request).catch(() => null);
  if (response === null) return { ok: false, code: null, message: NO_CONNECTION };
  try {
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
export async function failureOf(answer: unknown): Promise<AuthFailure> {
  const code = textOf(answer, 'code');
  if (code !== null && typeof answer === 'object' && answer !== null && 'defined' in answer) {
    const { germanMessage } = await import('./error-table.ts');
    return { ok: false, code, message: germanMessage(code, 'data' in answer ? answer.data : undefined) };
  }
  return { ok: false, code, message: textOf(answer, 'message') };
}

/** A text that an answer carries; null when it has none. */
export function textOf(answer: unknown, key: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const value: unknown = Reflect.get(answer, key);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A tab that was closed meanwhile does not say that it is over. */
const LONGEST_MS = 15_000;

let pending: Promise<unknown> = Promise.resolve();
let channel: BroadcastChannel | undefined;

/**
 * Some answers replace the session, which all tabs of this browser share: the old one ends on the server a moment before the
 * new cookie is here. Anyone who asks about the session meanwhile, in whatever tab, waits with `sessionChanged`.
 */
export function whileSessionChanges<T>(answer: Promise<T>): Promise<T> {
  const tabs = otherTabs();
  tabs.postMessage('changing');
  const over = () => tabs.postMessage('changed');
  return whileSessionEnds(answer.finally(over));
}

/** For an answer that ends the session and leads away: what this tab asks waits for it, others hear of the end at once. */
export function whileSessionEnds<T>(answer: Promise<T>): Promise<T> {
  pending = answer.catch(() => undefined);
  return answer;
}

/** Resolves once no answer that replaces the session is on its way. Never rejects. */
export async function sessionChanged(): Promise<void> {
  otherTabs();
  await pending;
}

/** From the first call on, changes in other tabs are heard of. */
function otherTabs(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('session-change');
  let finish = () => {};
  channel.onmessage = ({ data }) => {
    finish();
    if (data !== 'changing') return;
    pending = new Promise<void>((resolve) => {
      finish = resolve;
      setTimeout(resolve, LONGEST_MS);
    });
  };
  return channel;
}

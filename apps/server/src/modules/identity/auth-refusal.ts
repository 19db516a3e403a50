import { ERRORS, type ErrorCode, germanMessage } from '@botdepot/contract';
import { waitMessage } from './auth-messages.ts';

/** The request ends here with this answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly response: Response;
  constructor(response: Response) {
    super(`Refused with ${response.status}`);
    this.response = response;
  }
}

/** By the one table of errors, in German. */
export function refuse(code: ErrorCode, data?: unknown): Refusal {
  const answer = { code, message: germanMessage(code, data), ...(data !== undefined && { data }) };
  return new Refusal(json(ERRORS[code].status, answer));
}

/** With a code of the library or a text of its own. */
export function refuseWith(status: number, code: string, message: string, headers?: Headers): Refusal {
  return new Refusal(json(status, { code, message }, headers));
}

export function tooMany(waitMs: number): Refusal {
  const headers = new Headers({ 'retry-after': String(Math.ceil(waitMs / 1000)) });
  return refuseWith(ERRORS.TOO_MANY_REQUESTS.status, 'TOO_MANY_REQUESTS', waitMessage(waitMs), headers);
}

export function json(status: number, body: unknown, headers = new Headers()): Response {
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status, headers });
}

export function setCookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return headers;
}

/**
 * The last cookie of each name. The library renews a session by the way and then replaces it, so that two stand in one answer:
 * browsers keep the second, other clients may keep the first, which is dead.
 */
export function keepLastCookies(response: Response): Response {
  const byName = new Map(
    response.headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie]),
  );
  response.headers.delete('set-cookie');
  for (const cookie of byName.values()) response.headers.append('set-cookie', cookie);
  return response;
}

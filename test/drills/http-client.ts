import { Agent, request } from 'node:http';
import type { Answer, Operation } from './operations.ts';
import type { Person } from './person.ts';

/** Longer than the server itself waits for anything that it answers with an error. */
const PATIENCE_MS = 45_000;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export type Sent = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

export type Received = Answer & { setCookies: string[] };

/** One request on loopback. Rejects when the connection breaks or nothing comes for `timeoutMs` (45 s). */
export function send(port: number, { method, path, body, headers, timeoutMs }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: {
          host: `localhost:${port}`,
          ...(method === 'POST' && {
            origin: `http://localhost:${port}`,
            'content-type': 'application/json',
          }),
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs ?? PATIENCE_MS),
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.once('error', reject);
        // „close“ without „end“ is a body that was cut off.
        incoming.once('close', () => reject(new Error('the answer was cut off')));
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: text,
            setCookies: incoming.headers['set-cookie'] ?? [],
          }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** As the person's browser sends it: with the session's cookie, from an address of their own. */
export const sendAs = (port: number, person: Person, sent: Sent): Promise<Received> =>
  send(port, {
    ...sent,
    headers: { cookie: person.cookie, 'x-forwarded-for': person.network, ...sent.headers },
  });

/** Null when no answer came. */
export async function sendOperation(port: number, operation: Operation): Promise<Answer | null> {
  try {
    const { status, body } = await sendAs(port, operation.as, {
      method: 'POST',
      path: `/api${operation.path}`,
      body: operation.body,
      headers: { 'idempotency-key': operation.key },
    });
    return { status, body };
  } catch {
    return null;
  }
}

export const forgetConnections = (): void => agent.destroy();

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Attempt, Header } from './attempt.ts';

/** What came back; status 0 is a connection that was closed without a word. */
export interface WireAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const SILENT: WireAnswer = { status: 0, headers: new Headers(), text: '' };
const RAW_WAIT_MS = 5_000;
/** A request that is not answered by then never will be. */
const WAIT_MS = 30_000;

export type Sendable = Omit<Attempt, 'kind' | 'sender'>;

/** Sends requests as they are, also those that `fetch` would tidy up. */
export function createWire(port: number) {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 4 });

  function send({ method, target, headers, body }: Sendable): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, method, path: target, agent }, (response) => {
        // An answer that breaks off is none.
        readAnswer(response).then(resolve, () => resolve(SILENT));
      });
      // A server that refuses a large body may hang up while it is still being sent.
      request.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(SILENT) : reject(error),
      );
      request.setTimeout(WAIT_MS, () => request.destroy(new Error('is not answered at all')));
      for (const [name, value] of headers) request.setHeader(name, value);
      // Node leaves it out for methods that seldom have a body.
      if (body !== undefined && !request.hasHeader('transfer-encoding'))
        request.setHeader('content-length', Buffer.byteLength(body));
      request.end(body);
    });
  }

  function sendRaw({ method, target, headers, body }: Sendable): Promise<WireAnswer> {
    const all: Header[] = [...headers];
    const has = (name: string) => all.some(([other]) => other.toLowerCase() === name);
    if (!has('host')) all.push(['host', `127.0.0.1:${port}`]);
    if (!has('connection')) all.push(['connection', 'close']);
    if (!has('content-length') && !has('transfer-encoding'))
      all.push(['content-length', String(Buffer.byteLength(body ?? ''))]);
    const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const chunks: Buffer[] = [];
      socket.setTimeout(RAW_WAIT_MS, () => socket.destroy());
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('utf8'))));
      socket.write(head, 'latin1');
      socket.end(body ?? '');
    });
  }

  return {
    send: (sendable: Sendable) => (sendable.isRaw ? sendRaw(sendable) : send(sendable)),
    close: () => agent.destroy(),
  };
}

async function readAnswer(response: IncomingMessage): Promise<WireAnswer> {
  const headers = new Headers();
  for (let index = 0; index + 1 < response.rawHeaders.length; index += 2)
    headers.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '');
  return { status: response.statusCode ?? 0, headers, text: await readText(response) };
}

/** As far as it has to be understood: the first line, the headers, the rest. */
function parseAnswer(answer: string): WireAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    text: rest.join('\r\n\r\n'),
  };
}

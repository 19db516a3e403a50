// A live socket on a real HTTP server, and clients of it; only the sessions are the test's own.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH, type LiveMessage } from '@botdepot/contract';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { createClientAddress } from '../../src/platform/client-address.ts';
import { createLocalBus, type LiveBus, type LiveSession } from '../../src/platform/live-bus.ts';
import { attachLiveSocket, type LiveSocket, type LiveSocketOptions } from '../../src/platform/live-socket.ts';

export const OWN_ORIGIN = 'http://localhost:3000';

export type LiveClient = { socket: WebSocket; messages: LiveMessage[]; closed: Promise<number> };

export class LiveSocketWorld {
  readonly bus: LiveBus & { interrupt(): void } = interruptibleBus();
  /** By cookie or bearer token. */
  readonly sessions = new Map<string, LiveSession>([
    ['anna', { userId: 'anna', adminField: null, sessionId: 'anna-1' }],
    ['anna-phone', { userId: 'anna', adminField: null, sessionId: 'anna-2' }],
    ['ben', { userId: 'ben', adminField: null, sessionId: 'ben-1' }],
    ['chef', { userId: 'chef', adminField: 'all', sessionId: 'chef-1' }],
  ]);
  /** The server's ends of the connections. */
  readonly serverSockets: Socket[] = [];
  readonly #server: Server = createServer();
  readonly #clients: WebSocket[] = [];
  readonly #rawClients: Socket[] = [];
  #live: LiveSocket | undefined;

  static async open(): Promise<LiveSocketWorld> {
    const world = new LiveSocketWorld();
    world.#server.on('connection', (socket) => world.serverSockets.push(socket));
    world.#server.listen(0, '127.0.0.1');
    await once(world.#server, 'listening');
    return world;
  }

  get live(): LiveSocket {
    if (!this.#live) throw new Error('not started');
    return this.#live;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  start(limits: LiveSocketOptions['limits'] = {}, options: Partial<LiveSocketOptions> = {}): void {
    const { sessions } = this;
    this.#live = attachLiveSocket({
      server: this.#server,
      bus: this.bus,
      log: pino({ level: 'silent' }),
      allowedOrigins: new Set([OWN_ORIGIN]),
      resolveSession: async (headers) =>
        sessions.get(headers.get('cookie') ?? headers.get('authorization') ?? '') ?? null,
      sessionsAlive: async (ids) =>
        new Map(
          [...sessions.values()]
            .filter((session) => ids.includes(session.sessionId))
            .map((session) => [session.sessionId, session.adminField]),
        ),
      clientAddress: createClientAddress(['127.0.0.1']),
      limits,
      ...options,
    });
  }

  /** A client that has not been answered yet. @param headers an `origin` of null leaves the header out. */
  dial(headers: Record<string, string | null> = {}, path: string = LIVE_PATH): LiveClient {
    const sent = Object.entries({ origin: OWN_ORIGIN, ...headers }).filter(([, value]) => value !== null);
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${path}`, { headers: Object.fromEntries(sent) });
    this.#clients.push(socket);
    const messages: LiveMessage[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as LiveMessage));
    socket.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    return { socket, messages, closed };
  }

  async connect(headers: Record<string, string | null> = {}, path?: string): Promise<LiveClient> {
    const client = this.dial(headers, path);
    await once(client.socket, 'open');
    return client;
  }

  /** The HTTP status with which an upgrade is refused. */
  async refusal(headers: Record<string, string>, path?: string): Promise<number | undefined> {
    const { socket } = this.dial(headers, path);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
    return response.statusCode;
  }

  /** A client that can stop reading: bytes on a socket, no library behind. @param headers complete lines. */
  connectRaw(headers = ''): { socket: Socket; received: string } {
    const socket = connectSocket(this.port, '127.0.0.1');
    this.#rawClients.push(socket);
    const client = { socket, received: '' };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      client.received += chunk.toString('latin1');
    });
    socket.write(
      `GET ${LIVE_PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${headers}` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.terminate();
    for (const client of this.#rawClients) client.destroy();
    await this.#live?.close();
    this.#server.close();
  }
}

function interruptibleBus(): LiveBus & { interrupt(): void } {
  const interrupted = new Set<() => void>();
  return {
    ...createLocalBus(),
    onInterrupted: (listener) => {
      interrupted.add(listener);
      return () => interrupted.delete(listener);
    },
    interrupt: () => {
      for (const listener of interrupted) listener();
    },
  };
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}

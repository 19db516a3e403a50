import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_OPENING_MS, LIVE_PATH, type LiveMessage } from '@botdepot/contract';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { type ClientAddress, networkOf, UNKNOWN_ADDRESS } from './client-address.ts';
import type { LiveBus, LiveSession } from './live-bus.ts';
import { createLiveConnections, textFrame } from './live-socket-connections.ts';
import { createRecentHints } from './recent-hints.ts';

export type LiveSocketOptions = {
  server: Server;
  bus: LiveBus;
  log: Logger;
  /** Origins of our own pages; a browser on any other page is refused. */
  allowedOrigins: ReadonlySet<string>;
  /** Finds the session of an upgrade request by its cookie or bearer token; null is anonymous. */
  resolveSession(headers: Headers): Promise<LiveSession | null>;
  /** What each session that is still valid may do as an admin, by its id, in one query. */
  sessionsAlive(sessionIds: readonly string[]): Promise<ReadonlyMap<string, LiveSession['adminField']>>;
  clientAddress: ClientAddress;
  limits?: Partial<LiveSocketLimits>;
  /** ms, never backwards; for tests another one. */
  now?: () => number;
};

export type LiveSocketLimits = {
  socketsPerAccount: number;
  /** Loopback is exempt: whoever is on this machine needs no sockets to load it. */
  socketsPerNetwork: number;
  heartbeatMs: number;
  sessionCheckMs: number;
};

export type LiveSocket = {
  count(): { sockets: number; accounts: number };
  /** Refuses new sockets and closes the open ones. */
  close(): Promise<void>;
};

const DEFAULT_LIMITS: LiveSocketLimits = {
  socketsPerAccount: 20,
  socketsPerNetwork: 200,
  heartbeatMs: 30_000,
  // The end of a session travels as a hint, which may be lost whatever the bus believes: this alone makes it sure. One query
  // for all sockets.
  sessionCheckMs: 3_000,
};
/** Clients have nothing to say beyond pongs. */
const MAX_MESSAGE_BYTES = 4 * 1024;
/** How long a closing socket may wait for the client's answer. */
const CLOSE_TIMEOUT_MS = 2_000;
const LOOPBACK_NETWORKS = new Set(['127.0.0.1', networkOf('::1')]);

/**
 * The one WebSocket per tab, attached to the HTTP server's upgrades. A socket belongs to the session of its upgrade:
 * anonymous ones get prices, customers also hints about their account, admins also hints for admins. It is closed with
 * 4401 when the session ends.
 *
 * A page that says how old its data is (`?age=` in ms) is told what happened since then: `caught_up` and the hints, or `resync`.
 */
export function attachLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { server, bus, log, now = () => performance.now() } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const connections = createLiveConnections({ maxSocketsPerAccount: limits.socketsPerAccount });
  const recent = createRecentHints(now);
  const perNetwork = new Map<string, number>();
  // Compression would cost CPU per socket and tick. (`closeTimeout` is missing in the types.)
  const socketOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  const webSockets = new WebSocketServer(socketOptions);
  let closing = false;
  let sessionsEnded = 0;
  let checking = false;

  const unsubscribe = [
    bus.onTick((message) => connections.broadcastTick(textFrame(message))),
    bus.onHint((hint) => {
      if (hint.to === 'sessions') sessionsEnded++;
      recent.keep(hint);
      connections.deliver(hint);
    }),
    bus.onInterrupted(() => {
      recent.interrupted();
      connections.broadcastResync();
      // The end of a session may be among what was lost.
      void checkSessions();
    }),
  ];
  const heartbeat = setInterval(() => connections.heartbeat(), limits.heartbeatMs).unref();
  const sessionCheck = setInterval(() => void checkSessions(), limits.sessionCheckMs).unref();
  server.on('upgrade', onUpgrade);

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that goes away now must not end the process.
    socket.on('error', ignore);
    if (pathOf(request) !== LIVE_PATH) {
      // Others may serve other paths; a request that nobody serves would hang.
      if (server.listenerCount('upgrade') === 1) refuse(socket, 404);
      return;
    }
    const { origin } = request.headers;
    if (closing) refuse(socket, 503);
    else if (origin !== undefined && !options.allowedOrigins.has(origin)) refuse(socket, 403);
    else void admit(request, socket, head);
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const headers = headersOf(request);
    const age = ageOf(request);
    const drawnAt = age === null ? null : now() - age - LIVE_OPENING_MS;
    const leave = enterNetwork(options.clientAddress(request.socket.remoteAddress, headers));
    if (!leave) {
      refuse(socket, 429);
      return;
    }
    // `close` comes once for every socket, whatever becomes of it.
    socket.once('close', leave);
    try {
      const session = await resolve(headers);
      if (closing) {
        refuse(socket, 503);
        return;
      }
      webSockets.handleUpgrade(request, socket, head, (ws) => {
        socket.removeListener('error', ignore);
        connections.add(ws, socket, session, firstMessages(drawnAt, session));
      });
    } catch (error) {
      log.warn({ err: error }, 'live socket not admitted');
      refuse(socket, 503);
    }
  }

  function firstMessages(drawnAt: number | null, session: LiveSession | null): LiveMessage[] {
    if (drawnAt === null) return [];
    const missed = recent.since(drawnAt, session);
    return missed ? [{ type: 'caught_up' }, ...missed] : [{ type: 'resync' }];
  }

  /** A session that ends while it is being looked up is looked up again, or its socket would outlive it. */
  async function resolve(headers: Headers): Promise<LiveSession | null> {
    for (;;) {
      const before = sessionsEnded;
      const session = await options.resolveSession(headers);
      if (session === null || before === sessionsEnded) return session;
    }
  }

  /** Counts a socket of a network until the returned function is called; null when the network has too many. */
  function enterNetwork(address: string): (() => void) | null {
    const network = networkOf(address);
    if (LOOPBACK_NETWORKS.has(network) || network === UNKNOWN_ADDRESS) return ignore;
    const sockets = perNetwork.get(network) ?? 0;
    if (sockets >= limits.socketsPerNetwork) return null;
    perNetwork.set(network, sockets + 1);
    return () => {
      const rest = (perNetwork.get(network) ?? 1) - 1;
      if (rest === 0) perNetwork.delete(network);
      else perNetwork.set(network, rest);
    };
  }

  async function checkSessions(): Promise<void> {
    const ids = connections.sessionIds();
    // While the database is slow, one question waits for it and not one more every time.
    if (ids.length === 0 || checking) return;
    checking = true;
    try {
      connections.endOthers(ids, await options.sessionsAlive(ids));
    } catch (error) {
      // Without the database there is nothing to hint at either.
      log.warn({ err: error }, 'sessions of live sockets not checked');
    } finally {
      checking = false;
    }
  }

  return {
    count: connections.count,
    async close() {
      // The listener stays: without it node would pass upgrades on as ordinary requests.
      closing = true;
      clearInterval(heartbeat);
      clearInterval(sessionCheck);
      for (const stop of unsubscribe) stop();
      await connections.closeAll(CLOSE_TIMEOUT_MS);
    },
  };
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** How old the data of the page is, ms; null where it does not say. */
function ageOf(request: IncomingMessage): number | null {
  const age = new URLSearchParams(request.url?.slice(pathOf(request).length)).get('age');
  return age !== null && /^\d{1,9}$/.test(age) ? Number(age) : null;
}

/**
 * The request's headers as the session is found by. Browsers always name the origin of a WebSocket; whoever names none
 * is no browser, and a cookie that comes along could only have been put there by mistake or by force.
 */
function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'cookie' && request.headers.origin === undefined) continue;
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Answers an upgrade that does not take place, and hangs up. */
function refuse(socket: Duplex, status: number): void {
  // The client need not hang up in turn, so we do not wait for it.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function ignore(): void {}

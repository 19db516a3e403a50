import type { Duplex } from 'node:stream';
import { LIVE_CLOSE, type LiveMessage } from '@botdepot/contract';
import type { WebSocket } from 'ws';
import { concerns, type LiveHint, type LiveSession, messageTypeOf } from './live-bus.ts';

// RFC 6455, section 5.2: FIN and the opcode, then the length; frames of a server are not masked.
const FIN_TEXT = 0x81;
const FIN_PING = 0x89;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

/** A ping without payload, the same bytes for every socket. */
const PING_FRAME = Buffer.from([FIN_PING, 0]);

/**
 * A text message as one unfragmented, uncompressed WebSocket frame. Framed once, its bytes can be written to any number
 * of sockets: as it is whole, it may stand between any two frames that `ws` itself sends.
 */
export function textFrame(message: string): Buffer {
  const length = Buffer.byteLength(message);
  const headerLength = length < LENGTH_IN_16_BITS ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerLength + length);
  frame[0] = FIN_TEXT;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(message, headerLength);
  return frame;
}

const messageFrame = (message: LiveMessage): Buffer => textFrame(JSON.stringify(message));

/** Bytes that may wait in this process for one socket before ticks pass it by. The kernel holds some MB beside it. */
const BACKLOG_LIMIT_BYTES = 64 * 1024;
/** Ticks in a row that passed a socket by before it is given up: half a minute. */
const MOST_SKIPPED_TICKS = 60;
/** Messages, pings and pongs of a client between two heartbeats; it has nothing to say, so this is generous. */
const MOST_RECEIVED = 100;

const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;

const RESYNC_FRAME = messageFrame({ type: 'resync' });

type Connection = {
  readonly ws: WebSocket;
  /** The upgraded network socket under `ws`. */
  readonly socket: Duplex;
  readonly session: LiveSession | null;
  /** Answered the last ping. */
  alive: boolean;
  /** Ticks in a row that its backlog kept away. */
  skipped: number;
  /** A hint was kept away, so it has to refetch everything once it reads again. */
  missedHint: boolean;
  /** Messages, pings and pongs since the last heartbeat. */
  received: number;
};

type LiveConnections = {
  /** Takes over an open WebSocket and tells it this first. Closes it with 4429 when its account has too many. */
  add(ws: WebSocket, socket: Duplex, session: LiveSession | null, first: readonly LiveMessage[]): void;
  /** Writes the frame of a tick to every socket that keeps up. New sockets get the last one at once. */
  broadcastTick(frame: Buffer): void;
  /** Tells every socket that hints may be missing. */
  broadcastResync(): void;
  deliver(hint: LiveHint): void;
  /** Gives up sockets that did not answer the last ping, and pings the others. */
  heartbeat(): void;
  /** Distinct ids of the sessions that have sockets. */
  sessionIds(): string[];
  /**
   * Closes the sockets of those of the `checked` sessions that have ended or may do something else now.
   * @param alive what each of those still valid may do as an admin, by id.
   */
  endOthers(checked: readonly string[], alive: ReadonlyMap<string, LiveSession['adminField']>): void;
  count(): { sockets: number; accounts: number };
  /** Says goodbye to all; those that do not answer within `graceMs` are cut off. */
  closeAll(graceMs: number): Promise<void>;
};

/** The open sockets of this process, and the one way to write to them. */
export function createLiveConnections(options: { maxSocketsPerAccount: number }): LiveConnections {
  const connections = new Map<WebSocket, Connection>();
  const byUser = new Map<string, Set<Connection>>();
  let lastTick: Buffer | undefined;

  // One function for all sockets: closures per socket would be memory per socket.
  function onPong(this: WebSocket): void {
    const connection = connections.get(this);
    if (connection) connection.alive = true;
    onReceived.call(this);
  }
  function onReceived(this: WebSocket): void {
    const connection = connections.get(this);
    if (connection && ++connection.received > MOST_RECEIVED) this.close(CLOSE_POLICY);
  }
  function onClose(this: WebSocket): void {
    const connection = connections.get(this);
    connections.delete(this);
    if (!connection?.session) return;
    const siblings = byUser.get(connection.session.userId);
    siblings?.delete(connection);
    if (siblings?.size === 0) byUser.delete(connection.session.userId);
  }

  /**
   * Writes a whole frame straight to the network socket: `ws` would frame it anew for every socket. Ordering holds, as
   * `ws` writes whole frames synchronously too when nothing is compressed. Returns whether it was written.
   */
  function write(connection: Connection, frame: Buffer): boolean {
    const { socket } = connection;
    if (socket.writableLength > BACKLOG_LIMIT_BYTES) return false;
    if (connection.missedHint) {
      connection.missedHint = false;
      socket.write(RESYNC_FRAME);
    }
    socket.write(frame);
    return true;
  }

  function writeHint(connection: Connection, frame: Buffer): void {
    if (connection.ws.readyState === connection.ws.OPEN && !write(connection, frame))
      connection.missedHint = true;
  }

  function endSession(connection: Connection): void {
    connection.ws.close(LIVE_CLOSE.sessionEnded);
  }

  return {
    add(ws, socket, session, first) {
      // `ws` reports protocol violations here and closes the socket itself; without a listener they would be thrown.
      ws.on('error', ignore);
      if (session && (byUser.get(session.userId)?.size ?? 0) >= options.maxSocketsPerAccount) {
        ws.close(LIVE_CLOSE.tooMany);
        return;
      }
      const connection = { ws, socket, session, alive: true, skipped: 0, missedHint: false, received: 0 };
      connections.set(ws, connection);
      if (session) {
        const siblings = byUser.get(session.userId) ?? new Set();
        byUser.set(session.userId, siblings.add(connection));
      }
      ws.on('pong', onPong);
      ws.on('message', onReceived);
      ws.on('ping', onReceived);
      ws.on('close', onClose);
      for (const message of first) write(connection, messageFrame(message));
      if (lastTick) write(connection, lastTick);
    },

    broadcastTick(frame) {
      lastTick = frame;
      for (const connection of connections.values()) {
        if (connection.ws.readyState !== connection.ws.OPEN) continue;
        if (write(connection, frame)) connection.skipped = 0;
        else if (++connection.skipped > MOST_SKIPPED_TICKS) connection.ws.terminate();
      }
    },

    broadcastResync() {
      for (const connection of connections.values()) writeHint(connection, RESYNC_FRAME);
    },

    deliver(hint) {
      if (hint.to === 'sessions') {
        for (const connection of byUser.get(hint.userId) ?? [])
          if (hint.sessionId === undefined || hint.sessionId === connection.session?.sessionId)
            endSession(connection);
        return;
      }
      const frame = messageFrame({ type: messageTypeOf(hint), subjects: hint.subjects });
      if (hint.to === 'user') {
        for (const connection of byUser.get(hint.userId) ?? []) writeHint(connection, frame);
        return;
      }
      for (const connection of connections.values())
        if (concerns(hint, connection.session)) writeHint(connection, frame);
    },

    heartbeat() {
      for (const connection of connections.values()) {
        if (!connection.alive) {
          connection.ws.terminate();
          continue;
        }
        connection.alive = false;
        connection.received = 0;
        if (connection.ws.readyState === connection.ws.OPEN) write(connection, PING_FRAME);
      }
    },

    sessionIds() {
      const ids = new Set<string>();
      for (const siblings of byUser.values())
        for (const { session } of siblings) if (session) ids.add(session.sessionId);
      return [...ids];
    },

    endOthers(checked, alive) {
      // Sockets that were opened during the check are not judged by it.
      const judged = new Set(checked);
      for (const siblings of byUser.values())
        for (const connection of siblings) {
          const { session } = connection;
          if (session && judged.has(session.sessionId) && alive.get(session.sessionId) !== session.adminField)
            endSession(connection);
        }
    },

    count: () => ({ sockets: connections.size, accounts: byUser.size }),

    async closeAll(graceMs) {
      const closed = [...connections.keys()].map(
        (ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())),
      );
      for (const ws of connections.keys()) ws.close(CLOSE_GOING_AWAY);
      const cutOff = setTimeout(() => {
        for (const ws of connections.keys()) ws.terminate();
      }, graceMs);
      await Promise.all(closed);
      clearTimeout(cutOff);
    },
  };
}

function ignore(): void {}

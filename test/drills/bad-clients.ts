// Clients as no browser is, on plain sockets.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIVE_PATH } from '@botdepot/contract';

const HANDSHAKE_MS = 30_000;
/** A byte now and then keeps a connection from looking idle. */
const DRIBBLE_MS = 400;

export type BadClients = { opened: number; count(): number; close(): void };

/** Live connections that are opened and never read from again. Each hundred of them comes from a network of its own. */
export async function openDeafSockets(port: number, count: number): Promise<BadClients> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = await open(port);
    socket.write(
      `GET ${LIVE_PATH} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
        `X-Forwarded-For: 10.200.${Math.floor(index / 100)}.7\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(HANDSHAKE_MS) })) as [Buffer];
    socket.pause();
    if (answer.toString('latin1').startsWith('HTTP/1.1 101')) sockets.push(socket);
  }
  return {
    opened: sockets.length,
    count: () => sockets.filter((socket) => !socket.destroyed).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Requests whose headers come byte by byte and never end. */
export async function dribbleHeaders(port: number, count: number): Promise<BadClients> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  for (const socket of sockets) {
    socket.resume();
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-Slow: `);
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed && socket.writable) socket.write('a');
    if (sockets.every((socket) => socket.destroyed)) clearInterval(timer);
  }, DRIBBLE_MS);
  return {
    opened: sockets.length,
    count: () => sockets.filter((socket) => !socket.destroyed).length,
    close: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

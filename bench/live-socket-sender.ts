// One of the two senders that `live-socket.bench.ts` compares, in a process of its own: `product` is our live socket,
// `raw` the least that can send the same bytes, plain TCP sockets and a write each.
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { createLocalBus } from '../apps/server/src/platform/live-bus.ts';
import { attachLiveSocket } from '../apps/server/src/platform/live-socket.ts';
import { textFrame } from '../apps/server/src/platform/live-socket-connections.ts';

export type SenderCommand = { ticks: number; intervalMs: number; message: string };
export type SenderReport = { port: number } | { cpuMicros: number };

const report = (message: SenderReport) => process.send?.(message);

async function startProduct(): Promise<(message: string) => void> {
  const bus = createLocalBus();
  const server = createServer();
  attachLiveSocket({
    server,
    bus,
    log: pino({ level: 'silent' }),
    allowedOrigins: new Set(),
    resolveSession: async () => null,
    sessionsAlive: async () => new Map(),
    clientAddress: () => '127.0.0.1',
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
  announce(server.address());
  return (message) => bus.publishTick(message);
}

async function startRaw(): Promise<(message: string) => void> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
  announce(server.address());
  return (message) => {
    const frame = textFrame(message);
    for (const socket of sockets) socket.write(frame);
  };
}

function announce(address: ReturnType<ReturnType<typeof createServer>['address']>): void {
  if (typeof address === 'object' && address !== null) report({ port: address.port });
}

const send = process.argv[2] === 'product' ? await startProduct() : await startRaw();

process.on('message', async ({ ticks, intervalMs, message }: SenderCommand) => {
  const before = process.cpuUsage();
  for (let tick = 0; tick < ticks; tick++) {
    send(message);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  const { user, system } = process.cpuUsage(before);
  report({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit(0));

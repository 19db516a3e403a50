import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { median, printRatio } from './interleaved.ts';
import type { SenderCommand, SenderReport } from './live-socket-sender.ts';

const CLIENTS = 5_000;
const ROUNDS = 7;
const COMMAND: SenderCommand = {
  ticks: 10,
  intervalMs: 100,
  // One kilobyte, about what a tick of twenty symbols weighs.
  message: JSON.stringify({ type: 'prices', padding: 'x'.repeat(1024 - 33) }),
};

const UPGRADE =
  'GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** CPU of the server per client and tick, our live socket against plain TCP writes, in turns. */
export async function benchLiveSocket(): Promise<boolean> {
  const senders = await Promise.all(['product', 'raw'].map(startSender));
  const received = new Map<ChildProcess, number>();
  const clients: Socket[] = [];
  for (const { child, port } of senders) {
    for (let index = 0; index < CLIENTS; index++) {
      const socket = await connectClient(port, child === senders[0]?.child);
      socket.on('data', (chunk) => received.set(child, (received.get(child) ?? 0) + chunk.length));
      clients.push(socket);
    }
  }

  const costs = senders.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, { child }] of senders.entries()) {
      received.set(child, 0);
      const cpuMicros = await runTicks(child);
      const expected = CLIENTS * COMMAND.ticks * COMMAND.message.length;
      if ((received.get(child) ?? 0) < expected * 0.99)
        throw new Error(
          `only ${received.get(child)} of ${expected} bytes arrived: the figure would mean nothing`,
        );
      // The first round warms both up.
      if (round >= 0) costs[index]?.push(cpuMicros / (CLIENTS * COMMAND.ticks));
    }
  }
  for (const socket of clients) socket.destroy();
  for (const { child } of senders) child.disconnect();

  const [product = [], raw = []] = costs;
  console.log(`\nLive-Verbindung (1 KB an ${CLIENTS.toLocaleString('de-DE')} Verbindungen)`);
  console.log(
    `  Botdepot: ${median(product).toFixed(2)} µs CPU je Verbindung und Tick, nackter Socket: ${median(raw).toFixed(2)} µs`,
  );
  return printRatio(
    'CPU je Verbindung gegen nackten Socket',
    median(product.map((cost, round) => cost / (raw[round] ?? Number.NaN))),
    { atMost: 2.2 },
  );
}

async function startSender(role: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./live-socket-sender.ts', import.meta.url)), [role]);
  const [report] = (await once(child, 'message')) as [SenderReport];
  if (!('port' in report)) throw new Error('the sender did not say its port');
  return { child, port: report.port };
}

async function runTicks(child: ChildProcess): Promise<number> {
  child.send(COMMAND);
  const [report] = (await once(child, 'message')) as [SenderReport];
  return 'cpuMicros' in report ? report.cpuMicros : Number.NaN;
}

async function connectClient(port: number, upgrade: boolean): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  if (upgrade) {
    socket.write(UPGRADE);
    await once(socket, 'data');
  }
  return socket;
}

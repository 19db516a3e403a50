import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_CLOSE, LIVE_PATH } from '@botdepot/contract';
import { Redis } from 'ioredis';
import { WebSocket } from 'ws';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { findLoggedErrors } from './aftermath.ts';
import { findViolations } from './checker.ts';
import type { Drill } from './drill.ts';
import { sendAs } from './http-client.ts';
import { signInAgain } from './people.ts';
import type { Person } from './person.ts';
import { findProductViolations } from './product-checks.ts';
import type { ServerProcess } from './server-process.ts';
import { openWorld, type World } from './world.ts';

/** What is promised: so long a session may live on where it was not ended. */
const PROMISED_MS = 5_000;
const PATIENCE_MS = 20_000;
const DEPOSITS_PER_ROUND = 10;

/** How somebody's session ends. */
const WAYS = ['abgemeldet', 'alle anderen beendet', 'Konto gesperrt'] as const;
type Way = (typeof WAYS)[number];

export const redisGone: Drill = {
  name: 'redis-gone',
  title: 'Redis schweigt, dann ist es weg: Was auf einem Server endet, ist auf dem anderen binnen 5 s tot',
  async run({ note }) {
    const redis = await startRedis();
    if (!redis) return { notRun: 'kein redis-server auf dieser Maschine' };
    let world: World | undefined;
    try {
      world = await openWorld({
        replicas: 2,
        redisUrl: redis.url,
        customers: 2 * 2 * WAYS.length,
        admins: 1,
      });
      const { servers, people } = world;
      const [admin] = people.admins;
      const customers = people.customers.values();
      const faults: string[] = [];
      const figures: Record<string, string | number> = {};
      if (!admin) throw new Error('there is one');
      for (const strike of ['angehalten', 'getötet'] as const) {
        redis.process.kill(strike === 'angehalten' ? 'SIGSTOP' : 'SIGKILL');
        const sockets: number[] = [];
        const requests: number[] = [];
        for (const way of WAYS)
          for (const [here, there] of [servers, servers.toReversed()]) {
            const customer = customers.next().value;
            if (!here || !there || !customer) throw new Error('there are enough');
            const ended = await endSession({ here, there, customer, admin, way });
            sockets.push(ended.socketMs);
            requests.push(ended.requestMs);
            const longest = Math.max(ended.socketMs, ended.requestMs);
            if (longest > PROMISED_MS) faults.push(`Redis ${strike}, ${way}: lebte ${longest} ms weiter`);
            if (ended.code !== LIVE_CLOSE.sessionEnded)
              faults.push(`Redis ${strike}, ${way}: Verbindung endete mit ${ended.code}`);
          }
        figures[`Redis ${strike}: Live-Verbindungen tot nach ms`] = sockets.join(', ');
        figures[`Redis ${strike}: Anfragen abgelehnt nach ms`] = requests.join(', ');
        faults.push(...(await book(servers, admin)));
        note(`Redis ${strike}`);
      }
      faults.push(
        ...(await findViolations(world.sql)),
        ...(await findProductViolations(world.database.url)),
        ...findLoggedErrors(world),
      );
      return { figures, faults, struck: true };
    } finally {
      redis.process.kill('SIGKILL');
      await world?.close();
    }
  },
};

/** Somebody with a page open on both servers, whose session ends on one. Times until it is dead on the other. */
async function endSession(scene: {
  here: ServerProcess;
  there: ServerProcess;
  customer: Person;
  admin: Person;
  way: Way;
}): Promise<{ socketMs: number; requestMs: number; code: number }> {
  const { here, there, customer, admin, way } = scene;
  const elsewhere = { ...customer };
  // Ended from another session of the same person.
  await signInAgain(here.port, elsewhere, 0);
  const socket = await openSocket(there, customer);
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  const socketEnds = closed.then(
    ([code]: number[]) => ({ socketMs: since(), code: code ?? 0 }),
    () => ({ socketMs: PATIENCE_MS, code: 0 }),
  );
  await post(here, ...endingOf(way, customer, elsewhere, admin));
  let requestMs = PATIENCE_MS;
  for (; since() < PATIENCE_MS; await sleep(50)) {
    const { status } = await sendAs(there.port, customer, { method: 'GET', path: '/api/wallet' });
    if (status !== 401) continue;
    requestMs = since();
    break;
  }
  const { socketMs, code } = await socketEnds;
  socket.terminate();
  return { socketMs, requestMs, code };
}

function endingOf(way: Way, customer: Person, elsewhere: Person, admin: Person): [Person, string, object] {
  switch (way) {
    case 'abgemeldet':
      return [customer, '/api/auth/sign-out', {}];
    case 'alle anderen beendet':
      return [elsewhere, '/api/auth/revoke-other-sessions', {}];
    case 'Konto gesperrt':
      return [admin, `/api/admin/customers/${customer.userId}/lock`, { reason: 'Übung ohne Redis' }];
  }
}

async function openSocket({ port }: ServerProcess, person: Person): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    origin: `http://localhost:${port}`,
    headers: { cookie: person.cookie, 'x-forwarded-for': person.network },
  });
  await once(socket, 'open', { signal: AbortSignal.timeout(PATIENCE_MS) });
  socket.on('error', () => undefined);
  return socket;
}

/** Money is requested on one server and decided on the other, as ever. */
async function book(servers: readonly ServerProcess[], admin: Person): Promise<string[]> {
  const [one, other] = servers;
  if (!one || !other) throw new Error('there are two');
  const faults: string[] = [];
  for (let index = 0; index < DEPOSITS_PER_ROUND; index++) {
    const body = { amountUsd: '25.00', cryptoCurrency: 'USDT' };
    const { id } = JSON.parse((await post(one, admin, '/api/deposits', body)).body) as { id: string };
    const decided = await post(other, admin, `/api/deposits/${id}/cancel`, {});
    if (decided.status >= 300) faults.push(`ohne Redis: ${decided.status} ${decided.body.slice(0, 100)}`);
  }
  return faults;
}

async function post({ port }: ServerProcess, as: Person, path: string, body: object) {
  const answer = await sendAs(port, as, {
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
  return answer;
}

/** One of the drill's own, made to be killed. Undefined where none is installed. */
async function startRedis(): Promise<{ url: string; process: ChildProcess } | undefined> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  const started = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]);
  if (!started) return undefined;
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url);
  client.on('error', () => undefined);
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
  return { url, process: child };
}

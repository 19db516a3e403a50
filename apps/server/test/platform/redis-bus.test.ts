// Needs a Redis or Valkey: TEST_REDIS_URL names one. Connections are cut through a proxy of the test's own.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { freePort } from '../../src/platform/free-port.ts';
import type { LiveBus } from '../../src/platform/live-bus.ts';
import { createRedisBus, readBusPrefix } from '../../src/platform/redis-bus.ts';
import { createTestDatabase } from '../database.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const log = pino({ level: 'silent' });

type Seen = {
  bus: LiveBus;
  hints: unknown[];
  /** Without greetings, which may come late. */
  ticks: string[];
  greetings: Set<string>;
  interruptions: number;
};

/** How the tick of a greeting begins. */
const GREETING = 'hello';

let prefix: string;
let buses: LiveBus[];
let proxy: { url: string; cut(): void; server: Server };

describe.skipIf(!redisUrl)('the bus of several replicas', () => {
  beforeEach(async () => {
    prefix = `test-${randomUUID()}`;
    buses = [];
    proxy = await startProxy(new URL(redisUrl!));
  });
  afterEach(async () => {
    for (const bus of buses) await bus.close();
    proxy.cut();
    proxy.server.close();
  });

  test('carries hints and ticks to every replica exactly once, to the own listeners at once', async () => {
    const [a, b, c] = [join(), join(), join()];
    await connectedAll(a, b, c);
    a.bus.publishTick('{"t":1}');
    a.bus.publishHint({ to: 'sessions', userId: 'u', sessionId: 's' });
    expect(a.ticks).toEqual(['{"t":1}']);
    await until(() => [b, c].every((seen) => seen.hints.length === 1 && seen.ticks.length === 1));
    await sleep(50);
    for (const seen of [a, b, c]) {
      expect(seen.ticks).toEqual(['{"t":1}']);
      expect(seen.hints).toEqual([{ to: 'sessions', userId: 'u', sessionId: 's' }]);
      expect(seen.interruptions).toBe(0);
    }
  });

  test('says that it was interrupted: to the replica that was away, and to all when hints could not leave', async () => {
    const [here, away] = [join(), join(proxy.url)];
    await connectedAll(here, away);
    proxy.cut();
    away.bus.publishHint({ to: 'user', userId: 'u', subjects: ['wallet'] });
    expect(away.hints).toHaveLength(1);
    await until(() => away.interruptions > 0 && here.interruptions > 0);
    await connectedAll(here, away);
  });

  test('says so as well when Redis was away at the start: sockets were there before', async () => {
    const port = await freePort();
    const url = new URL(redisUrl!);
    url.host = `127.0.0.1:${port}`;
    const early = join(url.href);
    await sleep(300);
    expect(early.interruptions).toBe(0);
    const late = await startProxy(new URL(redisUrl!), port);
    await until(() => early.interruptions > 0);
    late.cut();
    late.server.close();
  });

  test('keeps installations apart that share a Redis: their databases name the channels', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    const databases = [one, one, other].map(({ url: at }) =>
      openDatabase({ url: at, log, maxConnections: 1 }),
    );
    try {
      const prefixes = await Promise.all(databases.map(({ db }) => readBusPrefix(db)));
      expect(prefixes[0]).toBe(prefixes[1]);
      expect(prefixes[0]).not.toBe(prefixes[2]);

      const [first, second, rehearsal] = prefixes.map((name) => join(redisUrl!, name));
      await connectedAll(first!, second!);
      rehearsal!.bus.publishTick('{"t":2}');
      rehearsal!.bus.publishHint({ to: 'admins', subjects: ['deposits'] });
      first!.bus.publishTick('{"t":1}');
      await until(() => second!.ticks.includes('{"t":1}'));
      expect([first!.ticks, second!.ticks]).toEqual([['{"t":1}'], ['{"t":1}']]);
      expect([first!.hints, second!.hints]).toEqual([[], []]);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
      await Promise.all([one.drop(), other.drop()]);
    }
  });

  test('serves its own process while Redis is away', async () => {
    const alone = join('redis://127.0.0.1:1');
    alone.bus.publishTick('{"t":1}');
    alone.bus.publishHint({ to: 'admins', subjects: ['deposits'] });
    await sleep(100);
    expect([alone.ticks.length, alone.hints.length]).toEqual([1, 1]);
  });
});

function join(url = redisUrl!, channels = prefix): Seen {
  const bus = createRedisBus({ url, log, prefix: channels });
  buses.push(bus);
  const seen: Seen = { bus, hints: [], ticks: [], greetings: new Set(), interruptions: 0 };
  bus.onHint((hint) => seen.hints.push(hint));
  bus.onTick((tick) => {
    if (tick.startsWith(GREETING)) seen.greetings.add(tick);
    else seen.ticks.push(tick);
  });
  bus.onInterrupted(() => {
    seen.interruptions += 1;
  });
  return seen;
}

/** Waits until each one hears every other, from now on. */
async function connectedAll(...all: Seen[]): Promise<void> {
  const greeting = `${GREETING} ${randomUUID()}`;
  await until(() => {
    for (const [n, { bus }] of all.entries()) bus.publishTick(`${greeting} ${n}`);
    return all.every(({ greetings }) => all.every((_, n) => greetings.has(`${greeting} ${n}`)));
  });
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(20);
  }
}

async function startProxy(target: URL, port = 0): Promise<typeof proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port || 6379), target.hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(upstream);
    upstream.pipe(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    server,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

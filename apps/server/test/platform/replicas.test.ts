// Two whole servers on one PostgreSQL and one Redis, as an operator runs them; TEST_REDIS_URL names the Redis.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LIVE_PATH, type LiveMessage } from '@botdepot/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DrillCommand } from '../../../../test/drills/preload/command.ts';
import { freePort } from '../../src/platform/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CLOCK = new URL('../../../../test/drills/preload/shift-clock.ts', import.meta.url).href;
const MINUTE_MS = 60_000;
/** Left of the minute when the clocks are moved on to its end: time for the ticks that a strike stands on. */
const BEFORE_END_MS = 4_000;
/** Of one wait. Generous: on a busy machine a start takes long. What is waited for is said by the database and the sockets. */
const PATIENCE_MS = 120_000;

const TEST_MS = 6 * PATIENCE_MS;

type Replica = { child: ChildProcess; client: Client };
/** A visitor with a page open: every price message, with the time at which it came. */
type Client = { prices: LiveMessage[]; socket: WebSocket };

describe.skipIf(!redisUrl)('two replicas', () => {
  let test: TestDatabase;
  let home: string;
  let sql: pg.Pool;
  let replicas: Replica[] = [];

  beforeEach(async () => {
    test = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'replicas-test-'));
    sql = new pg.Pool({ connectionString: test.url, max: 2 });
    sql.on('error', () => undefined);
    offsetMs = 0;
    replicas = await Promise.all([start('a'), start('b')]);
  }, PATIENCE_MS);
  afterEach(async () => {
    for (const { child, client } of replicas) {
      client.socket.terminate();
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    await sql.end();
    await test.drop();
    await rm(home, { recursive: true, force: true });
  });

  async function start(name: string): Promise<Replica> {
    const port = await freePort();
    const child = spawn(process.execPath, ['--import', CLOCK, MAIN], {
      env: {
        DATABASE_URL: test.url,
        REDIS_URL: redisUrl,
        DATA_DIR: join(home, name),
        AUTH_SECRET: 'the same for both replicas, at least 32',
        DEMO: '0',
        PORT: String(port),
        LOG_LEVEL: 'error',
        NODE_NO_WARNINGS: '1',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`replica ${name} ended with ${code}`)));
      if (child.stdout === null) throw new Error('no output');
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes(`http://localhost:${port}`)) resolve();
      });
    });
    return { child, client: await visit(port) };
  }

  function visit(port: number): Promise<Client> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
      origin: `http://localhost:${port}`,
    });
    const client: Client = { prices: [], socket };
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LiveMessage;
      if (message.type === 'prices') client.prices.push(message);
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client));
      socket.once('close', () => reject(new Error('the live connection was refused')));
    });
  }

  async function until<T>(
    what: string,
    look: () => Promise<T | null | false> | T | null | false,
  ): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== null && found !== false) return found;
      if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
      await sleep(50);
    }
  }

  /** The running leadership; its holder names the process. */
  const leadership = async () => {
    const { rows } = await sql.query<{ epoch: string; holder: string }>(
      'SELECT epoch, holder FROM leadership',
    );
    const [row] = rows;
    const leader = replicas.find(({ child }) => row?.holder.split('/').includes(String(child.pid)));
    return row && leader ? { epoch: Number(row.epoch), leader } : null;
  };

  const morePrices = async ({ client }: Replica, what: string) => {
    const before = client.prices.length;
    await until(what, () => client.prices.length >= before + 3);
  };

  /** Moves the clocks of all that live on to the end of a minute, at which bots trade. */
  let offsetMs = 0;
  const nearTheEndOfAMinute = () => {
    const left = MINUTE_MS - ((Date.now() + offsetMs) % MINUTE_MS);
    offsetMs += Math.max(0, left - BEFORE_END_MS);
    const command: DrillCommand = { drill: 'clock', offsetMs };
    for (const { child } of replicas) if (child.connected) child.send(command);
  };

  const strikes = async () => {
    const { rows } = await sql.query<{ count: string }>('SELECT count(*) AS count FROM bot_nav');
    return Number(rows[0]?.count);
  };

  it(
    'both tell visitors the prices; when the leader is killed the other trades on, and no bar is struck twice',
    async () => {
      const first = await until('a leader', leadership);
      for (const replica of replicas) await morePrices(replica, 'prices from both');
      nearTheEndOfAMinute();
      await until('a strike of the first leader', async () => (await strikes()) > 0);

      first.leader.child.kill('SIGKILL');
      const killedAt = Date.now();
      const survivor = replicas.find((replica) => replica !== first.leader);
      if (!survivor) throw new Error('there were two');
      const second = await until('a successor', async () => {
        const now = await leadership();
        return now && now.epoch > first.epoch ? now : null;
      });
      console.log(`followed after ${Date.now() - killedAt} ms`);
      expect(second).toEqual({ epoch: first.epoch + 1, leader: survivor });
      await morePrices(survivor, 'prices from the successor');
      const struck = await strikes();
      nearTheEndOfAMinute();
      await until('a strike of the successor', async () => (await strikes()) > struck);

      const doubled = await sql.query(
        'SELECT portfolio_id, at FROM bot_nav GROUP BY 1, 2 HAVING count(*) > 1',
      );
      expect(doubled.rows).toEqual([]);
      const fills = await sql.query(
        'SELECT portfolio_id, bar_at, sequence FROM bot_fills GROUP BY 1, 2, 3 HAVING count(*) > 1',
      );
      expect(fills.rows).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'a leader that froze and wakes up again leads no more, and changes no price',
    async () => {
      const first = await until('a leader', leadership);
      const other = replicas.find((replica) => replica !== first.leader);
      if (!other) throw new Error('there were two');
      await morePrices(first.leader, 'prices');
      first.leader.child.kill('SIGSTOP');
      await until('a successor', async () => ((await leadership())?.epoch ?? 0) > first.epoch);
      await morePrices(other, 'prices from the successor');

      first.leader.child.kill('SIGCONT');
      // Its page is served on, with the prices that the successor makes.
      await morePrices(first.leader, 'prices on the page of the one that woke up');
      const now = await leadership();
      expect(now).toEqual({ epoch: first.epoch + 1, leader: other });
      const seen = (replica: Replica) =>
        replica.client.prices.slice(-20).map((message) => JSON.stringify(message));
      await morePrices(other, 'more prices');
      await until('the same prices on both', () =>
        seen(first.leader).some((text) => seen(other).includes(text)),
      );
    },
    TEST_MS,
  );
});

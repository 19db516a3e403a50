// @module-tag long
// A server as an operator starts it, that books money while its jobs do harm to the processes they run in.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BacktestRequest } from '@botdepot/contract';
import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetConnections, sendAs } from '../../../../test/drills/http-client.ts';
import { gatherPeople } from '../../../../test/drills/people.ts';
import type { Person } from '../../../../test/drills/person.ts';
import { findProductViolations } from '../../../../test/drills/product-checks.ts';
import { createServerProcess, type ServerProcess } from '../../../../test/drills/server-process.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { argumentsOf, childrenOf } from '../child-processes.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { HOSTILE, STUCK } from './backtests-hostile.ts';
import { seriesOf, testMarket } from './bots-fixture.ts';

const WORKER = fileURLToPath(new URL('../../src/modules/bots/backtests/backtest-worker.ts', import.meta.url));
const PATIENCE_MS = 120_000;
const HISTORY_DAYS = 6;
const DEPOSIT_CENTS = 25_00;
const FIRST_DEPOSIT_CENTS = 4_000_00;

describe('a running server', () => {
  let test: TestDatabase;
  let home: string;
  let server: ServerProcess;
  let bookings: Bookings;
  let reader: Person;
  let next: Person;

  beforeAll(async () => {
    test = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'hostile-jobs-test-'));
    server = await createServerProcess({
      environment: {
        DATABASE_URL: test.url,
        DATA_DIR: home,
        AUTH_SECRET: 'of a server with hostile jobs, at least 32',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      preloads: ['hostile-jobs'],
    });
    await server.start();
    await insertHistory(test.url);
    const { customers, admins } = await gatherPeople(server.port, server.environment, {
      customers: 3,
      admins: 1,
    });
    const [booker, first, second] = customers;
    const [admin] = admins;
    if (!booker || !first || !second || !admin) throw new Error('they were gathered');
    [reader, next] = [first, second];
    bookings = keepBooking(server, booker, admin);
  });
  afterAll(async () => {
    await server.stop();
    forgetConnections();
    await test.drop();
    await rm(home, { recursive: true, force: true });
  });

  it.each(['exits', 'oneLargeArray', 'memoryBesideTheHeap'] as const)(
    'books on while the process of a job %s; its reader is told, and the next one has a result',
    async (act) => {
      const before = bookings.count();
      const answer = await runBacktest(server, reader, [HOSTILE[act]]);
      expect(answer).toContain('"code":"BACKTEST_UNFINISHED"');
      await bookings.more(2);
      expect(bookings.count()).toBeGreaterThan(before);
      expect(await runBacktest(server, next, ['BTC/USD', 'EUR/USD'])).toContain('"type":"result"');
    },
  );

  it('books on while the process of a job is killed', async () => {
    const answer = runBacktest(server, reader, [HOSTILE.neverEnds]);
    process.kill(await workerOf(server, STUCK), 'SIGKILL');
    expect(await answer).toContain('"code":"BACKTEST_UNFINISHED"');
    await bookings.more(2);
    expect(await runBacktest(server, next, ['BTC/USD', 'EUR/USD'])).toContain('"type":"result"');
  });

  it('books on while a job never ends, and the next one runs when its reader has left', async () => {
    const left = new AbortController();
    const answer = runBacktest(server, reader, [HOSTILE.neverEnds], left.signal);
    const told = expect(answer).rejects.toThrow();
    const worker = await workerOf(server, STUCK);
    await bookings.more(10);
    left.abort();
    await told;
    expect(await runBacktest(server, next, ['BTC/USD', 'EUR/USD'])).toContain('"type":"result"');
    expect(await workerOf(server, WORKER)).not.toBe(worker);
  });

  it('has booked each deposit once, keeps its ledger, and nothing else went wrong', async () => {
    const { faults, approved, longestMs } = await bookings.stop();
    console.log(`${approved} deposits approved meanwhile, the slowest pair of commands took ${longestMs} ms`);
    expect(faults).toEqual([]);
    expect(approved).toBeGreaterThan(10);
    const { body } = await sendAs(server.port, bookings.booker, { method: 'GET', path: '/api/wallet' });
    const { usdBalance } = JSON.parse(body) as { usdBalance: string };
    expect(Math.round(Number(usdBalance) * 100)).toBe(FIRST_DEPOSIT_CENTS + approved * DEPOSIT_CENTS);
    expect(await findProductViolations(test.url)).toEqual([]);
    expect(Object.fromEntries(server.errors())).toEqual({ 'a worker died': expect.anything() });
  });

  it.each(['killed', 'stopped'] as const)('leaves no process behind when it is %s', async (how) => {
    if (!server.isRunning()) await server.start();
    const answer = runBacktest(server, reader, [HOSTILE.neverEnds]).catch(() => undefined);
    const worker = await workerOf(server, STUCK);
    await (how === 'killed' ? server.kill() : server.stop());
    await untilGone(worker);
    await answer;
    expect(server.isRunning()).toBe(false);
  });
});

type Bookings = {
  booker: Person;
  count(): number;
  /** Waits until so many more are booked from now on. */
  more(count: number): Promise<void>;
  stop(): Promise<{ faults: string[]; approved: number; longestMs: number }>;
};

/** A customer who deposits and an admin who approves, one after the other, until it is stopped. */
function keepBooking(server: ServerProcess, booker: Person, admin: Person): Bookings {
  const faults: string[] = [];
  let approved = 0;
  let longestMs = 0;
  let stopped = false;
  const command = (as: Person, path: string, body: object) =>
    sendAs(server.port, as, {
      method: 'POST',
      path,
      body,
      headers: { 'idempotency-key': randomUUID() },
    });
  async function work(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now();
      const requested = await command(booker, '/api/deposits', {
        amountUsd: (DEPOSIT_CENTS / 100).toFixed(2),
        cryptoCurrency: 'USDT',
      });
      if (requested.status !== 201) {
        faults.push(`${requested.status} ${requested.body}`);
        return;
      }
      const { id } = JSON.parse(requested.body) as { id: string };
      const decided = await command(admin, `/api/admin/deposits/${id}/approve`, {});
      longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
      if (decided.status < 300) approved++;
      else faults.push(`${decided.status} ${decided.body}`);
      // One person may ask for two hundred deposits an hour, and on a busy machine this goes on for minutes.
      await sleep(500);
    }
  }
  const working = work().catch((error: unknown) => void faults.push(String(error)));
  return {
    booker,
    count: () => approved,
    async more(count) {
      const wanted = approved + count;
      for (const deadline = Date.now() + PATIENCE_MS; approved < wanted; await sleep(20))
        if (Date.now() > deadline) throw new Error(`nothing is booked any more: ${faults.join('; ')}`);
    },
    async stop() {
      stopped = true;
      await working;
      return { faults, approved, longestMs };
    },
  };
}

/** Hours of the days before today; a server that was just installed has none. */
async function insertHistory(url: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = openDatabase({ url, log, maxConnections: 1 });
  const today = Date.now() - (Date.now() % DAY_MS);
  const from = today - HISTORY_DAYS * DAY_MS;
  await insertCandles(database.db, '1h', seriesOf(testMarket(7), from, today, HOUR_MS));
  await database.close();
}

/** Everything that was told, as it came over the wire. */
async function runBacktest(
  server: ServerProcess,
  { cookie, network }: Person,
  symbols: BacktestRequest['symbols'],
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<string> {
  const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const request: BacktestRequest = {
    botType: 'smartbot',
    firstDay: dayBefore(HISTORY_DAYS - 1),
    lastDay: dayBefore(1),
    symbols,
    costFactor: 1,
  };
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/backtests`, {
    method: 'POST',
    signal,
    headers: {
      cookie,
      origin: `http://localhost:${server.port}`,
      'content-type': 'application/json',
      'x-forwarded-for': network,
    },
    body: JSON.stringify(request),
  });
  return answer.text();
}

/** One that has this among its arguments: the one that rests after a job is a worker, too. */
async function workerOf(server: ServerProcess, named: string): Promise<number> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20))
    for (const pid of await childrenOf(server.pid()))
      if ((await argumentsOf(pid)).includes(named)) return pid;
  throw new Error('there is no worker');
}

async function untilGone(pid: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; (await argumentsOf(pid)).length > 0; await sleep(20))
    if (Date.now() > deadline) throw new Error(`process ${pid} was left behind`);
}

// @module-tag long
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestJob } from '../../src/modules/bots/backtests/worker-job.ts';
import { createWorkerPool, type WorkerPool } from '../../src/modules/bots/backtests/worker-pool.ts';
import { argumentsOf, childrenOf, processesWith } from '../child-processes.ts';
import { type BacktestsFixture, createBacktestsFixture, request, WORKER } from './backtests-fixture.ts';
import { HOSTILE, STUCK } from './backtests-hostile.ts';

/** The patience of the test itself ends it. */
const LONG_MS = 600_000;

describe('worker processes', () => {
  let fixture: BacktestsFixture;
  let pool: WorkerPool;
  beforeAll(async () => {
    fixture = await createBacktestsFixture();
  });
  afterEach(() => pool.stop());
  afterAll(() => fixture.close());

  function open(options: { size?: number; waitingLimit?: number; databaseUrl?: string } = {}): void {
    pool = createWorkerPool({
      entry: WORKER,
      start: { databaseUrl: options.databaseUrl ?? fixture.url },
      size: options.size ?? 1,
      waitingLimit: options.waitingLimit ?? 2,
      log: pino({ level: 'silent' }),
    });
  }

  const job = (botType: 'smartbot' | 'turbobot' | 'newsbot'): BacktestJob => ({
    kind: 'backtest',
    request: { ...request, botType, symbols: ['BTC/USD', 'EUR/USD'] },
    sources: {},
  });

  const patient = {
    signal: new AbortController().signal,
    timeoutMs: LONG_MS,
    whenLost: 'BACKTEST_UNFINISHED',
  } as const;

  it('stop a job that runs out of time, in the middle of its loop, and do the next one', async () => {
    open();
    await expect(pool.run(job('turbobot'), { ...patient, timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'BACKTEST_UNFINISHED',
    });
    const outcome = await pool.run(job('smartbot'), patient);
    expect(outcome.status).toBe('made');
  });

  it('do one job after the other, tell who waits how many are before, and refuse too many', async () => {
    open({ waitingLimit: 2 });
    const first = new AbortController();
    const running = pool.run(job('turbobot'), { ...patient, signal: first.signal });
    const told: number[][] = [[], []];
    const waiting = told.map((ahead) =>
      pool.run(job('smartbot'), {
        ...patient,
        onWaiting: (count) => ahead.push(count),
      }),
    );
    await expect(pool.run(job('smartbot'), patient)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    first.abort(new Error('stopped by its reader'));
    await expect(running).rejects.toThrow('stopped by its reader');
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(['made', 'made']);
    expect(told[0]?.at(0)).toBe(1);
    expect(told[1]?.at(0)).toBe(2);
    expect(told[1]?.at(-1)).toBe(1);
  });

  it('forget a job that is aborted while it waits', async () => {
    open();
    const first = new AbortController();
    const running = pool.run(job('turbobot'), { ...patient, signal: first.signal });
    const second = new AbortController();
    const waiting = pool.run(job('turbobot'), { ...patient, signal: second.signal });
    second.abort(new Error('second thoughts'));
    await expect(waiting).rejects.toThrow('second thoughts');
    first.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    const outcome = await pool.run(job('smartbot'), patient);
    expect(outcome.status).toBe('made');
  });

  it.each(['exits', 'oneLargeArray', 'memoryBesideTheHeap'] as const)(
    'whose job %s fail this job only',
    async (act) => {
      open();
      const { request: usual } = job('smartbot');
      const hostile: BacktestJob = { ...job('smartbot'), request: { ...usual, symbols: [HOSTILE[act]] } };
      await expect(pool.run(hostile, patient)).rejects.toMatchObject({ code: 'BACKTEST_UNFINISHED' });
      expect((await pool.run(job('smartbot'), patient)).status).toBe('made');
    },
  );

  it('that are killed fail their job only, and nobody when they were idle', async () => {
    open();
    const running = pool.run(job('turbobot'), patient);
    running.catch(() => undefined);
    process.kill(await workerOf(process.pid), 'SIGKILL');
    await expect(running).rejects.toMatchObject({ code: 'BACKTEST_UNFINISHED' });
    expect((await pool.run(job('smartbot'), patient)).status).toBe('made');
    const idle = await workerOf(process.pid);
    process.kill(idle, 'SIGKILL');
    while ((await childrenOf(process.pid)).includes(idle)) await sleep(20);
    expect((await pool.run(job('smartbot'), patient)).status).toBe('made');
  });

  it('know nothing of the installation, give way to it, and may take so much memory', async () => {
    process.env.AUTH_SECRET = 'a secret of the installation';
    try {
      open();
      await pool.run(job('smartbot'), patient);
      const pid = await workerOf(process.pid);
      const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean);
      expect(
        environment.filter(
          (line) => !/^(PG\w+|TZ|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|NODE_CHANNEL_\w+)=/.test(line),
        ),
      ).toEqual([]);
      const command = await argumentsOf(pid);
      expect(command).toContain('--max-old-space-size=512');
      expect(command.join(' ')).not.toContain('postgres:');
      expect(getPriority(pid)).toBe(Math.max(getPriority(), 5));
    } finally {
      delete process.env.AUTH_SECRET;
    }
  });

  it('end with their server when that is killed, also in the middle of a loop', async () => {
    const server = fork(new URL('./backtests-victim.ts', import.meta.url), [fixture.url], { execArgv: [] });
    await once(server, 'message');
    const worker = await workerOf(server.pid ?? 0, STUCK);
    const [guard = 0, ...others] = await processesWith('guard', String(worker));
    expect(others).toEqual([]);
    server.kill('SIGKILL');
    await untilGone(worker);
    await untilGone(guard);
  });

  it('say that the database cannot be reached', async () => {
    open({ databaseUrl: 'postgres://postgres@127.0.0.1:1/nowhere' });
    await expect(pool.run(job('smartbot'), patient)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('go on when the data are known, without a run', async () => {
    open();
    const digests: string[] = [];
    const run = () =>
      pool.run(job('turbobot'), {
        ...patient,
        onDataRead: (digest) => {
          digests.push(digest);
          return false;
        },
      });
    expect([await run(), await run()]).toEqual([{ status: 'known' }, { status: 'known' }]);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toBe(digests[0]);
  });

  it('end with the pool, and whoever waits is told', async () => {
    open();
    const running = pool.run(job('turbobot'), patient);
    const waiting = pool.run(job('turbobot'), patient);
    const outcomes = Promise.allSettled([running, waiting]);
    await sleep(50);
    await pool.stop();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    await expect(pool.run(job('smartbot'), patient)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

/** The process in which the jobs of `server` run, once there is one. */
async function workerOf(server: number, named = fileURLToPath(WORKER)): Promise<number> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    const workers = new Set(await processesWith(named));
    const [worker] = (await childrenOf(server)).filter((pid) => workers.has(pid));
    if (worker !== undefined) return worker;
  }
  throw new Error('there is no worker');
}

async function untilGone(pid: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; (await argumentsOf(pid)).length > 0; await sleep(20))
    if (Date.now() > deadline) throw new Error(`process ${pid} does not end`);
}

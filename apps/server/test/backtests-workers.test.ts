import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestJob } from '../src/modules/bots/backtests/worker-job.ts';
import { createWorkerPool, type WorkerPool } from '../src/modules/bots/backtests/worker-pool.ts';
import { type BacktestsFixture, createBacktestsFixture, request, WORKER } from './backtests-fixture.ts';

const LONG_MS = 100_000;

describe('worker threads', () => {
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

  const never = new AbortController().signal;

  it('stop a job that runs out of time, in the middle of its loop, and do the next one', async () => {
    open();
    await expect(pool.run(job('turbobot'), { signal: never, timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const outcome = await pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS });
    expect(outcome.status).toBe('made');
  });

  it('do one job after the other, tell who waits how many are before, and refuse too many', async () => {
    open({ waitingLimit: 2 });
    const first = new AbortController();
    const running = pool.run(job('turbobot'), { signal: first.signal, timeoutMs: LONG_MS });
    const told: number[][] = [[], []];
    const waiting = told.map((ahead) =>
      pool.run(job('smartbot'), {
        signal: never,
        timeoutMs: LONG_MS,
        onWaiting: (count) => ahead.push(count),
      }),
    );
    await expect(pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS })).rejects.toMatchObject({
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
    const running = pool.run(job('turbobot'), { signal: first.signal, timeoutMs: LONG_MS });
    const second = new AbortController();
    const waiting = pool.run(job('turbobot'), { signal: second.signal, timeoutMs: LONG_MS });
    second.abort(new Error('second thoughts'));
    await expect(waiting).rejects.toThrow('second thoughts');
    first.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    const outcome = await pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS });
    expect(outcome.status).toBe('made');
  });

  it('whose thread dies fail their job only', async () => {
    open();
    await expect(pool.run(job('newsbot'), { signal: never, timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const outcome = await pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS });
    expect(outcome.status).toBe('made');
  });

  it('say that the database cannot be reached', async () => {
    open({ databaseUrl: 'postgres://postgres@127.0.0.1:1/nowhere' });
    await expect(pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('go on when the data are known, without a run', async () => {
    open();
    const digests: string[] = [];
    const run = () =>
      pool.run(job('turbobot'), {
        signal: never,
        timeoutMs: LONG_MS,
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
    const running = pool.run(job('turbobot'), { signal: never, timeoutMs: LONG_MS });
    const waiting = pool.run(job('turbobot'), { signal: never, timeoutMs: LONG_MS });
    const outcomes = Promise.allSettled([running, waiting]);
    await sleep(50);
    await pool.stop();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    await expect(pool.run(job('smartbot'), { signal: never, timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

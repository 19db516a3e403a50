import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJob } from './jobs.ts';

const EVERY_MS = 1_000;
let lines: { msg: string; failures: number }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });

/** A job whose rounds end when the test says so. */
function open(isExpected?: (error: unknown) => boolean) {
  const rounds: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const job = createJob({
    everyMs: EVERY_MS,
    log,
    failed: 'round failed',
    ...(isExpected && { isExpected }),
    run: (signal) => {
      const round = Promise.withResolvers<void>();
      rounds.push(round);
      signals.push(signal);
      return round.promise;
    },
  });
  return { job, rounds, signals };
}

describe('a job', () => {
  beforeEach(() => {
    lines = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs every so often, and never twice at the same time', async () => {
    const { job, rounds } = open();
    job.start();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(rounds).toHaveLength(1);
    rounds[0]?.resolve();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(rounds).toHaveLength(2);
  });

  it('runs once more, and only once, when it was woken under way', async () => {
    const { job, rounds } = open();
    job.wake();
    job.wake();
    job.wake();
    expect(rounds).toHaveLength(1);
    rounds[0]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(2);
    rounds[1]?.resolve();
    await job.idle();
    expect(rounds).toHaveLength(2);
  });

  it('runs once more wherever in the end of a round it was woken', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const { job, rounds } = open();
      job.wake();
      rounds[0]?.resolve();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      job.wake();
      await vi.advanceTimersByTimeAsync(0);
      expect(rounds, `woken ${turns} turns after the end`).toHaveLength(2);
    }
  });

  it('tries again after a failure, and logs the 1st, 2nd and 4th in a row', async () => {
    const { job, rounds } = open();
    job.start();
    for (let failures = 1; failures <= 4; failures++) {
      await vi.advanceTimersByTimeAsync(EVERY_MS);
      rounds.at(-1)?.reject(new Error('away'));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
      ['round failed', 1],
      ['round failed', 2],
      ['round failed', 4],
    ]);
  });

  it('says nothing of what was to be expected', async () => {
    const { job, rounds } = open((error) => error instanceof RangeError);
    job.wake();
    rounds[0]?.reject(new RangeError('no longer the leader'));
    await job.idle();
    expect(lines).toEqual([]);
  });

  it('ends: what is under way is told and waited for, and nothing follows', async () => {
    const { job, rounds, signals } = open();
    job.start();
    job.wake();
    job.wake();
    let stopped = false;
    const stopping = job.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([signals[0]?.aborted, stopped]).toEqual([true, false]);
    rounds[0]?.resolve();
    await stopping;
    job.wake();
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(rounds).toHaveLength(1);
  });
});

import type { BacktestEvent, BacktestRequest } from '@botdepot/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BacktestProgress, runBacktest } from './run-backtest.ts';
import { sampleResult } from './sample-result.ts';

const server = vi.hoisted(() => ({ answer: vi.fn() }));

vi.mock('../../../lib/server/api.ts', () => ({
  api: { backtests: { runBacktest: server.answer } },
  errorCode: (error: { code?: string }) => error.code,
  errorText: (error: { code?: string }) => `Text zu ${error.code}`,
}));

const REQUEST: BacktestRequest = {
  botType: 'smartbot',
  firstDay: '2024-01-01',
  lastDay: '2024-01-03',
  symbols: ['GOLD'],
  costFactor: 1,
};

async function* stream(...events: BacktestEvent[]) {
  yield* events;
}

function follow(signal = new AbortController().signal) {
  const seen: BacktestProgress[] = [];
  return { seen, outcome: runBacktest(REQUEST, signal, (progress) => seen.push(progress)) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  server.answer.mockReset();
});

test('tells how far it is and ends with the result', async () => {
  const result = sampleResult();
  server.answer.mockResolvedValue(
    stream({ type: 'waiting', ahead: 1 }, { type: 'progress', share: 0.5 }, { type: 'result', result }),
  );
  const { seen, outcome } = follow();
  expect(await outcome).toEqual({ phase: 'done', result });
  expect(seen).toEqual([
    { phase: 'waiting', ahead: null },
    { phase: 'waiting', ahead: 1 },
    { phase: 'running', share: 0.5 },
  ]);
});

test('waits for the place of a run that was just cancelled', async () => {
  const result = sampleResult();
  server.answer
    .mockRejectedValueOnce({ code: 'BACKTEST_RUNNING' })
    .mockRejectedValueOnce({ code: 'BACKTEST_RUNNING' })
    .mockResolvedValue(stream({ type: 'result', result }));
  const { outcome } = follow();
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual({ phase: 'done', result });
  expect(server.answer).toHaveBeenCalledTimes(3);
});

test('says so when another run of the customer goes on', async () => {
  server.answer.mockRejectedValue({ code: 'BACKTEST_RUNNING' });
  const { outcome } = follow();
  await vi.runAllTimersAsync();
  expect(await outcome).toMatchObject({ phase: 'failed', text: 'Text zu BACKTEST_RUNNING' });
});

test.each([
  ['the server was not reached', () => server.answer.mockRejectedValue(new TypeError('Failed to fetch'))],
  [
    'the stream ended without a result',
    () => server.answer.mockResolvedValue(stream({ type: 'progress', share: 1 })),
  ],
])('is cut off when %s', async (_, arrange) => {
  arrange();
  expect(await follow().outcome).toMatchObject({ phase: 'failed', title: 'Die Verbindung ist abgebrochen' });
});

test('is silent after it was cancelled, while running and while waiting for its place', async () => {
  const running = new AbortController();
  server.answer.mockImplementation(async function* () {
    yield { type: 'progress', share: 0.1 };
    running.abort();
    yield { type: 'result', result: sampleResult() };
  });
  expect(await follow(running.signal).outcome).toBeNull();

  const waiting = new AbortController();
  server.answer.mockRejectedValue({ code: 'BACKTEST_RUNNING' });
  const { outcome } = follow(waiting.signal);
  await vi.advanceTimersByTimeAsync(100);
  waiting.abort();
  expect(await outcome).toBeNull();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followRun, type RunProgress } from './run-stream.ts';

const server = { answer: vi.fn() };

vi.mock('./api.ts', () => ({
  errorCode: (error: { code?: string }) => error.code,
  errorText: (error: { code?: string }) => `Text zu ${error.code}`,
}));

const END = { type: 'result', result: 42 };
type Event = { type: 'waiting'; ahead: number } | { type: 'progress'; share: number } | typeof END;

async function* stream(...events: Event[]) {
  yield* events;
}

function follow(signal = new AbortController().signal) {
  const seen: RunProgress[] = [];
  const words = { unfinished: 'Noch nicht fertig.', failed: 'Ging nicht' };
  return { seen, outcome: followRun(server.answer, signal, (progress) => seen.push(progress), words) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  server.answer.mockReset();
});

test('tells how far it is and ends with the result', async () => {
  server.answer.mockResolvedValue(
    stream({ type: 'waiting', ahead: 1 }, { type: 'progress', share: 0.5 }, END),
  );
  const { seen, outcome } = follow();
  expect(await outcome).toEqual({ phase: 'done', end: END });
  expect(seen).toEqual([
    { phase: 'waiting', ahead: null },
    { phase: 'waiting', ahead: 1 },
    { phase: 'running', share: 0.5 },
  ]);
});

test('waits for the place of a run that was just cancelled', async () => {
  server.answer
    .mockRejectedValueOnce({ code: 'BACKTEST_RUNNING' })
    .mockRejectedValueOnce({ code: 'BACKTEST_RUNNING' })
    .mockResolvedValue(stream(END));
  const { outcome } = follow();
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual({ phase: 'done', end: END });
  expect(server.answer).toHaveBeenCalledTimes(3);
});

test('says so when another run of the customer goes on', async () => {
  server.answer.mockRejectedValue({ code: 'BACKTEST_RUNNING' });
  const { outcome } = follow();
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual({
    phase: 'failed',
    title: 'Ging nicht',
    text: 'Text zu BACKTEST_RUNNING',
  });
});

test.each([
  ['the server was not reached', () => server.answer.mockRejectedValue(new TypeError('Failed to fetch'))],
  [
    'the stream ended without a result',
    () => server.answer.mockResolvedValue(stream({ type: 'progress', share: 1 })),
  ],
])('is cut off when %s', async (_, arrange) => {
  arrange();
  expect(await follow().outcome).toEqual({
    phase: 'failed',
    title: 'Die Verbindung ist abgebrochen',
    text: 'Noch nicht fertig.',
  });
});

test('is silent after it was cancelled, while running and while waiting for its place', async () => {
  const running = new AbortController();
  server.answer.mockImplementation(async function* () {
    yield { type: 'progress', share: 0.1 };
    running.abort();
    yield END;
  });
  expect(await follow(running.signal).outcome).toBeNull();

  const waiting = new AbortController();
  server.answer.mockRejectedValue({ code: 'BACKTEST_RUNNING' });
  const { outcome } = follow(waiting.signal);
  await vi.advanceTimersByTimeAsync(100);
  waiting.abort();
  expect(await outcome).toBeNull();
});

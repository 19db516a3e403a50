/**
 * One run on the server as a stream: waiting, progress, what it ends with. Aborting the signal cancels the run; nothing is told
 * afterwards.
 */
import { errorCode, errorText } from './api.ts';

export type RunProgress = { phase: 'waiting'; ahead: number | null } | { phase: 'running'; share: number };

export interface RunFailure {
  phase: 'failed';
  title: string;
  text: string;
}

type RunEvent<End> = { type: 'waiting'; ahead: number } | { type: 'progress'; share: number } | End;

export interface RunWords {
  /** Where the connection was lost before the end: „Der Rücktest war noch nicht fertig. …“ */
  unfinished: string;
  /** Over what the server says: „Der Rücktest konnte nicht laufen“. */
  failed: string;
}

/** A run that was just cancelled may still hold the person's place; after these pauses it has given it up. */
const BUSY_PAUSES_MS = [400, 800, 1_600];

/** Resolves to null when the signal was aborted. Never rejects. */
export async function followRun<End extends { type: string }>(
  start: (options: { signal: AbortSignal }) => Promise<AsyncIterable<RunEvent<End>>>,
  signal: AbortSignal,
  report: (progress: RunProgress) => void,
  words: RunWords,
): Promise<{ phase: 'done'; end: End } | RunFailure | null> {
  const cutOff: RunFailure = {
    phase: 'failed',
    title: 'Die Verbindung ist abgebrochen',
    text: words.unfinished,
  };
  for (const pause of [...BUSY_PAUSES_MS, null]) {
    try {
      const end = await followStream(start, signal, report);
      if (signal.aborted) return null;
      return end ? { phase: 'done', end } : cutOff;
    } catch (error) {
      if (signal.aborted) return null;
      // Without a code the server was not reached, or the stream was cut on its way.
      if (errorCode(error) === undefined) return cutOff;
      if (pause === null || errorCode(error) !== 'BACKTEST_RUNNING')
        return { phase: 'failed', title: words.failed, text: errorText(error) };
      await pauseFor(pause, signal);
      if (signal.aborted) return null;
    }
  }
  return cutOff;
}

/** Undefined when the stream broke off before its end. */
async function followStream<End extends { type: string }>(
  start: (options: { signal: AbortSignal }) => Promise<AsyncIterable<RunEvent<End>>>,
  signal: AbortSignal,
  report: (progress: RunProgress) => void,
): Promise<End | undefined> {
  report({ phase: 'waiting', ahead: null });
  for await (const event of await start({ signal })) {
    if (signal.aborted) return undefined;
    if (isWaiting(event)) report({ phase: 'waiting', ahead: event.ahead });
    else if (isProgress(event)) report({ phase: 'running', share: event.share });
    else return event;
  }
  return undefined;
}

const isWaiting = (event: { type: string }): event is { type: 'waiting'; ahead: number } =>
  event.type === 'waiting';
const isProgress = (event: { type: string }): event is { type: 'progress'; share: number } =>
  event.type === 'progress';

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * One backtest as a stream: waiting, progress, result. Aborting the signal cancels the run on the server; nothing is told
 * afterwards.
 */
import type { BacktestRequest, BacktestResult } from '@botdepot/contract';
import { api, errorCode, errorText } from '../../../lib/server/api.ts';

export type BacktestProgress =
  | { phase: 'waiting'; ahead: number | null }
  | { phase: 'running'; share: number };

export type BacktestOutcome =
  | { phase: 'done'; result: BacktestResult }
  | { phase: 'failed'; title: string; text: string };

type Report = (progress: BacktestProgress) => void;

/** A run that was just cancelled may still hold the customer's place; after these pauses it has given it up. */
const BUSY_PAUSES_MS = [400, 800, 1_600];

/** Resolves to null when the signal was aborted. Never rejects. */
export async function runBacktest(
  request: BacktestRequest,
  signal: AbortSignal,
  report: Report,
): Promise<BacktestOutcome | null> {
  for (const pause of [...BUSY_PAUSES_MS, null]) {
    try {
      const result = await followStream(request, signal, report);
      if (signal.aborted) return null;
      return result ? { phase: 'done', result } : CUT_OFF;
    } catch (error) {
      if (signal.aborted) return null;
      if (pause === null || errorCode(error) !== 'BACKTEST_RUNNING') return failureOf(error);
      await pauseFor(pause, signal);
      if (signal.aborted) return null;
    }
  }
  return CUT_OFF;
}

/** Undefined when the stream ended without a result. */
async function followStream(
  request: BacktestRequest,
  signal: AbortSignal,
  report: Report,
): Promise<BacktestResult | undefined> {
  report({ phase: 'waiting', ahead: null });
  for await (const event of await api.backtests.runBacktest(request, { signal })) {
    if (signal.aborted) return undefined;
    if (event.type === 'result') return event.result;
    report(
      event.type === 'waiting'
        ? { phase: 'waiting', ahead: event.ahead }
        : { phase: 'running', share: event.share },
    );
  }
  return undefined;
}

const CUT_OFF: BacktestOutcome = {
  phase: 'failed',
  title: 'Die Verbindung ist abgebrochen',
  text: 'Der Rücktest war noch nicht fertig. Bitte starten Sie ihn noch einmal.',
};

function failureOf(error: unknown): BacktestOutcome {
  // Without a code the server was not reached, or the stream was cut on its way.
  if (errorCode(error) === undefined) return CUT_OFF;
  return { phase: 'failed', title: 'Der Rücktest konnte nicht laufen', text: errorText(error) };
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

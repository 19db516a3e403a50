import type { BacktestRequest, BacktestResult } from '@botdepot/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BacktestOutcome, type BacktestProgress, runBacktest } from './run-backtest.ts';

export type BacktestState =
  | { phase: 'idle' }
  | { phase: 'cancelled' }
  | BacktestProgress
  | Extract<BacktestOutcome, { phase: 'failed' }>
  | { phase: 'done' };

export interface Backtest {
  state: BacktestState;
  /** The newest result. It stays while another run is under way, and says itself what it is about. */
  result: BacktestResult | null;
  cancel: () => void;
  /** Runs the same request again. */
  again: () => void;
}

/** Results to which „back“ leads at once. */
const RESULTS_KEPT = 4;

/** A state belongs to one request; that of the former one says nothing about the next. */
interface Run {
  key: string | null;
  state: BacktestState;
}

const IDLE: BacktestState = { phase: 'idle' };
const BEGINNING: BacktestState = { phase: 'waiting', ahead: null };

/** Runs whatever is asked for; another request, or leaving the page, cancels the one before it. */
export function useBacktest(request: BacktestRequest | null): Backtest {
  const [run, setRun] = useState<Run>({ key: null, state: IDLE });
  const [result, setResult] = useState<BacktestResult | null>(null);
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController | null>(null);
  const kept = useRef(new Map<string, BacktestResult>());
  // A new object with the same content is the same request.
  const key = request === null ? null : JSON.stringify(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a new run
  useEffect(() => {
    if (key === null) return setResult(null);
    const tell = (state: BacktestState) => setRun({ key, state });
    const known = kept.current.get(key);
    if (known) {
      setResult(known);
      return tell({ phase: 'done' });
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    // The key was made from a request a moment ago.
    const wanted = JSON.parse(key) as BacktestRequest;
    void runBacktest(wanted, signal, (progress) => signal.aborted || tell(progress)).then((outcome) => {
      if (outcome === null || signal.aborted) return;
      if (outcome.phase === 'failed') return tell(outcome);
      keep(kept.current, key, outcome.result);
      setResult(outcome.result);
      tell({ phase: 'done' });
    });
    return () => controller.abort();
  }, [key, attempt]);

  const cancel = useCallback(() => {
    running.current?.abort();
    setRun({ key, state: { phase: 'cancelled' } });
  }, [key]);
  const again = useCallback(() => {
    if (key !== null) kept.current.delete(key);
    setAttempt((count) => count + 1);
  }, [key]);
  const waiting = key === null ? IDLE : BEGINNING;
  return { state: run.key === key ? run.state : waiting, result, cancel, again };
}

function keep(results: Map<string, BacktestResult>, key: string, result: BacktestResult): void {
  results.set(key, result);
  const [oldest] = results.keys();
  if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest);
}

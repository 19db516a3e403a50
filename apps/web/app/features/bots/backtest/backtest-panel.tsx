import type { BacktestData, BacktestRequest, BacktestResult, BotType } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { api, queries } from '../../../lib/server/api.ts';
import { followRun, type RunFailure, type RunProgress } from '../../../lib/server/run-stream.ts';
import { useScrollToHash } from '../../../lib/url/use-scroll-to-hash.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RunProgressBar } from '../../../ui/state/run-progress.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { BacktestForm } from './backtest-form.tsx';
import { BacktestResultView, endText } from './backtest-result.tsx';
import {
  type BacktestWish,
  dataMarkOf,
  offeredSymbols,
  type Period,
  readDataMark,
  readWish,
  requestOf,
  WISH_PARAMETERS,
  withWish,
} from './backtest-wish.ts';

type BacktestState =
  | { phase: 'idle' }
  | { phase: 'cancelled' }
  | RunProgress
  | RunFailure
  | { phase: 'done' };

const WORDS = {
  unfinished: 'Der Rücktest war noch nicht fertig. Bitte starten Sie ihn noch einmal.',
  failed: 'Der Rücktest konnte nicht laufen',
};

interface Backtest {
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
function useBacktest(request: BacktestRequest | null): Backtest {
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
    void followRun(
      (options) => api.backtests.runBacktest(wanted, options),
      signal,
      (progress) => signal.aborted || tell(progress),
      WORDS,
    ).then((outcome) => {
      if (outcome === null || signal.aborted) return;
      if (outcome.phase === 'failed') return tell(outcome);
      keep(kept.current, key, outcome.end.result);
      setResult(outcome.end.result);
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

/** A bot on past prices. The request is part of the address, so a link opens the same run again. */
export function BacktestPanel({ botType }: { botType: BotType }) {
  const { data, error, isFetching, refetch } = useBacktestData();
  const history = data && historyOf(botType, data);
  return (
    <div id="ruecktest" className="print:not-has-[[data-result]]:hidden">
      <Panel
        flush
        title="Rücktest"
        note={
          <>
            Ein <TermHint id="backtest">Rücktest</TermHint> rechnet mit demselben Programmcode wie der
            laufende Handel
          </>
        }
      >
        {!data && !error && <RowsSkeleton count={6} />}
        {!data && error && (
          <LoadFailure
            title="Der Rücktest ist gerade nicht verfügbar"
            error={error}
            pending={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data && !history && (
          <EmptyState title="Noch keine Kurse">
            Ein Rücktest wird möglich, sobald der Bot handeln kann und für einen ganzen Tag Stundenkurse
            vorliegen.
          </EmptyState>
        )}
        {data && history && <Backtester botType={botType} data={data} history={history} />}
      </Panel>
    </div>
  );
}

/** From when to when the bot can be tested; null where there is nothing to test, or nothing to test on. */
function historyOf(botType: BotType, data: BacktestData): Period | null {
  const { firstDay, lastDay } = data;
  if (firstDay === null || lastDay === null || offeredSymbols(botType, data).length === 0) return null;
  return { firstDay, lastDay };
}

interface BacktesterProps {
  botType: BotType;
  data: BacktestData;
  history: Period;
}

function Backtester({ botType, data, history }: BacktesterProps) {
  const [parameters, setParameters] = useSearchParams();
  const wish = readWish(parameters);
  const { state, result, cancel, again } = useBacktest(wish && requestOf(botType, wish));
  const running = state.phase === 'waiting' || state.phase === 'running';
  const promised = readDataMark(parameters);
  useDataMark(state.phase === 'done' ? result : null);
  const capital = wish?.capital;
  useScrollToHash(true, 'ruecktest');
  useScrollToHash(result !== null, 'ruecktest');

  const start = (next: BacktestWish) => {
    const after = withWish(parameters, next, null);
    const same =
      wish !== null && JSON.stringify(requestOf(botType, wish)) === JSON.stringify(requestOf(botType, next));
    // Another capital only changes the amounts of a result that is there already.
    const sameAmounts = same && next.capital === wish.capital;
    if (same && (sameAmounts || state.phase !== 'done')) again();
    setParameters(after, { preventScrollReset: true, replace: sameAmounts });
  };
  // The buttons of the progress disappear with it; the focus goes to the one that stays.
  const startButton = useRef<HTMLButtonElement>(null);
  const thenFocusStart = (act: () => void) => () => {
    act();
    startButton.current?.focus();
  };
  const announced = useMemo(
    () => (state.phase === 'done' && result && capital !== undefined ? endText(result, capital) : ''),
    [state.phase, result, capital],
  );
  return (
    <>
      <div className="px-(--pad) pt-5 pb-(--pad) print:hidden">
        <BacktestForm
          botType={botType}
          data={data}
          history={history}
          wish={wish}
          running={running}
          startButton={startButton}
          onStart={start}
        />
      </div>
      <BacktestProgressView state={state} onCancel={thenFocusStart(cancel)} onRetry={thenFocusStart(again)} />
      <p className="vh" role="status">
        {announced}
      </p>
      {result && capital !== undefined && (
        <div aria-busy={running || undefined} data-result>
          <BacktestResultView
            result={result}
            capital={capital}
            dataChanged={
              state.phase === 'done' &&
              promised !== null &&
              promised !== dataMarkOf(result.provenance.dataHash)
            }
          />
        </div>
      )}
    </>
  );
}

/** The server looks once a minute; a new day comes once a day. */
const FRESH_MS = 10 * 60_000;

/** A failure stays in the backtester's panel: the rest of the page does not depend on it. */
const useBacktestData = () =>
  useQuery(queries.backtests.getBacktestData.queryOptions({ staleTime: FRESH_MS }));

/** Writes into the address which data a result rests on, unless the link that led here already says so. */
function useDataMark(result: BacktestResult | null): void {
  const [parameters, setParameters] = useSearchParams();
  const hasMark = readDataMark(parameters) !== null;
  const mark = result && dataMarkOf(result.provenance.dataHash);
  useEffect(() => {
    if (mark === null || hasMark) return;
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(WISH_PARAMETERS.data, mark);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [mark, hasMark, setParameters]);
}

const BOX = 'grid grid-cols-1 gap-3 px-(--pad) pt-4 pb-5 border-t border-border text-md';
interface BacktestProgressViewProps {
  state: BacktestState;
  onCancel: () => void;
  onRetry: () => void;
}

/** Where the run stands, and the way out of it. */
function BacktestProgressView({ state, onCancel, onRetry }: BacktestProgressViewProps) {
  switch (state.phase) {
    case 'idle':
    case 'done':
      return null;
    case 'cancelled':
      return (
        <div className={BOX} role="status">
          <Notice title="Abgebrochen">Der Rücktest wurde abgebrochen und nichts davon aufgehoben.</Notice>
        </div>
      );
    case 'failed':
      return (
        <div className={BOX} role="alert">
          <Notice kind="warning" title={state.title}>
            {state.text}
          </Notice>
          <div>
            <Button onClick={onRetry}>Erneut versuchen</Button>
          </div>
        </div>
      );
    case 'waiting':
    case 'running':
      return (
        <div className={BOX}>
          <RunProgressBar progress={state} name="Der Rücktest" onCancel={onCancel} />
        </div>
      );
  }
}

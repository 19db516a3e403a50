import type { BacktestData, BacktestResult, BotType } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { queries } from '../../../lib/api.ts';
import { useScrollToHash } from '../../../lib/use-scroll-to-hash.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { BacktestForm } from './backtest-form.tsx';
import { BacktestProgressView } from './backtest-progress.tsx';
import { BacktestResultView, endText } from './backtest-result.tsx';
import {
  type BacktestWish,
  dataMarkOf,
  type Period,
  readDataMark,
  readWish,
  requestOf,
  WISH_PARAMETERS,
  withWish,
} from './backtest-wish.ts';
import { offeredSymbols } from './offered-symbols.ts';
import { useBacktest } from './use-backtest.ts';

/** A bot on past prices. The request is part of the address, so a link opens the same run again. */
export function BacktestPanel({ botType }: { botType: BotType }) {
  const { data, error, isFetching, refetch } = useBacktestData();
  const history = data && historyOf(botType, data);
  return (
    <div id="ruecktest">
      <Panel flush title="Rücktest" note="Derselbe Programmcode wie im laufenden Handel">
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
      <div className="px-(--pad) pt-5 pb-(--pad)">
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
        <div aria-busy={running || undefined}>
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

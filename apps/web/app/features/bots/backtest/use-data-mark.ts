import type { BacktestResult } from '@botdepot/contract';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { dataMarkOf, readDataMark, WISH_PARAMETERS } from './backtest-wish.ts';

/** Writes into the address which data a result rests on, unless the link that led here already says so. */
export function useDataMark(result: BacktestResult | null): void {
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

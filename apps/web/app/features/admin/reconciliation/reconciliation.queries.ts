import type { ReconciliationRunDetail } from '@botdepot/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

const RUNNING_MS = 1_000;
/** Somebody else or the night may begin one. */
const RESTING_MS = 30_000;

export const runsQuery = (page: number) =>
  queries.admin.listReconciliationRuns.queryOptions({
    input: { page },
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') ? RUNNING_MS : RESTING_MS,
  });

export function useReconciliationRun(id: string | null) {
  return useQuery(
    queries.admin.getReconciliationRun.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_MS : false),
    }),
  );
}

const isRunning = (run: ReconciliationRunDetail | undefined) => run?.status === 'running';

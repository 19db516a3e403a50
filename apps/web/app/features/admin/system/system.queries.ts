import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

export function useSystemState() {
  return useQuery(queries.admin.getSystemState.queryOptions({ refetchInterval: AGAIN_MS }));
}

export function useFaults(page: number, reference: string) {
  return useQuery(
    queries.admin.listFaults.queryOptions({
      input: { page, ...(reference ? { reference } : {}) },
      placeholderData: keepPreviousData,
      refetchInterval: AGAIN_MS,
    }),
  );
}

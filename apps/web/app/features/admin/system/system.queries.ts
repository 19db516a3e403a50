import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

/** A state is looked at while something goes on. */
export const AGAIN_MS = 5_000;

export function useSystemState() {
  return useQuery(queries.admin.getSystemState.queryOptions({ refetchInterval: AGAIN_MS }));
}

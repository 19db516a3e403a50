import type { WealthRange } from '@botdepot/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorCode, queries } from '../../lib/api.ts';

/** A strike a minute; bookings are told at once. */
const STRIKE_MS = 60_000;

export const useWealthHistory = (range: WealthRange) =>
  useQuery(
    queries.wealth.getWealthHistory.queryOptions({
      input: { range },
      refetchInterval: STRIKE_MS,
      placeholderData: keepPreviousData,
      throwOnError: (error, query) =>
        query.state.data === undefined && errorCode(error) !== 'UNAUTHENTICATED',
    }),
  );

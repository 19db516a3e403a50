import type { WealthRange } from '@botdepot/contract';
import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/server/api.ts';

/** A strike a minute; bookings are told at once. */
const STRIKE_MS = 60_000;

const wealthQuery = (range: WealthRange) =>
  queries.wealth.getWealthHistory.queryOptions({ input: { range } });

/** The page says the rest without it, so a failure stays where it is shown. */
export const useWealthHistory = (range: WealthRange, { enabled } = { enabled: true }) =>
  useQuery({
    ...wealthQuery(range),
    enabled,
    refetchInterval: STRIKE_MS,
    placeholderData: keepPreviousData,
  });

/** All of it, asked for before there is a place to show it. */
export const usePrefetchedWealth = () => usePrefetchQuery(wealthQuery('max'));

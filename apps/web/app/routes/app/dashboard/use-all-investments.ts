import { type Investment, LIMITS } from '@botdepot/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries, throwWithoutData } from '../../../lib/server/api.ts';

const RETRY_MS = 5_000;

/**
 * Every investment of the customer, active ones first; undefined until the last page is here: a part has no total.
 *
 * @param throwing Whether a failed first load goes to the error boundary.
 */
export function useAllInvestments(throwing: boolean): Investment[] | undefined {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    queries.bots.listInvestments.infiniteOptions({
      input: (page: number) => ({ page, pageSize: LIMITS.pageSizeMax }),
      initialPageParam: 1,
      getNextPageParam: (last) => (last.page * last.pageSize < last.total ? last.page + 1 : undefined),
      throwOnError: (error, query) => throwing && throwWithoutData(error, query),
    }),
  );
  useEffect(() => {
    if (!hasNextPage || isFetching) return;
    // What was refused a moment ago is not asked for again at once.
    const timer = setTimeout(() => void fetchNextPage(), isFetchNextPageError ? RETRY_MS : 0);
    return () => clearTimeout(timer);
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  if (!data || hasNextPage) return undefined;
  return data.pages.flatMap((page) => page.items);
}

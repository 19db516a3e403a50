import {
  type InferDataFromTag,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type UrlSchema, type UrlState, useUrlState } from '../url/url-state.ts';

/** One page of a list, as the API answers. */
export interface Page<Row> {
  items: readonly Row[];
  total: number;
  page: number;
  pageSize: number;
}

/** What a query's options lead to: what they select, or what their key says that is fetched. */
type AnswerOf<Options> = Options extends { select: (...fetched: never[]) => infer Selected }
  ? Selected
  : Options extends { queryKey: infer Key extends QueryKey }
    ? InferDataFromTag<never, Key>
    : never;

export interface List<State, Answer> extends UrlState<State> {
  query: UseQueryResult<Answer>;
}

/**
 * A list whose filters and page stand in the address. While another page is on its way the one before stays.
 *
 * @param optionsOf what is asked for.
 */
export function useList<State extends object, Options extends { queryKey: QueryKey }>(
  schema: UrlSchema<State>,
  optionsOf: (value: State) => Options,
): List<State, AnswerOf<Options>> {
  const url = useUrlState(schema);
  const options = optionsOf(url.value) as unknown as UseQueryOptions<unknown, Error, AnswerOf<Options>>;
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return { ...url, query };
}

/** Leads to the last page when the one that is shown has become too many: of a list that grows shorter while it is looked at. */
export function useLastPage(
  { data, isPlaceholderData }: { data?: Page<unknown> | undefined; isPlaceholderData: boolean },
  setPage: (page: number) => void,
): void {
  const isBeyond = data !== undefined && !isPlaceholderData && data.items.length === 0 && data.total > 0;
  const last = isBeyond ? Math.ceil(data.total / data.pageSize) : null;
  const lead = useEffectEvent(setPage);
  useEffect(() => {
    if (last !== null) lead(last);
  }, [last]);
}

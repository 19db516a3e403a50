import { LIMITS } from '@botdepot/contract';
import {
  type InferDataFromTag,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../page/toast.ts';
import { type UrlSchema, type UrlState, useUrlState } from '../url/url-state.ts';
import { errorCode, isRefusedAdmin } from './api.ts';

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

/** While another page is on its way the one before stays; the rows of another list are none of this one. */
export function keepsPage<Options extends { queryKey: QueryKey }>(options: Options) {
  return {
    ...options,
    placeholderData: <Kept>(before: Kept, query?: { queryKey: QueryKey }) =>
      String(query?.queryKey[0]) === String(options.queryKey[0]) ? before : undefined,
  };
}

/**
 * A list whose filters and page stand in the address.
 *
 * @param optionsOf what is asked for.
 */
export function useList<State extends object, Options extends { queryKey: QueryKey }>(
  schema: UrlSchema<State>,
  optionsOf: (value: State) => Options,
): List<State, AnswerOf<Options>> {
  const url = useUrlState(schema);
  const options = optionsOf(url.value) as unknown as UseQueryOptions<unknown, Error, AnswerOf<Options>>;
  const query = useQuery(keepsPage(options));
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

const ATTEMPTS = 5;

/** Rows left the list at every attempt to read it. */
export class RestlessList extends Error {}

/**
 * Every row of a paged list, each once, although rows come and go while the pages are read. What is added pushes rows to a
 * later page, where they come again. What leaves pulls one past a page that is read already, and another that joins hides it
 * from the count; so a list of several pages is read until it holds everything that the reading before it found.
 * Throws RestlessList when that goes on and on: half a list would look like a whole one.
 *
 * @param keyOf what stays the same of a row, whatever becomes of it; its id unless told.
 */
export async function allPages<Row extends object>(
  load: (page: { page: number; pageSize: number }) => Promise<{ items: Row[]; total: number }>,
  keyOf: (row: Row) => string = idOf,
): Promise<Row[]> {
  let before: ReadonlyMap<string, Row> | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { rows, pages } = await readOnce(load, keyOf);
    if (pages === 1 || (before && [...before.keys()].every((key) => rows.has(key))))
      return [...rows.values()];
    before = rows;
  }
  throw new RestlessList();
}

async function readOnce<Row extends object>(
  load: Parameters<typeof allPages<Row>>[0],
  keyOf: (row: Row) => string,
): Promise<{ rows: Map<string, Row>; pages: number }> {
  const pageSize = LIMITS.pageSizeMax;
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await load({ page, pageSize });
    for (const row of items) rows.set(keyOf(row), row);
    if (items.length < pageSize || page * pageSize >= total) return { rows, pages: page };
  }
}

/** Rows without an id are days of a book, of which no two say the same. */
function idOf(row: object): string {
  return 'id' in row ? String(row.id) : JSON.stringify(row);
}

/** The specification's title, byte-exact. */
const TITLE = 'Fehler';

/** Says once that something was not loaded, until it is. Without a session the login follows and says why; who may not read it reads that. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED' && !isRefusedAdmin(error);
  useEffect(() => {
    if (failed) toast.error(TITLE, text);
    else toast.endError(TITLE, text);
  }, [failed, text]);
}

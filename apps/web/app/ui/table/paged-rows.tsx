import type { ReactNode } from 'react';
import type { Page } from '../../lib/server/use-list.ts';
import type { UrlState } from '../../lib/url/url-state.ts';
import { Button } from '../form/button.tsx';
import { EmptyState } from '../state/empty-state.tsx';
import { LoadFailure } from '../state/load-failure.tsx';
import { RowsSkeleton } from '../state/skeleton.tsx';
import { UnreadFilters } from './filters.tsx';
import { Pager } from './pager.tsx';

/** One page of a list, as a query holds it. */
export interface PageQuery<Row> {
  data?: Page<Row> | undefined;
  /** What stands there belongs to what was asked for before. */
  isPlaceholderData: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What of `useList` its rows need. */
export interface RowsOf<Row> extends Partial<Pick<UrlState<object>, 'unread' | 'dropUnread'>> {
  query: PageQuery<Row>;
  onPage: (page: number) => void;
  isFiltered?: boolean;
  clear?: () => void;
}

interface PagedRowsProps<Row> {
  list: RowsOf<Row>;
  /** The plural of what is listed: „Buchungen“. */
  noun: string;
  /** How many rows the skeleton has. */
  expected: number;
  /** Instead of the rows when there are none at all. */
  none: ReactNode;
  /** The same while a filter is set: what it does not find. */
  noMatch?: string;
  /** How the filter is lifted. */
  clearLabel?: string;
  /** Over the reason why nothing was loaded. */
  failedTitle?: string;
  /** How many there are is said on a single page, too. */
  counted?: boolean;
  children: (items: readonly Row[]) => ReactNode;
}

/**
 * A list in whatever state it is: waiting, failed, empty, without a match, shorter than the page asked for, or there; above it
 * what of the address is no filter.
 */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const { unread = [], dropUnread } = props.list;
  return (
    <>
      {dropUnread && unread.length > 0 && (
        <div role="status" className="py-3 px-(--pad)">
          <UnreadFilters unread={unread} dropUnread={dropUnread} />
        </div>
      )}
      <RowsInState {...props} />
    </>
  );
}

function RowsInState<Row>(props: PagedRowsProps<Row>) {
  const { list, expected, failedTitle = 'Nicht geladen' } = props;
  const { query } = list;
  const { data, error } = query;
  if (data) {
    return (
      <div aria-busy={query.isPlaceholderData || undefined}>
        <LoadedRows {...props} {...data} />
      </div>
    );
  }
  return error ? (
    <LoadFailure
      title={failedTitle}
      error={error}
      pending={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <RowsSkeleton count={expected} />
  );
}

function LoadedRows<Row>(props: PagedRowsProps<Row> & Page<Row>) {
  const { items, total, page, pageSize, noun, none, noMatch, clearLabel, counted, children } = props;
  const { query, onPage, isFiltered, clear } = props.list;
  if (items.length > 0) {
    return (
      <>
        {children(items)}
        {(counted || total > pageSize) && (
          <Pager page={page} pageSize={pageSize} total={total} noun={noun} onPage={onPage} />
        )}
      </>
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        title="So viele Seiten gibt es nicht"
        action={<Button onClick={() => onPage(1)}>Zur ersten Seite</Button>}
      >
        Die Liste ist inzwischen kürzer.
      </EmptyState>
    );
  }
  // That nothing was found before says nothing of what is asked for now.
  if (query.isPlaceholderData) return <RowsSkeleton count={props.expected} />;
  if (!noMatch || !isFiltered) return none;
  return (
    <EmptyState
      title="Keine Treffer"
      action={<Button onClick={clear}>{clearLabel ?? 'Filter aufheben'}</Button>}
    >
      {noMatch}
    </EmptyState>
  );
}

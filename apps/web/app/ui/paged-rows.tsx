import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Pager } from './pager.tsx';
import { RowsSkeleton } from './skeleton.tsx';

interface Page<Row> {
  items: readonly Row[];
  total: number;
  page: number;
  pageSize: number;
}

/** One page of a list, as a query holds it. */
export interface PageQuery<Row> {
  data?: Page<Row> | undefined;
  /** What stands there belongs to what was asked for before. */
  isPlaceholderData: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface PagedRowsProps<Row> {
  query: PageQuery<Row>;
  /** The plural of what is listed: „Buchungen“. */
  noun: string;
  /** How many rows the skeleton has. */
  expected: number;
  /** Instead of the rows when there are none at all. */
  none: ReactNode;
  /** The same while a filter is set: what it does not find, and the way to lift it. */
  noMatch?: { text: string; clearLabel?: string; onClear: () => void } | false;
  /** Over the reason why nothing was loaded. */
  failedTitle?: string;
  /** How many there are is said on a single page, too. */
  counted?: boolean;
  onPage: (page: number) => void;
  children: (items: readonly Row[]) => ReactNode;
}

/** A list in whatever state it is: waiting, failed, empty, without a match, shorter than the page asked for, or there. */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const { query, expected, failedTitle = 'Nicht geladen' } = props;
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
  const { items, total, page, pageSize, noun, none, noMatch, counted, onPage, children } = props;
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
  if (!noMatch) return none;
  return (
    <EmptyState
      title="Keine Treffer"
      action={<Button onClick={noMatch.onClear}>{noMatch.clearLabel ?? 'Filter aufheben'}</Button>}
    >
      {noMatch.text}
    </EmptyState>
  );
}

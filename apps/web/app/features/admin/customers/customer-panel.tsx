import type { ReactNode } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { CountPill } from '../../../ui/status-pill.tsx';
import classes from './customers.module.css';

export interface ListQuery<Row> {
  data: { items: Row[]; total: number; page: number; pageSize: number } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface CustomerPanelProps<Row> {
  title: string;
  query: ListQuery<Row>;
  /** The plural of what is listed. */
  noun: string;
  /** Said when the customer has none. */
  none: string;
  rows: number;
  onPage: (page: number) => void;
  aside?: ReactNode;
  children: (items: Row[]) => ReactNode;
}

/** One list of the customer's page: waiting, failed, empty or paged. */
export function CustomerPanel<Row>(props: CustomerPanelProps<Row>) {
  const { title, query, noun, none, rows, onPage, aside, children } = props;
  const { data, error, isFetching, refetch } = query;
  return (
    <Panel title={<PanelTitle count={data?.total}>{title}</PanelTitle>} aside={aside} flush>
      {data && data.total > 0 ? (
        children(data.items)
      ) : data ? (
        <p className={classes.none}>{none}</p>
      ) : error ? (
        <LoadFailure
          title="Nicht geladen"
          error={error}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowsSkeleton count={rows} />
      )}
      {data && data.total > data.pageSize && (
        <Pager page={data.page} pageSize={data.pageSize} total={data.total} noun={noun} onPage={onPage} />
      )}
    </Panel>
  );
}

/** How many there are stands beside the title. */
export function PanelTitle({ count, children }: { count: number | undefined; children: ReactNode }) {
  return (
    <span className={classes.title}>
      {children}
      {count !== undefined && count > 0 && <CountPill count={count} />}
    </span>
  );
}

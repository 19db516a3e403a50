import type { ReactNode } from 'react';
import { PagedRows, type PageQuery } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CountedTitle } from '../counted-title.tsx';
import classes from './customers.module.css';

interface CustomerPanelProps<Row> {
  title: string;
  query: PageQuery<Row>;
  /** The plural of what is listed. */
  noun: string;
  /** Said when the customer has none. */
  none: string;
  rows: number;
  onPage: (page: number) => void;
  aside?: ReactNode;
  children: (items: readonly Row[]) => ReactNode;
}

/** One list of the customer's page. */
export function CustomerPanel<Row>({ title, none, rows, aside, ...list }: CustomerPanelProps<Row>) {
  return (
    <Panel title={<CountedTitle count={list.query.data?.total}>{title}</CountedTitle>} aside={aside} flush>
      <PagedRows {...list} expected={rows} none={<p className={classes.none}>{none}</p>} />
    </Panel>
  );
}

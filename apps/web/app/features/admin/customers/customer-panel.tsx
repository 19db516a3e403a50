import type { ReactNode } from 'react';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { type CsvRows, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { PagedRows, type RowsOf } from '../../../ui/table/paged-rows.tsx';
import { CountedTitle } from '../counted-title.tsx';

interface CustomerPanelProps<Row> {
  title: string;
  list: RowsOf<Row>;
  /** The plural of what is listed. */
  noun: string;
  /** Said when the customer has none. */
  none: string;
  rows: number;
  /** Head and rows of all of them; there is no file of nothing. */
  csv?: () => Promise<CsvRows>;
  children: (items: readonly Row[]) => ReactNode;
}

/** One list of the customer's page. */
export function CustomerPanel<Row>({ title, none, rows, csv, ...listed }: CustomerPanelProps<Row>) {
  const total = listed.list.query.data?.total;
  return (
    <Panel
      title={<CountedTitle count={total}>{title}</CountedTitle>}
      aside={
        csv && (
          <ListCsvButton total={total} fileName={`${title.toLowerCase()}.csv`} label={title} load={csv} />
        )
      }
      flush
    >
      <PagedRows
        {...listed}
        expected={rows}
        none={<p className="py-4 px-(--pad) text-sm text-muted">{none}</p>}
      />
    </Panel>
  );
}

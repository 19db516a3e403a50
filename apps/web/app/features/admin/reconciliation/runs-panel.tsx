import type { ReconciliationRun } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { PagedRows, type RowsOf } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { RUN_STATUS, runDuration, triggerText } from './reconciliation-texts.ts';

const PERSON = clsx(
  'block max-w-[20rem] overflow-clip text-ellipsis whitespace-nowrap',
  'max-md:max-w-none max-md:whitespace-normal max-md:wrap-anywhere',
);

const COLUMNS: Column<ReconciliationRun>[] = [
  {
    key: 'started',
    head: 'Beginn',
    kind: 'primary',
    list: 'title',
    cell: ({ startedAt }) => formatDateTimeShort(startedAt),
  },
  {
    key: 'trigger',
    head: 'Anlass',
    kind: 'muted',
    list: 'note',
    cell: (run) => <span className={PERSON}>{triggerText(run)}</span>,
  },
  {
    key: 'status',
    head: 'Ergebnis',
    list: 'wide',
    cell: ({ status }) => <StatusPill tone={RUN_STATUS[status].tone}>{RUN_STATUS[status].text}</StatusPill>,
  },
  {
    key: 'failed',
    head: 'Verletzt',
    kind: 'amount',
    list: 'hidden',
    cell: ({ failedChecks, checksTotal }) => `${formatCount(failedChecks)} von ${formatCount(checksTotal)}`,
  },
  {
    key: 'duration',
    head: 'Dauer',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: (run) => runDuration(run),
  },
];

interface RunsPanelProps {
  runs: RowsOf<ReconciliationRun>;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Earlier runs; each opens above. */
export function RunsPanel({ runs, openId, onOpen }: RunsPanelProps) {
  // With nothing to show the panel above says why.
  const { data, error } = runs.query;
  if (data?.total === 0 || (error && !data)) return null;
  return (
    <Panel title="Läufe" flush>
      <PagedRows list={runs} noun="Läufe" expected={4} none={null}>
        {(items) => (
          <DataTable
            caption="Läufe des Abgleichs, neueste zuerst"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => {
              onOpen(id);
              window.scrollTo({ top: 0 });
            }}
            isCurrent={({ id }) => id === openId}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

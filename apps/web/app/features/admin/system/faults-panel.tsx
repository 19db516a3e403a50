import type { Fault } from '@botdepot/contract';
import { queries } from '../../../lib/api.ts';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { pageNumber, text } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { AGAIN_MS } from './system.queries.ts';

const LIST = { reference: text('kennung'), page: pageNumber() };

const COLUMNS: Column<Fault>[] = [
  {
    key: 'reference',
    head: 'Kennung',
    list: 'title',
    cell: ({ reference }) => <code className="text-[13px]/5 wrap-anywhere">{reference}</code>,
  },
  {
    key: 'request',
    head: 'Anfrage',
    list: 'note',
    cell: ({ request }) => <code className="text-[13px]/5 wrap-anywhere">{request}</code>,
  },
  {
    key: 'kind',
    head: 'Fehler',
    list: 'wide',
    cell: ({ kind, place }) => (
      <>
        <code className="text-[13px]/5 wrap-anywhere">{kind}</code>
        {place !== null && <small className="block text-xs text-muted wrap-anywhere">{place}</small>}
      </>
    ),
  },
  {
    key: 'at',
    head: 'Zeit',
    kind: 'amount',
    edge: true,
    list: 'amount-note',
    cell: ({ at }) => formatDateTimeShort(at),
  },
];

/** Failures that nobody foresaw: a customer reads out a reference, and it leads to the lines of the log. */
export function FaultsPanel() {
  const list = useList(LIST, ({ reference, page }) =>
    queries.admin.listFaults.queryOptions({
      input: { page, ...(reference && { reference }) },
      refetchInterval: AGAIN_MS,
    }),
  );
  return (
    <Panel
      title="Unerwartete Fehler"
      note="Die Kennung steht in der Meldung, die der Kunde sah, und als requestId im Protokoll der Instanz. 30 Tage."
      aside={
        <SearchField
          label="Kennung suchen"
          placeholder="Kennung"
          value={list.value.reference}
          onSearch={(reference) => list.set({ reference })}
        />
      }
      flush
    >
      <PagedRows
        list={list}
        noun="Fehler"
        expected={3}
        none={
          <EmptyState title="Keine Fehler">
            In den letzten 30 Tagen ist nichts Unerwartetes geschehen.
          </EmptyState>
        }
        noMatch="In den letzten 30 Tagen gibt es keinen Fehler, dessen Kennung so beginnt."
        clearLabel="Suche leeren"
      >
        {(items) => (
          <DataTable
            caption="Unerwartete Fehler, neueste zuerst"
            columns={COLUMNS}
            rows={items}
            rowKey={(fault) => fault.reference}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

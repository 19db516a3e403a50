import type { Fault } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { useNow } from '../../../lib/live/now.ts';
import { queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { pageNumber, text } from '../../../lib/url/url-state.ts';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { serverTime } from './system-health.ts';
import { SystemPanels, SystemPanelsSkeleton } from './system-panels.tsx';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

function useSystemState() {
  return useQuery(queries.admin.getSystemState.queryOptions({ refetchInterval: AGAIN_MS }));
}

/** Whether anything needs a hand, and what became of a failure that a customer reports. */
export function SystemPage() {
  const { data, dataUpdatedAt, isError, isPaused, refetch } = useSystemState();
  const now = useNow(1_000);
  const isOld = data !== undefined && (isError || isPaused);
  return (
    <>
      <PageHead title="System" note="Aktualisiert sich von selbst" />
      <div className="stack">
        {isOld && (
          <div role="status">
            <Notice kind="warning" title="Der Zustand lässt sich nicht mehr lesen">
              {`Die Angaben sind vom ${formatDateTime(data.at)}; was seitdem geschah, ist unbekannt. Die Seite versucht es von selbst weiter.`}
            </Notice>
          </div>
        )}
        {data ? (
          <SystemPanels
            state={data}
            nowMs={serverTime(data, dataUpdatedAt, isOld ? dataUpdatedAt : now)}
            isOld={isOld}
          />
        ) : isError ? (
          <Panel label="Zustand" flush>
            <NotLoaded onRetry={() => void refetch()}>Der Zustand konnte nicht geladen werden.</NotLoaded>
          </Panel>
        ) : (
          <SystemPanelsSkeleton />
        )}
        <FaultsPanel />
      </div>
    </>
  );
}

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
function FaultsPanel() {
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

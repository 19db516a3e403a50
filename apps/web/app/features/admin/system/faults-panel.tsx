import type { Fault } from '@botdepot/contract';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { pageOf, useUrlFilters } from '../use-url-filters.ts';
import classes from './system.module.css';
import { useFaults } from './system.queries.ts';

const PARAM = { reference: 'kennung', page: 'seite' } as const;

const COLUMNS: Column<Fault>[] = [
  {
    key: 'reference',
    head: 'Kennung',
    phone: 'title',
    cell: ({ reference }) => <code className={classes.code}>{reference}</code>,
  },
  {
    key: 'request',
    head: 'Anfrage',
    phone: 'note',
    cell: ({ request }) => <code className={classes.code}>{request}</code>,
  },
  {
    key: 'kind',
    head: 'Fehler',
    phone: 'wide',
    cell: ({ kind, place }) => (
      <>
        <code className={classes.code}>{kind}</code>
        {place !== null && <small className={classes.place}>{place}</small>}
      </>
    ),
  },
  {
    key: 'at',
    head: 'Zeit',
    kind: 'amount',
    edge: true,
    phone: 'amount-note',
    cell: ({ at }) => formatDateTimeShort(at),
  },
];

/** Failures that nobody foresaw: a customer reads out a reference, and it leads to the lines of the log. */
export function FaultsPanel() {
  const [read, set] = useUrlFilters();
  const reference = read(PARAM.reference) ?? '';
  const page = pageOf(read(PARAM.page));
  const { data, isError, refetch } = useFaults(page, reference);
  return (
    <Panel
      title="Unerwartete Fehler"
      note="Die Kennung steht in der Meldung, die der Kunde sah, und als requestId im Protokoll der Instanz. 30 Tage."
      aside={
        <SearchField
          label="Kennung suchen"
          placeholder="Kennung"
          value={reference}
          onSearch={(text) => set({ [PARAM.reference]: text, [PARAM.page]: null })}
        />
      }
      flush
    >
      {data ? (
        <>
          <DataTable
            caption="Unerwartete Fehler, neueste zuerst"
            columns={COLUMNS}
            rows={data.items}
            rowKey={(fault) => fault.reference}
            empty={
              reference ? (
                <EmptyState
                  title="Keine Treffer"
                  action={
                    <Button onClick={() => set({ [PARAM.reference]: null, [PARAM.page]: null })}>
                      Suche leeren
                    </Button>
                  }
                >
                  In den letzten 30 Tagen gibt es keinen Fehler, dessen Kennung so beginnt.
                </EmptyState>
              ) : (
                <EmptyState title="Keine Fehler">
                  In den letzten 30 Tagen ist nichts Unerwartetes geschehen.
                </EmptyState>
              )
            }
          />
          {data.total > data.pageSize && (
            <Pager
              page={data.page}
              pageSize={data.pageSize}
              total={data.total}
              noun="Fehler"
              onPage={(next) => set({ [PARAM.page]: next === 1 ? null : String(next) })}
            />
          )}
        </>
      ) : isError ? (
        <EmptyState
          title="Nicht geladen"
          action={<Button onClick={() => void refetch()}>Erneut versuchen</Button>}
        >
          Die Liste konnte nicht geladen werden.
        </EmptyState>
      ) : (
        <RowsSkeleton count={3} />
      )}
    </Panel>
  );
}

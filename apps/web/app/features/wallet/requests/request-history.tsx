import { LIMITS, REQUEST_STATUS_WORDS, REQUEST_STATUSES, type RequestKind } from '@botdepot/contract';
import type { ReactNode } from 'react';
import { RequestStatusPill, shortAddress } from '../../../entities/request/money-request.tsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useIsPhone } from '../../../lib/page/device.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { OPENING } from '../../../lib/url/way-back.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { requestRows } from '../csv-rows.ts';
import { noMatchOf } from '../list-empty.tsx';
import { requestsQuery } from '../wallet.queries.ts';
import { REQUEST_WORDS } from '../wallet-texts.ts';
import { PLACES, REQUESTS } from './address.ts';
import { countsInWallet, type OwnRequest } from './own-request.ts';

interface RequestHistoryProps {
  kind: RequestKind;
  title: string;
  /** Said when there is nothing yet. */
  emptyText: string;
  emptyAction?: ReactNode;
}

/** All deposits or withdrawals, newest first; a row opens its details. Filter and page stand in the address. */
export function RequestHistory({ kind, title, emptyText, emptyAction }: RequestHistoryProps) {
  const { plural, noun } = REQUEST_WORDS[kind];
  const statuses = REQUEST_STATUS_WORDS[kind];
  const phone = useIsPhone();
  const places = useUrlState(PLACES);
  const openId = places.value[kind];
  const list = useList(REQUESTS, ({ page, status }) =>
    requestsQuery(kind, { page, pageSize: LIMITS.pageSize, ...(status && { status }) }),
  );
  const { status } = list.value;
  const { data, isPlaceholderData } = list.query;
  const complete = status === null && data !== undefined && data.items.length === data.total;

  const isEmpty = status === null && data?.total === 0 && !isPlaceholderData;
  // Nothing to filter and nothing to save.
  const controls = !isEmpty && (
    <>
      <FilterSelect
        label="Status"
        allLabel="Alle"
        options={REQUEST_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        value={status}
        onChange={(value) => list.set({ status: value })}
      />
      <CsvButton
        fileName={`spielgeld-${plural.toLowerCase()}.csv`}
        label={plural}
        load={() => requestRows(kind, { status: status ?? undefined })}
      />
    </>
  );

  return (
    <Panel title={title} flush aside={!phone && controls}>
      {/* Beside the title they would squeeze it on a phone. */}
      {phone && controls && (
        <FilterBar className="items-center [&>:last-child]:ml-auto">{controls}</FilterBar>
      )}
      <PagedRows
        list={list}
        noun={data?.total === 1 ? noun : plural}
        expected={4}
        none={
          <EmptyState title={`Noch keine ${plural}`} action={emptyAction}>
            {emptyText}
          </EmptyState>
        }
        {...noMatchOf(plural)}
        counted
      >
        {(items) => (
          <DataTable
            caption={`${plural}, neueste zuerst`}
            columns={columns(kind, complete ? items : [])}
            rows={items}
            rowKey={(row) => row.id}
            onOpen={(row) => places.set({ [kind]: row.id, transfer: '' }, OPENING)}
            isSelected={(row) => row.id === openId}
            footLabel={complete ? statuses.approved : undefined}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

function columns(kind: RequestKind, summed: readonly OwnRequest[]): Column<OwnRequest>[] {
  const booked = summed
    .filter((row) => row.status === 'approved')
    .reduce((total, row) => total + row.amount, 0n);
  return [
    {
      key: 'date',
      head: 'Datum',
      kind: 'moment',
      list: 'note',
      cell: (row) => formatDateTimeShort(row.createdAt),
    },
    { key: 'reference', head: 'Referenz', kind: 'primary', list: 'title', cell: (row) => row.reference },
    kind === 'deposit'
      ? { key: 'currency', head: 'Währung', list: 'hidden', cell: (row) => row.currency }
      : {
          key: 'address',
          head: 'Adresse',
          kind: 'muted',
          list: 'hidden',
          cell: (row) => <span className="mono-address">{shortAddress(row.address)}</span>,
        },
    { key: 'status', head: 'Status', list: 'amount-note', cell: (row) => <RequestStatusPill {...row} /> },
    {
      key: 'amount',
      head: `Betrag, ${REQUEST_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      total: true,
      cell: (row) => <Amount value={row.amount} tone={countsInWallet(row) ? 'plain' : 'muted'} />,
      foot: <Amount value={booked} />,
    },
  ];
}

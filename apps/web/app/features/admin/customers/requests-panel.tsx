import type { Deposit, RequestKind, Withdrawal } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import type { RowsOf } from '../../../ui/table/paged-rows.tsx';
import { queueUrl } from '../review/open-request.ts';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerRequestRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';

const PAGE_SIZE = 5;

type Request = Deposit | Withdrawal;

type OpenBooking = (transferId: string) => void;

const columnsOf = (kind: RequestKind, open: OpenBooking): readonly Column<Request>[] => [
  {
    key: 'date',
    head: 'Datum',
    kind: 'moment',
    list: 'note',
    cell: ({ createdAt }) => <span className="nowrap">{formatDateTimeShort(createdAt)}</span>,
  },
  {
    key: 'reference',
    head: 'Referenz',
    list: 'title',
    cell: ({ reference, cryptoCurrency, notes }) => (
      <>
        <b className="font-580">{reference}</b>{' '}
        <span className="whitespace-nowrap font-book text-muted">{cryptoCurrency}</span>
        {notes && <small className="max-w-[26rem] wrap-anywhere">{notes}</small>}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    list: 'amount-note',
    cell: ({ status }) => <RequestStatusPill kind={kind} status={status} />,
  },
  {
    key: 'amount',
    head: `Betrag, ${REQUEST_UNIT}`,
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ amountUsd, status, reference, transferId }) => (
      <Amount
        value={fromWire(amountUsd)}
        tone={status === 'approved' ? 'plain' : 'muted'}
        {...(status === 'pending'
          ? { to: queueUrl({ kind, reference }), opensLabel: 'Antrag' }
          : transferId !== null && { onOpen: () => open(transferId), opensLabel: 'Buchung' })}
      />
    ),
  },
];

const DEPOSITS = { page: pageNumber('einzahlungen') };
const WITHDRAWALS = { page: pageNumber('auszahlungen') };

export function DepositsPanel({ customerId }: { customerId: string }) {
  const list = useList(DEPOSITS, ({ page }) =>
    queries.admin.listCustomerDeposits.queryOptions({ input: { id: customerId, page, pageSize: PAGE_SIZE } }),
  );
  return <RequestsPanel kind="deposit" customerId={customerId} list={list} />;
}

export function WithdrawalsPanel({ customerId }: { customerId: string }) {
  const list = useList(WITHDRAWALS, ({ page }) =>
    queries.admin.listCustomerWithdrawals.queryOptions({
      input: { id: customerId, page, pageSize: PAGE_SIZE },
    }),
  );
  return <RequestsPanel kind="withdrawal" customerId={customerId} list={list} />;
}

const WORDS = {
  deposit: { plural: 'Einzahlungen', none: 'Es gibt noch keine Einzahlung.' },
  withdrawal: { plural: 'Auszahlungen', none: 'Es gibt noch keine Auszahlung.' },
} as const;

interface RequestsPanelProps {
  kind: RequestKind;
  customerId: string;
  list: RowsOf<Request>;
}

/** The amount of what was booked opens the booking, that of what waits its place in the queue. */
function RequestsPanel({ kind, customerId, list }: RequestsPanelProps) {
  const [booking, open, close] = useOpening<string>();
  const { plural, none } = WORDS[kind];
  const columns = columnsOf(kind, open);
  return (
    <>
      <CustomerPanel
        title={plural}
        list={list}
        noun={plural}
        none={none}
        rows={2}
        csv={() => customerRequestRows(kind, customerId)}
      >
        {(items) => (
          <DataTable
            caption={`${plural}, neueste zuerst`}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
          />
        )}
      </CustomerPanel>
      <BookingDrawer
        customerId={customerId}
        transferId={booking?.subject}
        opened={booking?.isOpen ?? false}
        onClose={close}
      />
    </>
  );
}

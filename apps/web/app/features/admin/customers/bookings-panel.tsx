import type { Transaction } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { transactionNote, transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { queries } from '../../../lib/api.ts';
import { formatDate, formatDayMonthTime, formatTime } from '../../../lib/dates.ts';
import { NO_FIGURE } from '../../../lib/numbers.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Amount } from '../../../ui/amount.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerBookingRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';

const LIST = { page: pageNumber('buchungen') };
const PAGE_SIZE = 8;

const COLUMNS: readonly Column<Transaction>[] = [
  {
    key: 'date',
    head: 'Datum',
    kind: 'moment',
    list: 'hidden',
    cell: ({ createdAt }) => (
      <>
        {formatDate(createdAt)}
        <small>{formatTime(createdAt)}</small>
      </>
    ),
  },
  {
    key: 'what',
    head: 'Vorgang',
    kind: 'primary',
    list: 'title',
    cell: (row) => {
      const note = transactionNote(row);
      return (
        <>
          {transactionTitle(row)}
          {note && <small>{note}</small>}
        </>
      );
    },
  },
  {
    key: 'reference',
    head: 'Referenz',
    list: 'note',
    cell: ({ createdAt, reference }) => (
      <>
        <span data-room="list">
          {formatDayMonthTime(createdAt)}
          {reference && ' · '}
        </span>
        {reference ? <span className="nowrap">{reference}</span> : <span data-room="table">{NO_FIGURE}</span>}
      </>
    ),
  },
  {
    key: 'amount',
    head: `Betrag, ${WALLET_UNIT}`,
    kind: 'amount',
    list: 'amount',
    cell: (row) => {
      const amount = fromWire(row.amount);
      return <Amount value={amount} signed tone={amount === 0n ? 'muted' : 'plain'} />;
    },
  },
  {
    key: 'after',
    head: 'Verfügbar danach',
    kind: 'amount',
    edge: true,
    list: 'amount-note',
    cell: ({ availableAfter }) => (
      <>
        <span data-room="list">danach </span>
        <Amount value={fromWire(availableAfter)} />
      </>
    ),
  },
];

/** The customer's ledger; a row opens its booking. */
export function BookingsPanel({ customerId }: { customerId: string }) {
  const [booking, open, close] = useOpening<string>();
  const list = useList(LIST, ({ page }) =>
    queries.admin.listCustomerTransactions.queryOptions({
      input: { id: customerId, page, pageSize: PAGE_SIZE },
    }),
  );
  return (
    <>
      <CustomerPanel
        title="Buchungen"
        list={list}
        noun="Buchungen"
        none="Auf diesem Wallet wurde noch nichts gebucht."
        rows={6}
        csv={() => customerBookingRows(customerId)}
      >
        {(items) => (
          <DataTable
            caption="Buchungen, neueste zuerst"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            isSelected={({ id }) => booking?.isOpen === true && id === booking.subject}
            onOpen={({ id }) => open(id)}
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

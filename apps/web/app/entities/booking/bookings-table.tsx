import type { Transaction } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { formatDate, formatDayMonthTime, formatTime } from '../../lib/format/dates.ts';
import { NO_FIGURE, WALLET_UNIT } from '../../lib/format/numbers.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { transactionNote, transactionTitle } from './transaction-texts.ts';

interface BookingsTableProps {
  rows: readonly Transaction[];
  /** All rows of the customer are here, so their sum is the available balance. */
  complete?: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Each booking with the available balance after it; a row opens the booking. */
export function BookingsTable({ rows, complete = false, openId, onOpen }: BookingsTableProps) {
  return (
    <DataTable
      caption="Buchungen, neueste zuerst"
      columns={columns(complete ? rows : [])}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={(row) => onOpen(row.id)}
      isSelected={(row) => row.id === openId}
      footLabel={complete ? 'Summe' : undefined}
    />
  );
}

function columns(summed: readonly Transaction[]): Column<Transaction>[] {
  const [newest] = summed;
  const sum = summed.reduce((total, row) => total + fromWire(row.amount), 0n);
  return [
    {
      key: 'date',
      head: 'Datum',
      kind: 'moment',
      list: 'hidden',
      cell: (row) => (
        <>
          {formatDate(row.createdAt)}
          <small>{formatTime(row.createdAt)}</small>
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
      cell: (row) => (
        <>
          <span data-room="list">
            {formatDayMonthTime(row.createdAt)}
            {row.reference && ' · '}
          </span>
          {row.reference ? (
            <span className="nowrap">{row.reference}</span>
          ) : (
            <span data-room="table">{NO_FIGURE}</span>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      head: `Betrag, ${WALLET_UNIT}`,
      kind: 'amount',
      list: 'amount',
      total: true,
      cell: (row) => {
        const amount = fromWire(row.amount);
        return <Amount value={amount} signed tone={amount === 0n ? 'muted' : 'plain'} />;
      },
      foot: <Amount value={sum} signed />,
    },
    {
      key: 'after',
      head: 'Verfügbar danach',
      kind: 'amount',
      edge: true,
      list: 'amount-note',
      cell: (row) => (
        <>
          <span data-room="list">danach </span>
          <Amount value={fromWire(row.availableAfter)} />
        </>
      ),
      foot: newest && <Amount value={fromWire(newest.availableAfter)} />,
    },
  ];
}

import type { Deposit, RequestStatus, Withdrawal } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useState } from 'react';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { Amount } from '../../../ui/amount.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { StatusPill, type StatusTone } from '../../../ui/status-pill.tsx';
import { UNIT } from '../admin-texts.ts';
import type { RequestKind } from '../open-request.ts';
import { CustomerPanel } from './customer-panel.tsx';
import classes from './customers.module.css';
import { useCustomerDeposits, useCustomerWithdrawals } from './customers.queries.ts';

const PAGE_SIZE = 5;

const TONES: Record<RequestStatus, StatusTone> = {
  pending: 'pending',
  approved: 'done',
  rejected: 'refused',
  cancelled: 'cancelled',
};
const OPEN_WORDS = { pending: 'In Prüfung', rejected: 'Abgelehnt', cancelled: 'Storniert' } as const;
const STATUSES: Record<RequestKind, Record<RequestStatus, string>> = {
  deposit: { ...OPEN_WORDS, approved: 'Gutgeschrieben' },
  withdrawal: { ...OPEN_WORDS, approved: 'Ausgeführt' },
};

type Request = Deposit | Withdrawal;

const columnsOf = (kind: RequestKind): readonly Column<Request>[] => [
  {
    key: 'date',
    head: 'Datum',
    kind: 'muted',
    phone: 'note',
    cell: ({ createdAt }) => <span className="nowrap">{formatDateTimeShort(createdAt)}</span>,
  },
  {
    key: 'reference',
    head: 'Referenz',
    phone: 'title',
    cell: ({ reference, cryptoCurrency, notes }) => (
      <>
        <b className={classes.strong}>{reference}</b>{' '}
        <span className={classes.reference}>{cryptoCurrency}</span>
        {notes && <small className={classes.reason}>{notes}</small>}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    phone: 'amount-note',
    cell: ({ status }) => <StatusPill tone={TONES[status]}>{STATUSES[kind][status]}</StatusPill>,
  },
  {
    key: 'amount',
    head: `Betrag, ${UNIT}`,
    kind: 'amount',
    edge: true,
    phone: 'amount',
    cell: ({ amountUsd, status }) => (
      <Amount value={fromWire(amountUsd)} tone={status === 'approved' ? 'plain' : 'muted'} />
    ),
  },
];
const COLUMNS = { deposit: columnsOf('deposit'), withdrawal: columnsOf('withdrawal') };

export function DepositsPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1);
  const query = useCustomerDeposits({ id: customerId, page, pageSize: PAGE_SIZE });
  return (
    <CustomerPanel
      title="Einzahlungen"
      query={query}
      noun="Einzahlungen"
      none="Es gibt noch keine Einzahlung."
      rows={2}
      onPage={setPage}
    >
      {(items) => (
        <DataTable
          caption="Einzahlungen, neueste zuerst"
          columns={COLUMNS.deposit}
          rows={items}
          rowKey={idOf}
        />
      )}
    </CustomerPanel>
  );
}

export function WithdrawalsPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1);
  const query = useCustomerWithdrawals({ id: customerId, page, pageSize: PAGE_SIZE });
  return (
    <CustomerPanel
      title="Auszahlungen"
      query={query}
      noun="Auszahlungen"
      none="Es gibt noch keine Auszahlung."
      rows={2}
      onPage={setPage}
    >
      {(items) => (
        <DataTable
          caption="Auszahlungen, neueste zuerst"
          columns={COLUMNS.withdrawal}
          rows={items}
          rowKey={idOf}
        />
      )}
    </CustomerPanel>
  );
}

const idOf = ({ id }: Request) => id;

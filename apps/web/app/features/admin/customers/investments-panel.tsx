import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useState } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { Amount } from '../../../ui/amount.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Percent } from '../../../ui/percent.tsx';
import { UNIT } from '../admin-texts.ts';
import { CustomerPanel } from './customer-panel.tsx';
import classes from './customers.module.css';
import { useCustomerInvestments } from './customers.queries.ts';

const PAGE_SIZE = 8;

const COLUMNS: readonly Column<Investment>[] = [
  {
    key: 'bot',
    head: 'Bot',
    phone: 'title',
    cell: ({ botType, reference, status }) => (
      <>
        <b className={classes.strong}>{BOTS[botType].name}</b>{' '}
        <span className={classes.reference}>{reference}</span>
        {status === 'inactive' && <small>Beendet</small>}
      </>
    ),
  },
  {
    key: 'since',
    head: 'Zeitraum',
    kind: 'muted',
    phone: 'hidden',
    cell: ({ startedAt, stoppedAt }) => (
      <span className="nowrap">
        {stoppedAt === null
          ? `seit ${formatDate(startedAt)}`
          : `${formatDate(startedAt)} – ${formatDate(stoppedAt)}`}
      </span>
    ),
  },
  {
    key: 'initial',
    head: 'Einsatz',
    kind: 'amount',
    phone: 'note',
    cell: ({ usdInitialAmount }) => <Amount value={fromWire(usdInitialAmount)} tone="muted" />,
  },
  {
    key: 'return',
    head: 'Rendite',
    kind: 'amount',
    phone: 'amount-note',
    cell: ({ returnFraction }) => <Percent fraction={returnFraction} tone="delta" />,
  },
  {
    key: 'value',
    head: `Wert, ${UNIT}`,
    kind: 'amount',
    edge: true,
    phone: 'amount',
    cell: ({ usdCurrentAmount, status }) => (
      <Amount value={fromWire(usdCurrentAmount)} tone={status === 'active' ? 'plain' : 'muted'} />
    ),
  },
];

/** Running investments first; what is stopped shows what it paid out. */
export function InvestmentsPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1);
  const query = useCustomerInvestments({ id: customerId, page, pageSize: PAGE_SIZE });
  return (
    <CustomerPanel
      title="Bots"
      query={query}
      noun="Anlagen"
      none="Es wurde noch kein Bot gestartet."
      rows={2}
      onPage={setPage}
    >
      {(items) => (
        <DataTable caption="Bots, laufende zuerst" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />
      )}
    </CustomerPanel>
  );
}

import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { formatDate } from '../../../lib/dates.ts';
import { useNavs } from '../../../lib/live.tsx';
import type { Navs } from '../../../lib/live-prices.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Amount } from '../../../ui/amount.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Percent } from '../../../ui/percent.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerInvestmentRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { customerInvestmentsQuery } from './customers.queries.ts';
import { InvestmentDrawer } from './investment-drawer.tsx';
import {
  INVESTMENTS_PER_PAGE,
  type RunningSum,
  returnOf,
  useRunningSum,
  worthOf,
} from './running-investments.ts';

const LIST = { page: pageNumber('anlagen') };

interface InvestmentsPanelProps {
  customerId: string;
  /** Nobody books on their own account. */
  isSelf: boolean;
}

/** Running investments first, closed by their sum; what is stopped shows what it paid out. A row opens all about it. */
export function InvestmentsPanel({ customerId, isSelf }: InvestmentsPanelProps) {
  const [opened, open, close] = useOpening<Investment>();
  const [booking, openBooking, closeBooking] = useOpening<string>();
  const list = useList(LIST, ({ page }) =>
    customerInvestmentsQuery({ id: customerId, page, pageSize: INVESTMENTS_PER_PAGE }),
  );
  const { data } = list.query;
  const navs = useNavs();
  const sum = useRunningSum(customerId);
  const runs = data?.items.some(({ status }) => status === 'active') ?? false;
  return (
    <>
      <CustomerPanel
        title="Bots"
        list={list}
        noun="Anlagen"
        none="Es wurde noch kein Bot gestartet."
        rows={2}
        csv={() => customerInvestmentRows(customerId)}
      >
        {(items) => (
          <DataTable
            caption="Bots, laufende zuerst"
            columns={columnsOf(navs, runs ? sum : null)}
            rows={items}
            rowKey={({ id }) => id}
            isSelected={({ id }) => (opened?.isOpen || booking?.isOpen) === true && id === opened?.subject.id}
            footLabel={runs && sum ? 'Summe laufend' : undefined}
            onOpen={open}
          />
        )}
      </CustomerPanel>
      {opened && (
        <InvestmentDrawer
          // As the list has it now; what has left the page stays as it was.
          investment={data?.items.find(({ id }) => id === opened.subject.id) ?? opened.subject}
          isSelf={isSelf}
          opened={opened.isOpen}
          onClose={close}
          onBooking={(transferId) => {
            close();
            openBooking(transferId);
          }}
        />
      )}
      <BookingDrawer
        customerId={customerId}
        transferId={booking?.subject}
        opened={booking?.isOpen ?? false}
        onClose={closeBooking}
      />
    </>
  );
}

function columnsOf(navs: Navs, sum: RunningSum | null): readonly Column<Investment>[] {
  return [
    {
      key: 'bot',
      head: 'Bot',
      kind: 'primary',
      list: 'title',
      cell: ({ botType, reference, status }) => (
        <>
          <b className="font-580">{BOTS[botType].name}</b>{' '}
          <span className="whitespace-nowrap font-book text-muted">{reference}</span>
          {status === 'inactive' && <small>Beendet</small>}
        </>
      ),
    },
    {
      key: 'since',
      head: 'Zeitraum',
      kind: 'moment',
      list: 'hidden',
      cell: ({ startedAt, stoppedAt }) => (
        <>
          <span className="nowrap">
            {stoppedAt === null ? `seit ${formatDate(startedAt)}` : `${formatDate(startedAt)} –`}
          </span>{' '}
          {stoppedAt !== null && <span className="nowrap">{formatDate(stoppedAt)}</span>}
        </>
      ),
    },
    {
      key: 'initial',
      head: 'Einsatz',
      kind: 'amount',
      list: 'note',
      cell: ({ usdInitialAmount }) => <Amount value={fromWire(usdInitialAmount)} tone="muted" />,
      foot: sum && <Amount value={sum.initial} tone="muted" />,
    },
    {
      key: 'return',
      head: 'Rendite',
      kind: 'amount',
      list: 'amount-note',
      cell: (investment) => <Percent fraction={returnOf(investment, navs)} tone="delta" />,
      foot: sum && <Amount value={sum.value - sum.initial} tone="delta" unit={WALLET_UNIT} />,
    },
    {
      key: 'value',
      head: `Wert, ${WALLET_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: (investment) => (
        <Amount value={worthOf(investment, navs)} tone={investment.status === 'active' ? 'plain' : 'muted'} />
      ),
      foot: sum && <Amount value={sum.value} />,
      total: true,
    },
  ];
}

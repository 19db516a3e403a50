import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../lib/format/dates.ts';
import { formatDecimal, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNavs } from '../../../lib/live/live.tsx';
import { type Navs, navOf } from '../../../lib/live/live-prices.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Drawer, useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { customerInvestmentRows } from './customer-csv.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { customerInvestmentsQuery } from './customers.queries.ts';
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

interface InvestmentDrawerProps {
  investment: Investment;
  /** Nobody books on their own account. */
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
  /** Shows one booking instead. */
  onBooking: (transferId: string) => void;
}

const NAV_DIGITS = 6;

/** Everything behind the value of one investment: units and price, and the bookings at both ends. */
export function InvestmentDrawer(props: InvestmentDrawerProps) {
  const { investment, isSelf, opened, onClose, onBooking } = props;
  const canBook = useMay()('admin.applyReturn');
  const { botType, reference, status, startedAt, stoppedAt, startTransferId, stopTransferId } = investment;
  const navs = useNavs();
  const runs = status === 'active';
  const value = worthOf(investment, navs);
  const initial = fromWire(investment.usdInitialAmount);
  const nav = (runs ? navOf(investment, navs) : null) ?? investment.nav;
  const seesAudit = useMay()('admin.listAuditEntries');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={`${BOTS[botType].name} ${reference}`}
      note={stoppedAt === null ? `seit ${formatDateTime(startedAt)}` : `beendet ${formatDateTime(stoppedAt)}`}
      foot={
        runs &&
        !isSelf &&
        canBook && <ButtonLink to={urls.adminReturnsFor(reference)}>Manuelle Rendite buchen</ButtonLink>
      }
    >
      <div>
        <p className="small muted">{runs ? 'Wert zum neuesten Kurs' : 'Ausgezahlt'}</p>
        <p className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
          <Amount value={value} unit={WALLET_UNIT} />
        </p>
      </div>
      <KeyValues
        facts={[
          {
            label: 'Einsatz',
            value: (
              <Amount
                value={initial}
                unit={WALLET_UNIT}
                onOpen={() => onBooking(startTransferId)}
                opensLabel="Buchung beim Start"
              />
            ),
          },
          {
            label: 'Gewinn oder Verlust',
            value: <Amount value={value - initial} tone="delta" unit={WALLET_UNIT} />,
          },
          { label: 'Rendite', value: <Percent fraction={returnOf(investment, navs)} tone="delta" /> },
          {
            label: 'Größter Rückgang',
            value: <Percent fraction={investment.maxDrawdownFraction} />,
          },
          { label: 'Anteile', value: formatDecimal(Number(investment.units), { digits: NAV_DIGITS }) },
          {
            label: 'Anteilswert beim Start',
            value: formatDecimal(Number(investment.navAtStart), { digits: NAV_DIGITS }),
          },
          {
            label: runs ? 'Anteilswert jetzt' : 'Anteilswert am Ende',
            value: formatDecimal(Number(nav), { digits: NAV_DIGITS }),
          },
          { label: 'Gestartet', value: formatDateTime(startedAt) },
          ...(stoppedAt === null ? [] : [{ label: 'Beendet', value: formatDateTime(stoppedAt) }]),
          ...(stopTransferId === null
            ? []
            : [
                {
                  label: 'Auszahlung ins Wallet',
                  value: (
                    <Amount
                      value={value}
                      unit={WALLET_UNIT}
                      onOpen={() => onBooking(stopTransferId)}
                      opensLabel="Buchung beim Ende"
                    />
                  ),
                },
              ]),
        ]}
      />
      {seesAudit && (
        <p className="small">
          <Link className="link" to={urls.adminAuditOf(reference)}>{`Prüfspur zu ${reference}`}</Link>
        </p>
      )}
    </Drawer>
  );
}

import type { Bot, Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { formatPercent } from '../../../lib/format/numbers.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { CsvButton, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { transferLink } from '../bot-links.ts';
import { ActiveInvestments, WIDE_AMOUNTS } from './active-investments.tsx';
import { investmentRows } from './csv-rows.ts';
import { InvestmentName, periodText } from './investment-name.tsx';

interface InvestmentList {
  items: readonly Investment[];
  total: number;
  page: number;
  pageSize: number;
}

interface PanelProps {
  /** Absent while loading. */
  list: InvestmentList | undefined;
  page: number;
  onPage: (page: number) => void;
}

interface ActivePanelProps extends PanelProps {
  /** The one that was just started. */
  startedId: string | undefined;
  onStop: (investment: Investment) => void;
  /** Absent while loading. */
  bots: readonly Bot[] | undefined;
}

/** The same before the list is here: what comes later would push the words aside. */
const ACTIVE_ASIDE = (
  <>
    <span>Werte in USDT</span>
    <CsvButton
      fileName="spielgeld-aktive-bots.csv"
      label="Aktive Bots"
      load={() => investmentRows('active')}
    />
  </>
);

export function ActivePanel(props: ActivePanelProps) {
  const { list, page, onPage, startedId, onStop, bots } = props;
  // What its bot does is part of a row: without it the rows would grow.
  if (!list || !bots) {
    return (
      <Panel flush title="Aktive Bots" aside={ACTIVE_ASIDE}>
        <RowsSkeleton count={3} />
      </Panel>
    );
  }
  // The head of the page says it, and the offer follows: nobody needs a card with nothing in it.
  if (list.total === 0) return null;
  const onOnePage = list.total <= list.pageSize;
  return (
    <Panel flush title="Aktive Bots" aside={ACTIVE_ASIDE}>
      <ActiveInvestments
        investments={list.items}
        bots={bots}
        sumLabel={onOnePage ? 'Summe' : 'Summe dieser Seite'}
        startedId={startedId}
        onStop={onStop}
      />
      {!onOnePage && (
        <Pager page={page} pageSize={list.pageSize} total={list.total} noun="Anlagen" onPage={onPage} />
      )}
    </Panel>
  );
}

export function StoppedPanel({ list, page, onPage }: PanelProps) {
  return (
    <Panel
      flush
      title="Beendete Bots"
      aside={
        <>
          <span>Werte in USDT</span>
          <ListCsvButton
            total={list?.total}
            fileName="spielgeld-beendete-bots.csv"
            label="Beendete Bots"
            load={() => investmentRows('inactive')}
          />
        </>
      }
    >
      {!list && <RowsSkeleton count={3} />}
      {list?.total === 0 && (
        <EmptyState title="Noch kein Bot beendet">
          Beendete Bots stehen hier mit dem, was ausgezahlt wurde.
        </EmptyState>
      )}
      {list && list.total > 0 && (
        <>
          <StoppedInvestments investments={list.items} />
          {list.total > list.pageSize && (
            <Pager page={page} pageSize={list.pageSize} total={list.total} noun="Anlagen" onPage={onPage} />
          )}
        </>
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<Investment>[] = [
  {
    key: 'bot',
    head: 'Bot',
    kind: 'primary',
    list: 'title',
    cell: (investment) => <InvestmentName investment={investment} />,
  },
  {
    key: 'initial',
    head: 'Einsatz',
    kind: 'amount',
    list: 'note',
    cell: (investment) => (
      <>
        <Amount
          value={fromWire(investment.usdInitialAmount)}
          tone="muted"
          to={transferLink(investment.startTransferId)}
          opensLabel="Buchung des Starts öffnen"
        />
        <span data-room="list">{`, ${periodText(investment)}`}</span>
      </>
    ),
  },
  {
    key: 'profit',
    head: 'Ergebnis',
    kind: 'amount',
    list: 'hidden',
    cell: (investment) => <Amount value={fromWire(investment.profit)} tone="delta" />,
  },
  {
    key: 'return',
    head: 'Rendite',
    kind: 'amount',
    list: 'amount-note',
    cell: (investment) => <Percent fraction={investment.returnFraction} tone="delta" />,
  },
  {
    key: 'drawdown',
    head: 'Größter Rückgang',
    kind: 'amount',
    list: 'wide',
    cell: (investment) => (
      <span className="font-book text-muted list:text-[12px]/4.5">
        <span data-room="list">Größter Rückgang </span>
        {formatPercent(investment.maxDrawdownFraction)}
      </span>
    ),
  },
  {
    key: 'paid',
    head: 'Ausgezahlt',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: (investment) => (
      <Amount
        value={fromWire(investment.usdCurrentAmount)}
        to={investment.stopTransferId === null ? undefined : transferLink(investment.stopTransferId)}
        opensLabel="Buchung der Auszahlung öffnen"
      />
    ),
  },
];

/** Stopped investments, newest first. What was paid out opens its booking. */
function StoppedInvestments({ investments }: { investments: readonly Investment[] }) {
  return (
    <div className={WIDE_AMOUNTS}>
      <DataTable
        caption="Beendete Bots"
        columns={COLUMNS}
        rows={investments}
        rowKey={(investment) => investment.id}
        rowTo={(investment) => urls.investment(investment.id)}
      />
    </div>
  );
}

import type { Bot, BotType, Investment } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { formatPercent } from '../../../lib/format/numbers.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { CsvButton, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { transferLink } from '../bot-links.ts';
import { firstStart } from '../first-start.ts';
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
  /** For the empty state: with what one could start. Not known or not to be had, there is no offer. */
  available: Micros | null | undefined;
  /** The choice made at sign-up. */
  preferred: BotType | null;
  onStart: (botType: BotType) => void;
}

export function ActivePanel(props: ActivePanelProps) {
  const { list, page, onPage, startedId, onStop, bots, available, preferred, onStart } = props;
  // What its bot does is part of a row: without it the rows would grow.
  if (!list || !bots) {
    return (
      <Panel flush title="Aktive Bots" aside={<span>Werte in USDT</span>}>
        <RowsSkeleton count={5} />
      </Panel>
    );
  }
  if (list.total === 0) {
    return (
      <Panel flush title="Aktive Bots">
        <EmptyState
          title="Kein Bot aktiv"
          action={
            typeof available === 'bigint' && (
              <FirstStep bots={bots} preferred={preferred} available={available} onStart={onStart} />
            )
          }
        >
          Hier steht, was aus Ihrem Einsatz wird, sobald ein Bot für Sie handelt.
        </EmptyState>
      </Panel>
    );
  }
  const onOnePage = list.total <= list.pageSize;
  return (
    <Panel
      flush
      title="Aktive Bots"
      aside={
        <>
          <span>Werte in USDT</span>
          <CsvButton
            fileName="spielgeld-aktive-bots.csv"
            label="Aktive Bots"
            load={() => investmentRows('active')}
          />
        </>
      }
    >
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

interface FirstStepProps {
  bots: readonly Bot[];
  preferred: BotType | null;
  available: Micros;
  onStart: (botType: BotType) => void;
}

/** A start when the wallet covers it, else the way there. */
function FirstStep({ bots, preferred, available, onStart }: FirstStepProps) {
  const start = firstStart(bots, preferred, available);
  if (!start) return null;
  if (!start.isCovered) return <ButtonLink to={urls.deposits}>Spielgeld einzahlen</ButtonLink>;
  return <Button onClick={() => onStart(start.bot.type)}>{`${start.bot.name} starten`}</Button>;
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

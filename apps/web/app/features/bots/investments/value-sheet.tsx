import type { InvestmentDetail, Transaction } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { ValueChart } from '../../../entities/bot/value-chart.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatClock, formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { asCoordinate } from '../../../lib/format/numbers.ts';
import { useNav, usePrices } from '../../../lib/live/live.tsx';
import type { ChartMarker } from '../../../ui/chart/book-chart.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookHero, BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { Ledger, type LedgerLine } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { DETAIL_LINKS, transferLink } from '../bot-links.ts';
import { useManualReturns } from '../bots.queries.ts';
import { valueAt } from './investment-value.ts';
import { offeredPeriods, type Period, pointsIn, valuePoints } from './value-history.ts';

/** Value, curve and breakdown on one amount edge; all three end at the same value. */
export function ValueSheet({ investment }: { investment: InvestmentDetail }) {
  const [period, setPeriod] = useState<Period>('max');
  const live = useLiveNav(investment);
  const current = valueAt(investment, live?.nav ?? null);
  const manual = fromWire(investment.breakdown.manual);
  const manualReturns = useManualReturns(investment.id, manual !== 0n).data?.items ?? [];

  const points = valuePoints(investment, live && { ...live, value: current.value });
  const periods = offeredPeriods(points);
  const shownPeriod = periods.some(({ value }) => value === period) ? period : 'max';
  return (
    <Panel flush label="Wert der Anlage">
      <BookHero
        label={investment.status === 'active' ? 'Wert' : 'Ausgezahlt'}
        amount={<PaidOrCurrent investment={investment} value={current.value} />}
        note={
          <>
            <Amount value={current.profit} tone="delta" unit="USDT" />
            {' · '}
            <Percent fraction={current.returnFraction} signed />
          </>
        }
        aside={
          periods.length > 1 && (
            <Segments label="Zeitraum" options={periods} value={shownPeriod} onChange={setPeriod} />
          )
        }
      />
      <BookSheet>
        <ValueChart
          title="Wert der Anlage in USDT"
          points={pointsIn(points, shownPeriod)}
          // A part of the curve is seen against its own beginning.
          initial={shownPeriod === 'max' ? asCoordinate(fromWire(investment.usdInitialAmount)) : undefined}
          value={current.value}
          // The curve has fewer points than the NAV was struck at; over all of it the exact figure is known.
          deepest={shownPeriod === 'max' ? (investment.maxDrawdownFraction ?? 0) : 0}
          markers={manualMarkers(manualReturns, manual)}
        />
        <BreakdownLedger
          investment={investment}
          value={current.value}
          isLive={live !== null}
          manualReturns={manualReturns}
        />
      </BookSheet>
    </Panel>
  );
}

/** The newest tick as it concerns this investment; null once it is stopped, or without a connection. */
function useLiveNav(investment: InvestmentDetail): { at: number; nav: string } | null {
  const nav = useNav(investment);
  const { at } = usePrices();
  return investment.status === 'active' && nav !== null && at !== null ? { at, nav } : null;
}

function PaidOrCurrent({ investment, value }: { investment: InvestmentDetail; value: Micros }) {
  const { stopTransferId } = investment;
  if (stopTransferId === null) return <Amount value={value} unit="USDT" />;
  return (
    <Amount
      value={value}
      unit="USDT"
      to={transferLink(stopTransferId)}
      opensLabel="Buchung der Auszahlung öffnen"
    />
  );
}

/** Manual returns are not performance: they stand in the curve as what they are. */
function manualMarkers(returns: readonly Transaction[], total: Micros): ChartMarker[] {
  const text = returns.length === 1 ? `${formatAmount(total, { sign: 'always' })} manuell` : 'manuell';
  return returns.map(({ createdAt }) => ({ at: Date.parse(createdAt), kind: 'manual', text }));
}

interface BreakdownLedgerProps {
  investment: InvestmentDetail;
  /** The value that is shown, at the newest tick. */
  value: Micros;
  isLive: boolean;
  manualReturns: readonly Transaction[];
}

/**
 * How the value came about. The parts are those of the last answer; what the price did since then is a line of its own,
 * so that the sheet adds up to the value above it at every tick, to the cent.
 */
function BreakdownLedger({ investment, value, isLive, manualReturns }: BreakdownLedgerProps) {
  const { breakdown, startTransferId, startedAt, stoppedAt, lastUpdated } = investment;
  const financing = fromWire(breakdown.financing);
  const lines: LedgerLine[] = [
    {
      label: `Einsatz, ${formatDate(startedAt)}`,
      amount: (
        <Amount
          value={fromWire(breakdown.initialAmount)}
          to={transferLink(startTransferId)}
          opensLabel="Buchung des Starts öffnen"
        />
      ),
    },
    {
      key: 'realised',
      label: <TermHint id="realised">Realisiert</TermHint>,
      note: 'aus geschlossenen Positionen',
      amount: (
        <Amount
          value={fromWire(breakdown.realised)}
          signed
          to={DETAIL_LINKS.fills}
          opensLabel="Ausführungen zeigen"
        />
      ),
    },
    {
      key: 'unrealised',
      label: <TermHint id="unrealised">Unrealisiert</TermHint>,
      note: stoppedAt === null ? 'aus offenen Positionen' : 'aus Positionen, die beim Ende offen waren',
      amount: (
        <Amount
          value={fromWire(breakdown.unrealised)}
          signed
          to={stoppedAt === null ? DETAIL_LINKS.positions : undefined}
          opensLabel="Positionen zeigen"
        />
      ),
    },
    {
      key: 'manual',
      label: <TermHint id="manual-return">Manuelle Rendite</TermHint>,
      note: manualReturns.length > 0 ? <ManualNotes returns={manualReturns} /> : undefined,
      amount: (
        <Amount
          value={fromWire(breakdown.manual)}
          signed
          to={manualReturns.length > 0 ? DETAIL_LINKS.days : undefined}
          opensLabel="Tageswerte zeigen"
        />
      ),
    },
    {
      key: 'costs',
      label: <TermHint id="trading-costs">Handelskosten</TermHint>,
      note: 'Gebühr, Spanne, Slippage',
      amount: (
        <Amount value={-fromWire(breakdown.costs)} to={DETAIL_LINKS.fills} opensLabel="Ausführungen zeigen" />
      ),
    },
    ...(financing === 0n
      ? []
      : [
          {
            key: 'financing',
            label: <TermHint id="financing">Finanzierung</TermHint>,
            note: 'für gehaltene Positionen',
            amount: <Amount value={-financing} to={DETAIL_LINKS.days} opensLabel="Tageswerte zeigen" />,
          },
        ]),
    { label: 'Rundung auf ganze Cent', amount: <Amount value={fromWire(breakdown.rounding)} signed /> },
  ];
  if (isLive)
    lines.push({
      key: 'since',
      label: `Seit ${formatClock(lastUpdated)}\u00a0Uhr`,
      note: 'noch nicht aufgeteilt',
      amount: <Amount value={value - fromWire(breakdown.value)} signed />,
    });
  return (
    <Ledger
      className={BOOK_LEDGER}
      caption="Woraus sich der Wert ergibt"
      head={{ label: 'Seit Beginn', amount: 'USDT' }}
      lines={lines}
      total={{
        label: stoppedAt === null ? 'Wert' : `Ausgezahlt, ${formatDate(stoppedAt)}`,
        amount: <Amount value={isLive ? value : fromWire(breakdown.value)} />,
      }}
    />
  );
}

/** When and why, as the booking says it. */
function ManualNotes({ returns }: { returns: readonly Transaction[] }) {
  return returns.map(({ id, createdAt, description }) => (
    <span key={id} className="block">
      <Link className="link" to={transferLink(id)}>
        {formatDateTimeShort(createdAt)}
      </Link>
      {` ${description}`}
    </span>
  ));
}

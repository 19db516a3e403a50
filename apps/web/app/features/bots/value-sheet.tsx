import type { InvestmentDetail, Transaction } from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { useNav, usePrices } from '../../lib/live.tsx';
import { formatDecimal, formatPercent } from '../../lib/numbers.ts';
import { Amount } from '../../ui/amount.tsx';
import { BookChart, type ChartMarker } from '../../ui/book-chart.tsx';
import { BookHero, BookSheet } from '../../ui/book-sheet.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { transferLink } from './bot-links.ts';
import { useManualReturns } from './bots.queries.ts';
import { BreakdownLedger } from './breakdown-ledger.tsx';
import { asCoordinate, type InvestmentValue, valueAt } from './investment-value.ts';
import { offeredPeriods, type Period, pointsIn, type ValuePoint, valuePoints } from './value-history.ts';

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
          points={pointsIn(points, shownPeriod)}
          // A part of the curve is seen against its own beginning.
          initial={shownPeriod === 'max' ? asCoordinate(fromWire(investment.usdInitialAmount)) : undefined}
          current={current}
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

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;

interface ValueChartProps {
  points: readonly ValuePoint[];
  initial: number | undefined;
  current: InvestmentValue;
  /** The deepest drawdown as far as it is known from elsewhere, ≤ 0. */
  deepest: number;
  markers: readonly ChartMarker[];
}

/** The period only cuts the curve; the drawdown counts from the highest value since the start. */
function ValueChart({ points, initial, current, deepest: known, markers }: ValueChartProps) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const deepest = Math.min(known, ...points.map(({ drawdown }) => drawdown));
  const fine = Math.max(...points.map(({ value }) => value)) < 1000;
  const percent = (fraction: number) => formatPercent(fraction, { digits: deepest < -0.02 ? 1 : 2 });
  return (
    <BookChart
      title="Wert der Anlage in USDT"
      points={points.map(({ at, value }) => ({ at, value }))}
      format={(value) => formatDecimal(value, { digits: fine || !Number.isInteger(value) ? 2 : 0 })}
      baseline={initial}
      covers={[first.value * (1 - LEAST_MOVE), first.value * (1 + LEAST_MOVE)]}
      end={<Amount value={current.value} />}
      markers={markersWithin(markers, first.at, last.at)}
      drawdown={{
        title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
        points: points.map(({ at, drawdown }) => ({ at, value: drawdown })),
        format: percent,
        end: <Percent fraction={last.drawdown} tone="delta" />,
        covers: [-LEAST_MOVE],
      }}
      summary={`Wert vom ${formatDate(first.at)} bis ${formatDate(last.at)}: von ${formatDecimal(first.value)} auf ${inUsdt(current.value)}, größter Rückgang ${formatPercent(deepest)}.`}
    />
  );
}

/** Beside the end of the curve a label would lie on it. */
const LABELS_END = 0.7;

function markersWithin(markers: readonly ChartMarker[], from: number, to: number): ChartMarker[] {
  const lastLabel = from + (to - from) * LABELS_END;
  return markers
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, kind, text }) => ({ at, kind, text: at > lastLabel ? undefined : text }));
}

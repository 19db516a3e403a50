import type { ReportSummary, TrackRecord } from '@botdepot/contract';
import { type BotType, MEASURED_AFTER_DAYS } from '@botdepot/contract/catalogue';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatPercent, formatPercentNumber, NBSP } from '../../lib/format/numbers.ts';
import { formatBerlinDay, formatUtcPeriod } from '../../lib/format/plain-days.ts';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import type { Loaded } from '../../lib/server/use-loaded.ts';
import { Percent } from '../../ui/sheet/percent.tsx';
import { Bone } from '../../ui/state/skeleton.tsx';
import { measuredDays, notYetMeasuredText } from './measured-days.ts';
import { findSummary } from './reports.ts';

/** As high as its lines, loaded or not: nothing below moves when the figures arrive. */
const PAIR = clsx(
  'block min-h-23 data-ranged:min-h-32 data-waiting:[&>span>span]:inline-block',
  'max-md:min-h-[var(--evidence-height,148px)] max-md:data-ranged:min-h-55.5',
);
const NOTE = 'block text-[12px]/4.5 font-book text-muted mt-0.5';

interface EvidenceProps<T> {
  botType: BotType;
  loaded: Pick<Loaded<T[]>, 'data' | 'failed'>;
}

/** Live and tested alike: a live fall within a day is none here, since a backtest on days would not know it. */
const BASIS = 'Tagesschlüsse (UTC), nach Kosten';

/** What the bot has measured live: return and drawdown of one period with its source, or that there is nothing yet. */
export function MeasuredLive({ botType, loaded: { data, failed } }: EvidenceProps<TrackRecord>) {
  const record = data?.find((one) => one.botType === botType);
  if (!record) return <Missing failed={failed || data !== undefined} />;
  const [series] = record.series;
  const sources = series ? `${priceSourcesText(series.priceSources)}, ${BASIS}` : '';
  const { measured } = record;
  if (!measured) {
    return (
      <Pair
        head={notYetMeasuredText(series && !series.closed ? measuredDays(series) : null)}
        note={`Als gemessen gilt ein Ergebnis nach ${MEASURED_AFTER_DAYS}${NBSP}Tagen mit laufenden Kursen.`}
      />
    );
  }
  return (
    <Pair
      head={<Percent fraction={measured.returnFraction} tone="delta" />}
      drawdown={measured.dailyDrawdownFraction}
      note={`${formatBerlinDay(measured.from)} bis ${formatBerlinDay(measured.to)}, ${sources}`}
    />
  );
}

/** The published backtest on real prices: return per year and drawdown, never one without the other. */
export function BacktestReturn({ botType, loaded: { data, failed } }: EvidenceProps<ReportSummary>) {
  const report = findSummary(data, botType, 'publication');
  if (!report) return <Missing failed={failed || data !== undefined} ranged />;
  const { performance, provenance, uncertainty } = report;
  const range = uncertainty.cagr;
  return (
    <Pair
      head={
        <>
          <Percent fraction={performance.cagr} tone="delta" />
          <span className="text-[14px] font-book text-muted">{' im\u00a0Jahr'}</span>
        </>
      }
      drawdown={performance.maxDrawdown}
      range={
        range &&
        `Tage neu zusammengesetzt: in 9 von 10${NBSP}Fällen ${formatPercentNumber(range.low, { digits: 1 })} bis ${formatPercent(range.high, { digits: 1 })}`
      }
      note={`${formatUtcPeriod(provenance.firstDay, provenance.lastDay)}, ${BASIS}`}
    />
  );
}

/** The same markets bought once and held, over the same period as the published backtest. */
export function HoldingReturn({ botType, loaded: { data, failed } }: EvidenceProps<ReportSummary>) {
  const report = findSummary(data, botType, 'publication');
  if (!report) return <Missing failed={failed || data !== undefined} />;
  return (
    <Pair
      head={
        <>
          <Percent fraction={report.buyAndHold.cagr} tone="delta" />
          <span className="text-[14px] font-book text-muted">{' im\u00a0Jahr'}</span>
        </>
      }
      drawdown={report.buyAndHold.maxDrawdown}
      note="im selben Zeitraum, nach Kosten"
    />
  );
}

interface PairProps {
  head: ReactNode;
  /** How far the figure moves when its days come in another order. */
  range?: string | null;
  drawdown?: number | null;
  note: string;
}

function Pair({ head, range, drawdown, note }: PairProps) {
  return (
    <span className={PAIR} data-ranged={range ? true : undefined}>
      <span className="block min-h-7">{head}</span>
      {range && <span className="block text-[12px]/4.5 font-book text-muted">{range}</span>}
      {drawdown !== undefined && (
        <span className="block min-h-6 text-[15px]/6 font-book">
          {'größter Rückgang '}
          <Percent fraction={drawdown} tone="delta" />
        </span>
      )}
      <span className={NOTE}>{note}</span>
    </span>
  );
}

/** As high as the figures that come; written into the page at build time, when nothing is known. */
function Missing({ failed, ranged }: { failed: boolean; ranged?: boolean }) {
  if (failed) return <Pair head="nicht verfügbar" note="Die Angaben konnten nicht geladen werden." />;
  return (
    <span className={PAIR} data-waiting data-ranged={ranged}>
      <span className="vh">wird geladen</span>
      <span className="block min-h-7">
        <Bone width={96} height={20} />
      </span>
      <span className="block min-h-6 text-[15px]/6 font-book">
        <Bone width={152} />
      </span>
      <span className={NOTE}>
        <Bone width={176} height={12} />
      </span>
    </span>
  );
}

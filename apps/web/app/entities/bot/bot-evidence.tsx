import type { ReportSummary, TrackRecord } from '@botdepot/contract';
import { type BotType, MEASURED_AFTER_DAYS } from '@botdepot/contract/catalogue';
import type { ReactNode } from 'react';
import { formatCount, formatPercent, formatPercentNumber, NBSP } from '../../lib/numbers.ts';
import { formatBerlinDay, formatUtcPeriod } from '../../lib/plain-days.ts';
import { priceSourcesText } from '../../lib/price-sources.ts';
import type { Loaded } from '../../lib/use-loaded.ts';
import { Percent } from '../../ui/percent.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import classes from './bot-evidence.module.css';
import { measuredDays } from './measured-days.ts';
import { findSummary } from './reports.ts';

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
  if (!measured) return <Pair head="noch nicht gemessen" note={waitingText(record)} />;
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
          <span className={classes.unit}>{' im\u00a0Jahr'}</span>
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
          <span className={classes.unit}>{' im\u00a0Jahr'}</span>
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
    <span className={classes.pair} data-ranged={range ? true : undefined}>
      <span className={classes.head}>{head}</span>
      {range && <span className={classes.range}>{range}</span>}
      {drawdown !== undefined && (
        <span className={classes.drawdown}>
          {'größter Rückgang '}
          <Percent fraction={drawdown} tone="delta" />
        </span>
      )}
      <span className={classes.note}>{note}</span>
    </span>
  );
}

/** As high as the figures that come; written into the page at build time, when nothing is known. */
function Missing({ failed, ranged }: { failed: boolean; ranged?: boolean }) {
  if (failed) return <Pair head="nicht verfügbar" note="Die Angaben konnten nicht geladen werden." />;
  return (
    <span className={classes.pair} data-waiting data-ranged={ranged}>
      <span className="vh">wird geladen</span>
      <span className={classes.head}>
        <Bone width={96} height={20} />
      </span>
      <span className={classes.drawdown}>
        <Bone width={152} />
      </span>
      <span className={classes.note}>
        <Bone width={176} height={12} />
      </span>
    </span>
  );
}

function waitingText({ series: [newest] }: TrackRecord): string {
  const rule = `Als gemessen gilt ein Ergebnis nach ${MEASURED_AFTER_DAYS}${NBSP}Tagen mit laufenden Kursen.`;
  if (!newest || newest.closed) return rule;
  const days = Math.floor(measuredDays(newest));
  const since =
    days < 1 ? 'seit weniger als 1 Tag' : days === 1 ? 'seit 1 Tag' : `seit ${formatCount(days)} Tagen`;
  return `Live ${since}. ${rule}`;
}

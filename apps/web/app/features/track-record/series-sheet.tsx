import type { TrackRecordSeries } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { clsx } from 'clsx';
import { daysText } from '../../entities/bot/measured-days.ts';
import { MonthlyTable } from '../../entities/bot/monthly-table.tsx';
import { TermHint } from '../../entities/term/term-hint.tsx';
import { formatDate, formatDateTime } from '../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, shareOfCapital } from '../../lib/format/numbers.ts';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import { BookChart } from '../../ui/chart/book-chart.tsx';
import { useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookHero, BookSheet } from '../../ui/sheet/book-sheet.tsx';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import {
  costsText,
  endText,
  fallText,
  holdingNote,
  holdingText,
  periodText,
  runningMonth,
  shareText,
  yearsOf,
} from './record-texts.ts';

const CLOSED = clsx(
  'overflow-hidden bg-surface border border-border rounded-box',
  '[&>summary]:flex [&>summary]:items-start [&>summary]:justify-between [&>summary]:gap-4',
  '[&>summary]:py-4 [&>summary]:px-(--pad) [&>summary]:font-semibold [&>summary]:cursor-pointer',
  '[&>summary]:list-none [&>summary::-webkit-details-marker]:hidden',
  '[&>summary:focus-visible]:-outline-offset-4 [&>summary:focus-visible]:rounded-box',
  'open:[&>summary]:border-b open:[&>summary]:border-b-border',
);
const CLOSED_NAME = clsx(
  '[text-decoration:underline_dotted_var(--control)_1px] underline-offset-[5px]',
  'in-[summary:hover]:decoration-solid',
);
const ANSWERS =
  'grid grid-cols-2 gap-x-8 gap-y-4 px-(--pad) pt-1 pb-4 [&_dt]:font-semibold [&_dd]:text-muted max-md:grid-cols-1';
const SMALL = 'block mt-0.5 text-[12px]/4.5 font-book text-muted';

interface SeriesSheetProps {
  botName: string;
  series: TrackRecordSeries;
}

/** One series from its first live bar to its last: curve, drawdown, losing days, every month. */
export function SeriesSheet({ botName, series }: SeriesSheetProps) {
  return (
    <Panel flush label={`${botName}, Reihe ${series.series}`}>
      <SeriesContent botName={botName} series={series} />
    </Panel>
  );
}

/** A series that is over, closed until somebody opens it; its result is seen all the same. */
export function ClosedSeries({ botName, series }: SeriesSheetProps) {
  const { closed, from, to, returnFraction, maxDrawdownFraction } = series;
  return (
    <details className={CLOSED}>
      <summary>
        <span>
          <span className={CLOSED_NAME}>{`Reihe ${series.series}, beendet`}</span>
          <span className={SMALL}>{periodText(from, closed?.at ?? to)}</span>
        </span>
        <span className="flex-none text-right">
          <Percent fraction={returnFraction} tone="delta" />
          <span className={SMALL}>
            {'größter Rückgang '}
            <Percent fraction={maxDrawdownFraction} tone="delta" />
          </span>
        </span>
      </summary>
      <SeriesContent botName={botName} series={series} />
    </details>
  );
}

/** What one could have had in it, so that a return is an amount. */
const CAPITAL = fromWire('1000');

function SeriesContent({ botName, series }: SeriesSheetProps) {
  const [isAll] = useAllFigures();
  const { from, to, days, returnFraction, maxDrawdownFraction, costsFraction, closed } = series;
  const source = `${priceSourcesText(series.priceSources)}, nach Kosten`;
  const end = endText(series);
  return (
    <>
      <BookHero
        label={`Aus ${inUsdt(CAPITAL)} wurden ${closed ? `in Reihe ${series.series}` : 'seit dem Start'}`}
        amount={<Amount value={CAPITAL + shareOfCapital(CAPITAL, returnFraction)} unit="USDT" />}
        note={`${periodText(from, to)} (${daysText(days)}), ${source}${end ? `. ${end}` : ''}`}
      />
      <dl className={ANSWERS}>
        <div>
          <dt>
            <TermHint id="drawdown">Größter Rückgang</TermHint>
          </dt>
          <dd>{fallText(maxDrawdownFraction, CAPITAL)}</dd>
        </div>
        <div>
          <dt>
            <TermHint id="trading-costs">Handelskosten</TermHint>
          </dt>
          <dd>{costsText(costsFraction, CAPITAL, returnFraction !== 0 || maxDrawdownFraction !== 0)}</dd>
        </div>
        <div className="col-span-full">
          <dt>
            <TermHint id="buy-and-hold">Kaufen und Halten</TermHint>
          </dt>
          <dd>{holdingText(series, CAPITAL)}</dd>
        </div>
      </dl>
      <BookSheet>
        <NavChart botName={botName} series={series} withDrawdown={isAll} />
        {isAll && <SeriesLedger botName={botName} series={series} />}
      </BookSheet>
      {isAll && <SeriesDetails botName={botName} series={series} source={source} />}
    </>
  );
}

function SeriesLedger({ botName, series }: SeriesSheetProps) {
  const { closed } = series;
  return (
    <Ledger
      className={BOOK_LEDGER}
      caption={`${botName}, Reihe ${series.series}: Angaben`}
      lines={[
        {
          label: 'Rendite',
          note: 'zeitgewichtet, nach Kosten',
          amount: <Percent fraction={series.returnFraction} tone="delta" />,
        },
        {
          label: 'Größter Rückgang',
          note: 'vom höchsten Stand bis zum tiefsten danach, Minute für Minute',
          amount: <Percent fraction={series.maxDrawdownFraction} tone="delta" />,
        },
        {
          label: 'Kaufen und Halten',
          note: holdingNote(series),
          amount: <Percent fraction={series.buyAndHold?.held.returnFraction ?? null} tone="delta" />,
        },
        {
          label: 'Verlusttage',
          note: closed ? 'von allen Tagen (UTC)' : 'von den abgeschlossenen Tagen (UTC)',
          amount: shareText(series.losingDays, series.finishedDays),
        },
        {
          label: 'Verlustmonate',
          note: closed ? 'von allen Monaten (UTC)' : 'von den abgeschlossenen Monaten (UTC)',
          amount: shareText(series.losingMonths, series.finishedMonths),
        },
        { label: 'Ausführungen', note: 'Käufe und Verkäufe', amount: formatCount(series.fills) },
      ]}
    />
  );
}

/** Months, and what the series rests on. */
function SeriesDetails({ botName, series, source }: SeriesSheetProps & { source: string }) {
  const { from, to, closed, months } = series;
  return (
    <>
      {months.length > 0 && (
        <div className="px-(--pad) pt-0 pb-5 [&_h3]:pt-4 [&_h3]:pb-1 [&_h3]:text-[16px]/6 [&_h3]:font-bold">
          <h3>Monat für Monat</h3>
          <MonthlyTable
            caption={`${botName}, Rendite je Monat`}
            years={yearsOf(months)}
            running={runningMonth(months)}
            note={`Monate nach UTC, ${source}.`}
          />
        </div>
      )}
      <div className="px-(--pad) pt-4 pb-5 border-t border-border">
        <KeyValues
          facts={[
            { label: 'Beginn', value: formatDateTime(from) },
            closed
              ? { label: 'Ende', value: formatDateTime(closed.at) }
              : { label: 'Stand', value: formatDateTime(to) },
            { label: 'Kurse', value: priceSourcesText(series.priceSources) },
            ...(series.sourceChanges.length > 0
              ? [
                  {
                    label: 'Andere Kursquelle ab',
                    value: `${series.sourceChanges.map(formatDateTime).join(', ')}. Die Positionen wurden geschlossen, und „Gemessen“ begann neu.`,
                  },
                ]
              : []),
            {
              label: 'Fassungen',
              value: `Strategie ${series.strategyVersion}, Handelslogik ${series.engineVersion}`,
            },
          ]}
        />
      </div>
    </>
  );
}

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;

function NavChart({ botName, series, withDrawdown }: SeriesSheetProps & { withDrawdown: boolean }) {
  const points = series.history.map(({ at, nav }) => ({ at: Date.parse(at), value: Number(nav) }));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const deepest = series.maxDrawdownFraction;
  const nav = (value: number) => formatDecimal(value, { digits: 4 });
  const percent = (fraction: number) => formatPercent(fraction, { digits: deepest < -0.02 ? 1 : 2 });
  return (
    <BookChart
      title={`Anteilswert in USDT${withDrawdown ? '' : `, größter Rückgang ${formatPercent(deepest)}`}`}
      points={points}
      format={nav}
      baseline={first.value}
      covers={[first.value * (1 - LEAST_MOVE), first.value * (1 + LEAST_MOVE)]}
      end={<span className="num">{nav(last.value)}</span>}
      drawdown={
        withDrawdown
          ? {
              title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
              points: series.history.map(({ at, drawdown }) => ({ at: Date.parse(at), value: drawdown })),
              format: percent,
              end: <Percent fraction={series.history.at(-1)?.drawdown ?? null} tone="delta" />,
              covers: [-LEAST_MOVE],
            }
          : undefined
      }
      summary={`${botName} vom ${formatDate(first.at)} bis ${formatDate(last.at)}: Anteilswert von ${nav(first.value)} auf ${nav(last.value)}, größter Rückgang ${formatPercent(deepest)}.`}
    />
  );
}

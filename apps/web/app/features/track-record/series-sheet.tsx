import type { TrackRecordSeries } from '@botdepot/contract';
import { clsx } from 'clsx';
import { daysText } from '../../entities/bot/days-text.ts';
import { MonthlyTable } from '../../entities/bot/monthly-table.tsx';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatCount, formatDecimal, formatPercent } from '../../lib/numbers.ts';
import { priceSourcesText } from '../../lib/price-sources.ts';
import { BookChart } from '../../ui/book-chart.tsx';
import { BOOK_LEDGER, BookHero, BookSheet } from '../../ui/book-sheet.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { endText, periodText, runningMonth, shareText, yearsOf } from './record-texts.ts';

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

function SeriesContent({ botName, series }: SeriesSheetProps) {
  const { from, to, days, returnFraction, maxDrawdownFraction, closed, months } = series;
  const source = `${priceSourcesText(series.priceSources)}, nach Kosten`;
  const end = endText(series);
  return (
    <>
      <BookHero
        label={closed ? `Rendite der Reihe ${series.series}` : 'Rendite seit dem Start'}
        amount={<Percent fraction={returnFraction} tone="delta" />}
        note={`${periodText(from, to)} (${daysText(days)}), ${source}`}
      />
      <BookSheet>
        <NavChart botName={botName} series={series} />
        <Ledger
          className={BOOK_LEDGER}
          caption={`${botName}, Reihe ${series.series}: Angaben`}
          lines={[
            {
              label: 'Größter Rückgang',
              note: 'vom höchsten Stand bis zum tiefsten danach, Minute für Minute',
              amount: <Percent fraction={maxDrawdownFraction} tone="delta" />,
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
      </BookSheet>
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
            ...(end ? [{ label: 'Grund', value: end }] : []),
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

function NavChart({ botName, series }: SeriesSheetProps) {
  const points = series.history.map(({ at, nav }) => ({ at: Date.parse(at), value: Number(nav) }));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const deepest = series.maxDrawdownFraction;
  const nav = (value: number) => formatDecimal(value, { digits: 4 });
  const percent = (fraction: number) => formatPercent(fraction, { digits: deepest < -0.02 ? 1 : 2 });
  return (
    <BookChart
      title="Anteilswert in USDT"
      points={points}
      format={nav}
      baseline={first.value}
      covers={[first.value * (1 - LEAST_MOVE), first.value * (1 + LEAST_MOVE)]}
      end={<span className="num">{nav(last.value)}</span>}
      drawdown={{
        title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
        points: series.history.map(({ at, drawdown }) => ({ at: Date.parse(at), value: drawdown })),
        format: percent,
        end: <Percent fraction={series.history.at(-1)?.drawdown ?? null} tone="delta" />,
        covers: [-LEAST_MOVE],
      }}
      summary={`${botName} vom ${formatDate(first.at)} bis ${formatDate(last.at)}: Anteilswert von ${nav(first.value)} auf ${nav(last.value)}, größter Rückgang ${formatPercent(deepest)}.`}
    />
  );
}

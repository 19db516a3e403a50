import type { TrackRecord, TrackRecordSeries } from '@botdepot/contract';
import { BOTS, type BotType, trackRecordHeadUrl, trackRecordUrl } from '@botdepot/contract/catalogue';
import { IconDownload } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { usualPromiseText } from '../../entities/bot/bot-offer.tsx';
import { daysText } from '../../entities/bot/days-text.ts';
import { MonthlyTable } from '../../entities/bot/monthly-table.tsx';
import { formatDate, formatDateTime } from '../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, NO_FIGURE } from '../../lib/format/numbers.ts';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import { BookChart } from '../../ui/chart/book-chart.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { BOOK_LEDGER, BookHero, BookSheet } from '../../ui/sheet/book-sheet.tsx';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import {
  endText,
  measuredText,
  periodText,
  runningMonth,
  shareText,
  statusText,
  unsealedText,
  yearsOf,
} from './record-texts.ts';

interface BotRecordProps {
  botType: BotType;
  /** Undefined while loading, and when nothing could be loaded. */
  record: TrackRecord | undefined;
  failed: boolean;
}

/** One bot: every series, the newest first, and the end of its chain. */
export function BotRecord({ botType, record, failed }: BotRecordProps) {
  const bot = BOTS[botType];
  return (
    <SheetSection
      id={botType}
      label={bot.name}
      source={<Source record={record} />}
      title={bot.name}
      lead={
        <>
          <span className="block text-[14px]">{`Übliches Versprechen: ${usualPromiseText(bot)}.`}</span>
          <span className="block min-h-[1.5em]">{record && `${measuredText(record)}.`}</span>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-(--gap)">
        {record ? <Series record={record} /> : failed ? <Unavailable /> : <Skeleton />}
      </div>
    </SheetSection>
  );
}

/** Three lines, also while nothing is known yet. */
function Source({ record }: { record: TrackRecord | undefined }) {
  const newest = record?.series[0];
  return (
    <div className="max-md:min-w-[12rem]">
      <p>{record ? statusText(record) : 'Aufzeichnung seit dem Start'}</p>
      <p>{newest ? priceSourcesText(newest.priceSources) : '\u00a0'}</p>
      <p>{newest ? `Stand ${formatDateTime(newest.to)}` : '\u00a0'}</p>
    </div>
  );
}

function Series({ record }: { record: TrackRecord }) {
  const { name } = BOTS[record.botType];
  if (record.series.length === 0) {
    return (
      <Panel label={name}>
        <EmptyState title="Noch keine Aufzeichnung">
          {record.running
            ? 'Der Bot läuft. Die Aufzeichnung beginnt mit der ersten versiegelten Feststellung, meist nach wenigen Minuten.'
            : 'Der Bot hat noch nicht mit laufenden Kursen gehandelt. Sobald er es tut, steht hier jeder Tag, auch jeder mit Verlust.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      {record.series.map((series) =>
        series.closed ? (
          <ClosedSeries key={series.series} botName={name} series={series} />
        ) : (
          <SeriesSheet key={series.series} botName={name} series={series} />
        ),
      )}
      <ChainPanel record={record} />
    </>
  );
}

function Unavailable() {
  return (
    <Panel label="Aufzeichnung">
      <EmptyState title="Nicht verfügbar">
        Die Aufzeichnung konnte nicht geladen werden. Das sagt nichts über ihren Inhalt.
      </EmptyState>
    </Panel>
  );
}

/** As high as a record with one series, so that a link to a bot further down still leads there when they arrive. */
function Skeleton() {
  return (
    <div className="grid grid-rows-[1fr_auto] grid-cols-1 gap-(--gap) min-h-404.5 max-md:min-h-[1965px]">
      <Panel label="Aufzeichnung">
        <Bone width={120} height={40} />
        <ChartSkeleton intervals={6} />
        <ChartSkeleton intervals={2} />
        <LedgerSkeleton lines={4} total={false} />
      </Panel>
      <Panel label="Siegel">
        <LedgerSkeleton lines={5} total={false} />
      </Panel>
    </div>
  );
}

/** The end of the chain, what is not in it yet, and both as downloads. */
function ChainPanel({ record }: { record: TrackRecord }) {
  const { botType, head, sealedUntil, unsealed } = record;
  const { name } = BOTS[botType];
  return (
    <Panel
      title={`Siegel, ${name}`}
      note="Der Kopf legt alle Einträge davor fest."
      foot={
        head && (
          <div className="flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
            <ButtonLink to={trackRecordUrl(botType)} reloadDocument download icon={IconDownload}>
              Aufzeichnung herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
            <ButtonLink to={trackRecordHeadUrl(botType)} reloadDocument download icon={IconDownload}>
              Kopf herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
          </div>
        )
      }
    >
      <KeyValues
        facts={[
          { label: 'Einträge in der Kette', value: head ? formatCount(head.position) : NO_FIGURE },
          {
            label: 'Kopf (SHA-256)',
            value: head ? (
              <span className="tabular-nums [font-feature-settings:'calt'_0] wrap-anywhere hyphens-none">
                {head.hash}
              </span>
            ) : (
              NO_FIGURE
            ),
          },
          { label: 'Versiegelt am', value: head ? formatDateTime(head.sealedAt) : NO_FIGURE },
          { label: 'Versiegelt bis', value: sealedUntil ? formatDateTime(sealedUntil) : NO_FIGURE },
          { label: 'Noch nicht versiegelt', value: unsealedText(unsealed) },
        ]}
      />
    </Panel>
  );
}

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
function SeriesSheet({ botName, series }: SeriesSheetProps) {
  return (
    <Panel flush label={`${botName}, Reihe ${series.series}`}>
      <SeriesContent botName={botName} series={series} />
    </Panel>
  );
}

/** A series that is over, closed until somebody opens it; its result is seen all the same. */
function ClosedSeries({ botName, series }: SeriesSheetProps) {
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

import {
  BOTS,
  type Bot,
  type BotType,
  EVIDENCE_DAYS,
  MEASURED_AFTER_DAYS,
  type Measurement,
  percentRange,
  type ReportSummary,
} from '@botdepot/contract';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { usualPromiseText } from '../../entities/bot/bot-offer.tsx';
import { daysText, notYetMeasuredText } from '../../entities/bot/measured-days.ts';
import { findSummary, loadReportSummaries } from '../../entities/bot/reports.ts';
import { TermHint } from '../../entities/term/term-hint.tsx';
import { formatDate } from '../../lib/format/dates.ts';
import { formatPercent, NBSP } from '../../lib/format/numbers.ts';
import { formatYears } from '../../lib/format/plain-days.ts';
import { usePriceSource } from '../../lib/live/live.tsx';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { urls } from '../../lib/url/urls.ts';
import type { Opens } from '../../ui/sheet/figure.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { Bone } from '../../ui/state/skeleton.tsx';

const FIGURES = clsx(
  'table-fixed [&_tr>:last-child]:w-[6.25rem] [&_tr>:last-child]:pl-1 [&_tr>:nth-child(2)]:w-[4.75rem]',
  '[&_tr>:nth-child(2)]:pr-1.5',
);

interface MeasuredRecordProps {
  botType: BotType;
  /** Absent while loading. */
  bot: Bot | undefined;
  /** What the live figures open; by default the bot's page, where they come about day by day. */
  liveTo?: string;
  /** A figure opens another page: the dialog that shows this closes. */
  onLeave?: () => void;
  /** False where the page says for several bots at once how all of them are measured. */
  rules?: boolean;
}

/**
 * What was measured live, beside it the published backtest, and what such bots usually promise small and muted: never
 * the one without the other, and never a return without its drawdown. Under 30 live days the record so far is shown
 * as what it is.
 */
export function MeasuredRecord(props: MeasuredRecordProps) {
  const { botType, bot, onLeave, liveTo = urls.bot(botType), rules = true } = props;
  const profile = BOTS[botType];
  const record = bot?.measured ?? bot?.record ?? null;
  const { report, missing } = usePublishedReport(botType);
  const live = (fraction: number | null | undefined) =>
    bot ? (
      <Percent {...figure(fraction, { to: liveTo, onLeave, opensLabel: 'Verlauf öffnen' })} />
    ) : (
      <WaitingFigure />
    );
  const tested = (fraction: number | null | undefined) =>
    report || missing ? (
      <Percent
        {...figure(fraction, { to: urls.botReport(botType), onLeave, opensLabel: 'Rücktest öffnen' })}
        digits={1}
      />
    ) : (
      <WaitingFigure />
    );
  return (
    <div>
      <p className="min-h-5 text-sm font-semibold">
        {bot ? measuredTitle(bot) : <Bone width={168} height={16} />}
      </p>
      <Ledger
        compact
        className={FIGURES}
        caption={`${profile.name}: live gemessen, im Rücktest und üblicherweise versprochen`}
        head={{
          label: <span className="vh">Kennzahl</span>,
          before: 'Rücktest',
          amount: bot ? spanOf(bot) : <Bone width={56} height={12} />,
        }}
        lines={[
          {
            label: 'Rendite',
            note: 'Rücktest: im Jahr',
            before: tested(report?.performance.cagr),
            amount: live(record?.returnFraction),
          },
          {
            label: 'Größter Rückgang',
            note: 'je Tag (UTC)',
            before: tested(report?.performance.maxDrawdown),
            amount: live(record?.dailyDrawdownFraction),
          },
        ]}
      />
      <p className="pt-2 text-xs text-muted text-balance [&_span]:inline-block">
        Übliches Versprechen: <span>{usualPromiseText(profile)}</span>
      </p>
      <p className="pt-2 text-[12px]/[17px] text-muted">
        {bot && record && <LivePeriod of={record} isMeasured={bot.measured !== null} />}
        {rules && <LiveRules />} {missing ? 'Der Rücktest ist gerade nicht verfügbar.' : reportText(report)}
      </p>
    </div>
  );
}

interface PublishedReport {
  report: ReportSummary | undefined;
  /** It could not be had; no figure takes its place. */
  missing: boolean;
}

/** The backtest on real prices that is quoted: the period on which nothing was chosen. */
export function usePublishedReport(botType: BotType): PublishedReport {
  const { data, failed } = useLoaded(loadReportSummaries);
  const report = findSummary(data, botType, 'publication');
  return { report, missing: !report && (failed || data !== undefined) };
}

/** What is undefined has nothing behind it to open. */
const figure = (fraction: number | null | undefined, opens: Opens) =>
  ({ fraction: fraction ?? null, tone: 'delta', ...(fraction == null ? {} : opens) }) as const;

function reportText(report: ReportSummary | undefined): ReactNode {
  if (!report) return null;
  const { firstDay, lastDay } = report.provenance;
  const { cagr } = report.uncertainty;
  const range = cagr
    ? ` Seine Tage neu zusammengesetzt: in 9 von 10${NBSP}Fällen ${percentRange(cagr)} im Jahr.`
    : '';
  return `Rücktest auf echten Kursen ${formatYears(firstDay, lastDay)}, nach Kosten.${range}`;
}

function WaitingFigure() {
  return (
    <span className="flex justify-end py-1">
      <Bone width={56} />
    </span>
  );
}

export function measuredTitle({ measured, record }: Bot): string {
  if (measured) return `Gemessen seit ${formatDate(measured.from)}`;
  return notYetMeasuredText(record?.days ?? null);
}

/** How much the live figures rest on. */
function spanOf({ measured, record }: Bot): string {
  if (measured) return `Live, ${daysText(measured.days)}`;
  return record ? `Live, ${daysText(record.days)}` : 'Noch nicht live';
}

/** How every live figure came about, for one bot or for all of a page. */
export function LiveRules() {
  const source = usePriceSource();
  return `Modellportfolio, ${source === undefined ? '' : `${source}, `}nach Kosten. Als gemessen gilt ein Ergebnis nach ${MEASURED_AFTER_DAYS}${NBSP}Tagen.`;
}

function LivePeriod({ of, isMeasured }: { of: Measurement; isMeasured: boolean }) {
  const { from, to, days } = of;
  const little = days < EVIDENCE_DAYS.little ? ', für ein Urteil zu kurz' : '';
  return (
    <>
      {isMeasured
        ? `Live ${formatDate(from)} bis ${formatDate(to)}${little}. `
        : `Live seit ${formatDate(from)}. `}
      <WithinDays of={of} />{' '}
    </>
  );
}

/** Within a day a bot may have fallen further than its days show; a backtest on days cannot know that. */
function WithinDays({ of }: { of: Measurement }) {
  return (
    <>
      <TermHint id="drawdown">Rückgänge</TermHint>
      {` nach Tagesschlüssen, live von Minute zu Minute bis ${formatPercent(of.maxDrawdownFraction)}.`}
    </>
  );
}

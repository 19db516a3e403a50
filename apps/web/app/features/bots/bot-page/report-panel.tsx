import {
  BOTS,
  type BotReport,
  type BotType,
  CURRENCY_RULE,
  type ReportPeriod,
  type ReportSummary,
} from '@botdepot/contract';
import { clsx } from 'clsx';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { MonthlyTable } from '../../../entities/bot/monthly-table.tsx';
import { OutcomeBand } from '../../../entities/bot/outcome-band.tsx';
import { findSummary, loadReport, loadReportSummaries, reportUrl } from '../../../entities/bot/reports.ts';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatCount, formatDecimal, formatPercent, NBSP } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod, formatYears } from '../../../lib/format/plain-days.ts';
import { later } from '../../../lib/page/later.ts';
import { useLoaded } from '../../../lib/server/use-loaded.ts';
import { useScrollToHash } from '../../../lib/url/use-scroll-to-hash.ts';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LazySection } from '../../../ui/state/lazy-section.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ChartSkeleton, LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { firstCapital } from '../backtest/backtest-wish.ts';
import { InShort } from '../backtest/in-short.tsx';
import { ProtectionsList } from '../backtest/protections-list.tsx';
import { ProvenanceDetails } from '../backtest/provenance-details.tsx';
import { barsText } from '../backtest/result-texts.ts';
import { Statistics } from '../backtest/statistics.tsx';
import { BACKTEST_LINK } from '../bot-links.ts';

// Judging is much code, and only for who wants all figures.
const loadJudgement = later(() => import('./house-judgement.tsx'));

const PART = 'min-w-0 py-5 px-(--pad) border-b border-border last:border-b-0';
const SIDE_BY_SIDE = clsx(
  'grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] border-b border-border',
  '*:border-b-0 [&>*+*]:border-l [&>*+*]:border-l-border',
  'max-lg:grid-cols-1 max-lg:[&>*+*]:border-l-0 max-lg:[&>*+*]:border-t max-lg:[&>*+*]:border-t-border',
);

interface ReportPanelProps {
  botType: BotType;
  /** On another part of the page: the published period in short, and the way to the rest. */
  brief?: boolean;
}

/** The backtests on real prices that ship with the product: the published period, and the one of choice told apart. */
export function ReportPanel({ botType, brief = false }: ReportPanelProps) {
  const [isAll] = useAllFigures();
  const [period, setPeriod] = useState<ReportPeriod>('publication');
  const { data: summaries } = useLoaded(loadReportSummaries);
  const load = useCallback(() => loadReport(botType, period), [botType, period]);
  const { data, failed, loading, retry } = useLoaded(load);
  // While the other period is on its way, the former one stays; its own head says which it is.
  const report = data?.botType === botType ? data : undefined;
  useScrollToHash(report !== undefined && !brief, 'bericht');
  const published = findSummary(summaries, botType, 'publication');
  const chosen = findSummary(summaries, botType, 'selection');
  const years = published && formatYears(published.provenance.firstDay, published.provenance.lastDay);
  const onPrices = `auf echten Kursen${years ? ` ${years}` : ''}`;
  return (
    <div id={brief ? undefined : 'bericht'}>
      <Panel
        flush
        title={brief ? 'Was er aus dem Geld gemacht hätte' : `Rücktest ${onPrices}`}
        note={
          brief ? (
            <>
              <TermHint id="backtest">Rücktest</TermHint>
              {` ${onPrices}`}
            </>
          ) : (
            'Gerechnet mit demselben Programmcode wie der laufende Handel'
          )
        }
      >
        {!brief && isAll && published && chosen && (
          <div className="px-(--pad) pt-4 pb-0">
            <Segments
              label="Zeitraum des Berichts"
              options={[
                { value: 'publication', label: years ?? '' },
                {
                  value: 'selection',
                  label: `Auswahl ${formatYears(chosen.provenance.firstDay, chosen.provenance.lastDay)}`,
                },
              ]}
              value={period}
              onChange={setPeriod}
            />
          </div>
        )}
        {!report && failed && !loading && (
          <EmptyState
            title="Der Bericht ist nicht verfügbar"
            action={<Button onClick={retry}>Erneut versuchen</Button>}
          >
            Er konnte nicht geladen werden. Es steht deshalb keine Zahl hier.
          </EmptyState>
        )}
        {!report && (loading || !failed) && (
          <div className={PART}>
            <LedgerSkeleton lines={5} total={false} />
            <ChartSkeleton intervals={7} />
          </div>
        )}
        {report && (
          <div aria-busy={loading || undefined}>
            {failed && report.period !== period && (
              <div className={PART}>
                <Notice kind="warning" title="Der andere Zeitraum ist nicht verfügbar">
                  Hier steht weiter der bisherige.
                </Notice>
              </div>
            )}
            <ReportInShort report={report} withPeriod={isAll || report.period === 'selection'} />
            {brief && (
              <div className="px-(--pad) pb-5 print:hidden">
                <ButtonLink size="sm" to={BACKTEST_LINK}>
                  Mit eigenem Betrag rechnen
                </ButtonLink>
              </div>
            )}
            {isAll && !brief && <AllOfIt report={report} />}
          </div>
        )}
      </Panel>
    </div>
  );
}

function ReportInShort({ report, withPeriod }: { report: BotReport; withPeriod: boolean }) {
  const { botType, provenance } = report;
  return (
    <>
      <InShort
        name={BOTS[botType].name}
        capital={firstCapital(botType)}
        source={`${formatUtcPeriod(provenance.firstDay, provenance.lastDay)}, echte Kurse, nach Kosten`}
        run={report}
      />
      {withPeriod && <p className="px-(--pad) pb-5 text-sm text-muted">{PERIOD_TEXTS[report.period]}</p>}
    </>
  );
}

function AllOfIt({ report }: { report: BotReport }) {
  const { provenance, performance, thirtyDays } = report;
  const period = formatUtcPeriod(provenance.firstDay, provenance.lastDay);
  const source = `Rücktest auf echten Kursen, ${period}, ${barsText(provenance.bars)}, nach Kosten.`;
  const download = reportUrl(report.botType, report.period);
  return (
    <div className="border-t border-border">
      <Part title="Monate">
        <MonthlyTable caption={`Rendite je Monat, ${period}`} years={report.monthly} note={source} />
      </Part>
      <Part title="Kennzahlen">
        <Statistics figures={performance} uncertainty={report.uncertainty} />
        <p className="pt-2 text-sm text-muted [h3+&]:pt-0">{source}</p>
      </Part>
      <Part title="Glück oder Können?">
        <LazySection load={loadJudgement} waiting={<LedgerSkeleton lines={4} total={false} />}>
          {({ HouseJudgement }) => <HouseJudgement report={report} />}
        </LazySection>
      </Part>
      <div className={SIDE_BY_SIDE}>
        <Part title="Gegen den Markt">
          <ReportComparison report={report} />
        </Part>
        <Part title="Was der Handel kostet">
          <ReportCosts report={report} />
        </Part>
      </div>
      <div className={SIDE_BY_SIDE}>
        {thirtyDays && (
          <Part title={`Was 30${NBSP}Tage gebracht haben`}>
            <OutcomeBand windows={thirtyDays} source={source} />
          </Part>
        )}
        <Part title="Schutz">
          <ProtectionCounts protections={report.protections} />
          <ProtectionsList protections={report.protectionLog} narrow />
        </Part>
      </div>
      <div className={PART}>
        <ProvenanceDetails provenance={provenance} />
        <p className="pt-2 text-sm text-muted [h3+&]:pt-0">
          {`Handelslogik ${provenance.engineVersion} · Strategie ${provenance.strategyVersion} · Daten ${provenance.dataHash.slice(0, 12)}. `}
          {download && (
            <a className="link" href={download} download={`${report.botType}-${report.period}.json`}>
              Bericht als JSON
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

const PERIOD_TEXTS: Record<ReportPeriod, string> = {
  publication:
    'Auf diesem Zeitraum wurde nichts ausgesucht: Regeln und Parameter standen fest, bevor er gerechnet wurde.',
  selection:
    'Auf diesem Zeitraum wurden Regeln und Parameter ausgesucht. Sein Ergebnis fällt deshalb eher zu gut aus und ist kein Beleg.',
};

const PROTECTION_NAMES: Record<string, string> = {
  stop: 'Stopp je Position',
  'drawdown-stop': 'Rückgangsgrenze',
  'daily-loss': 'Tagesverlustgrenze',
  'leverage-cap': 'Hebelgrenze',
  'stale-price': 'Pause wegen alter Kurse',
  'order-lapsed': 'Auftrag wegen alter Kurse verfallen',
  settlement: 'Abrechnung ohne Kurse',
  liquidation: 'Auflösung',
};

/** How often each protection acted. The end of a pause is none. */
function ProtectionCounts({ protections }: Pick<BotReport, 'protections'>) {
  const named = protections.flatMap(({ kind, count }) => {
    const name = PROTECTION_NAMES[kind];
    return name === undefined ? [] : [`${name} ${formatCount(count)}×`];
  });
  if (named.length === 0) return null;
  return <p className="pt-2 text-sm text-muted [h3+&]:pt-0">{`Es griffen: ${named.join(', ')}.`}</p>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={PART} aria-labelledby={id}>
      <h3 className="pb-2 text-base font-bold" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Costs per year, and what would have been left without them and with twice as much. */
function ReportCosts({ report }: { report: BotReport }) {
  const { costsPerYear, fillsPerYear, cagrByCostFactor, performance } = report;
  return (
    <div className="grid grid-cols-1 gap-3 [--amt:6rem]">
      <Ledger
        compact
        caption="Kosten im Jahr"
        head={{ label: 'Im Jahr, vom Kapital', amount: <span className="vh">Anteil</span> }}
        lines={[
          {
            label: 'Handel',
            note: (
              <>
                Gebühr, Spanne, <TermHint id="slippage">Slippage</TermHint>
              </>
            ),
            amount: formatPercent(costsPerYear.trading),
          },
          {
            key: 'financing',
            label: <TermHint id="financing">Finanzierung</TermHint>,
            note: 'für gehaltene Positionen',
            amount: formatPercent(costsPerYear.financing),
          },
          { label: 'Ausführungen', amount: formatCount(Math.round(fillsPerYear)) },
        ]}
      />
      <Ledger
        compact
        caption="Rendite im Jahr nach Kostenfaktor"
        head={{ label: 'Rendite im Jahr bei Kosten', amount: <span className="vh">Rendite</span> }}
        lines={[
          {
            label: '0×',
            note: 'ohne Kosten',
            amount: <Percent fraction={cagrByCostFactor['0']} tone="delta" />,
          },
          {
            label: '1×',
            note: 'wie angenommen',
            amount: <Percent fraction={performance.cagr} tone="delta" />,
          },
          { label: '2×', note: 'doppelt', amount: <Percent fraction={cagrByCostFactor['2']} tone="delta" /> },
        ]}
      />
      <p className="pt-2 text-sm text-muted [h3+&]:pt-0">{CURRENCY_RULE}</p>
    </div>
  );
}

const HELD = 'Kaufen und Halten';

type Compared = ReportSummary['alwaysLong'] & { name: string; note: string };

/** What the bot's signal was worth: against always being invested the same way, and against buying once. */
function ReportComparison({ report }: { report: BotReport }) {
  const rows: Compared[] = [
    { name: BOTS[report.botType].name, note: 'mit seinen Regeln', ...report.performance },
    { name: 'Immer gekauft', note: 'gleiche Größen und Kosten, ohne Signal', ...report.alwaysLong },
    { name: HELD, note: 'einmal zu gleichen Teilen gekauft', ...report.buyAndHold },
  ];
  return (
    <div className="[--pad:0px] max-md:[&_tbody_tr]:px-0 max-md:[&_table_tr]:px-0">
      <DataTable
        caption="Vergleich mit dem Markt"
        needs="little"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </div>
  );
}

const COLUMNS: readonly Column<Compared>[] = [
  {
    key: 'name',
    head: <span className="vh">Was</span>,
    list: 'title',
    cell: ({ name, note }) => (
      <>
        <b>{name === HELD ? <TermHint id="buy-and-hold">{name}</TermHint> : name}</b>
        <small>{note}</small>
      </>
    ),
  },
  {
    key: 'cagr',
    head: 'Im Jahr',
    kind: 'amount',
    list: 'amount',
    cell: ({ cagr }) => <Percent fraction={cagr} tone="delta" />,
  },
  {
    key: 'drawdown',
    head: 'Rückgang',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ maxDrawdown }) => <Percent fraction={maxDrawdown} digits={1} />,
  },
  {
    key: 'sharpe',
    head: 'Sharpe',
    kind: 'amount',
    list: 'note',
    cell: ({ sharpe }) => (
      <>
        <span data-room="list">Sharpe </span>
        {formatDecimal(sharpe)}
      </>
    ),
  },
];

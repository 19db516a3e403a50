import { type BacktestResult, BOTS, CURRENCY_RULE } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { MonthlyTable } from '../../../entities/bot/monthly-table.tsx';
import { OutcomeBand } from '../../../entities/bot/outcome-band.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatCount, formatPercent, NBSP, shareOfCapital } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { priceSourcesText } from '../../../lib/format/price-sources.ts';
import { copyText, downloadText } from '../../../lib/page/save-and-copy.ts';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { IconDownload, IconLink } from '../../../ui/icon/icons.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { InShort } from './in-short.tsx';
import { ProtectionsList } from './protections-list.tsx';
import { ProvenanceDetails } from './provenance-details.tsx';
import { dailyRows, fileStem, resultJson, tradeRows } from './result-files.ts';
import { barsText, breakEvenText, costsOf, isSimulated, warmUpText } from './result-texts.ts';
import { Statistics } from './statistics.tsx';
import { TradesTable } from './trades-table.tsx';

const PART = 'py-5 px-(--pad) border-b border-border last:border-b-0';
const COLUMNS = clsx(
  'grid grid-cols-2 border-b border-border',
  '*:min-w-0 *:border-b-0 [&>*+*]:border-l [&>*+*]:border-l-border',
  'max-lg:grid-cols-1 max-lg:[&>*+*]:border-l-0 max-lg:[&>*+*]:border-t max-lg:[&>*+*]:border-t-border',
);

interface BacktestResultViewProps {
  result: BacktestResult;
  capital: Micros;
  /** The link of the result promised other data. */
  dataChanged: boolean;
}

/** What a run brought, in the chosen capital. It names its own request: another may be under way above. */
export function BacktestResultView({ result, capital, dataChanged }: BacktestResultViewProps) {
  const [isAll] = useAllFigures();
  const { request, provenance } = result;
  const { name } = BOTS[request.botType];
  const period = formatUtcPeriod(request.firstDay, request.lastDay);
  const sources = priceSourcesText(provenance.symbols.map(({ source }) => source));
  return (
    <div className="border-t border-border">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-(--pad) pt-5 pb-0">
        <div>
          <h3 className="text-lg font-bold tracking-[-0.01em]">{`Ergebnis ${period}`}</h3>
          <p className="text-sm text-muted">
            {symbolsText(request.symbols)}
            {(isAll || request.costFactor !== 1) &&
              ` · Kostenfaktor ${request.costFactor} · ${sources}, ${barsText(provenance.bars)}`}
          </p>
        </div>
        <ResultActions result={result} capital={capital} all={isAll} />
      </div>
      <Remarks result={result} dataChanged={dataChanged} />
      <InShort
        name={name}
        capital={capital}
        source={`${sources}, ${request.costFactor === 0 ? 'ohne' : 'nach'} Kosten`}
        run={result}
      />
      {isAll && <AllOfIt result={result} capital={capital} period={period} sources={sources} />}
    </div>
  );
}

interface AllOfItProps {
  result: BacktestResult;
  capital: Micros;
  period: string;
  sources: string;
}

/** For those who want to know how it came about. */
function AllOfIt({ result, capital, period, sources }: AllOfItProps) {
  const { request, provenance } = result;
  const { name } = BOTS[request.botType];
  const source = `Rücktest vom ${period}, ${sources}, ${barsText(provenance.bars)}, Kostenfaktor ${request.costFactor}.`;
  return (
    <div className="border-t border-border">
      <Part title={`${name}, Kaufen und Halten, Nichts tun`}>
        <ResultSummary result={result} capital={capital} />
        <p className="text-sm text-muted pt-2">
          „Halten“ ist: zu Beginn jeden gewählten Markt zu gleichen Teilen gekauft, mit Kosten, und nie wieder
          gehandelt. „Nichts tun“ behält das Geld.
        </p>
      </Part>
      <Part title="Monate">
        <MonthlyTable caption={`Rendite je Monat, ${period}`} years={result.monthly} note={source} />
      </Part>
      <Part title="Kennzahlen">
        <Statistics figures={result.performance} uncertainty={result.uncertainty} />
      </Part>
      <div className={COLUMNS}>
        <Part title="Kosten">
          <ResultCosts result={result} capital={capital} />
        </Part>
        <Part title="Schutz">
          <ProtectionsList protections={result.protections} count={result.protectionCount} narrow />
        </Part>
      </div>
      {result.thirtyDays && (
        <Part title={`Was 30${NBSP}Tage mit ${formatAmount(capital)}${NBSP}USDT bedeutet hätten`}>
          <OutcomeBand windows={result.thirtyDays} amount={capital} source={source} />
        </Part>
      )}
      <Part title="Geschäfte" flush>
        <TradesTable result={result} capital={capital} />
      </Part>
      <div className={PART}>
        <ProvenanceDetails provenance={provenance} />
        <p className="text-sm text-muted pt-2">
          {`Handelslogik ${provenance.engineVersion} · Strategie ${provenance.strategyVersion} · Daten ${provenance.dataHash.slice(0, 12)}.`}
        </p>
      </div>
    </div>
  );
}

function Part({ title, flush, children }: { title: string; flush?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className={flush ? 'border-b border-border [&>h3]:px-(--pad) [&>h3]:pt-5 [&>h3]:pb-0' : PART}
      aria-labelledby={id}
    >
      <h3 className="pb-2 text-base font-bold" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function symbolsText(symbols: readonly string[]): string {
  const [only] = symbols;
  return symbols.length === 1 && only ? only : `${formatCount(symbols.length)} Märkte`;
}

interface ResultActionsProps {
  result: BacktestResult;
  capital: Micros;
  /** Else the link alone. */
  all: boolean;
}

function ResultActions({ result, capital, all }: ResultActionsProps) {
  const stem = fileStem(result);
  return (
    <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2 max-md:w-full print:hidden">
      <Button size="sm" look="quiet" icon={IconLink} onClick={() => void copyLink()}>
        Link kopieren
      </Button>
      {all && (
        <>
          <CsvButton
            fileName={`${stem}-geschaefte.csv`}
            label="Geschäfte"
            shown="Geschäfte"
            load={async () => tradeRows(result, capital)}
          />
          <CsvButton
            fileName={`${stem}-tageswerte.csv`}
            label="Tageswerte"
            shown="Tageswerte"
            load={async () => dailyRows(result, capital)}
          />
          <Button
            size="sm"
            look="quiet"
            icon={IconDownload}
            onClick={() => downloadText(`${stem}.json`, resultJson(result, capital), 'application/json')}
          >
            JSON
            <span className="vh">, ganzes Ergebnis</span>
          </Button>
        </>
      )}
    </div>
  );
}

/** The address of this run, leading to its place on the page. */
function copyLink(): Promise<void> {
  const { origin, pathname, search } = window.location;
  return copyText(
    `${origin}${pathname}${search}#ruecktest`,
    'Der Link zu diesem Rücktest ist in der Zwischenablage.',
  );
}

/** What has to be known before the figures are read. */
function Remarks({ result, dataChanged }: { result: BacktestResult; dataChanged: boolean }) {
  const warmUp = warmUpText(result);
  const simulated = isSimulated(result);
  if (!warmUp && !simulated && !dataChanged && !result.liquidated) return null;
  return (
    <div className="grid gap-3 px-(--pad) pt-4 pb-0">
      {dataChanged && (
        <Notice kind="info" title="Die Kurse haben sich geändert">
          Seit dieser Link entstand, sind Kurse dazugekommen oder ausgebessert worden. Das Ergebnis kann
          deshalb von dem abweichen, das Sie kennen.
        </Notice>
      )}
      {result.liquidated && (
        <Notice kind="warning" title="Das Kapital war aufgebraucht">
          {`Der Rücktest endet dort, wo nichts mehr übrig war. Größter Rückgang: ${formatPercent(result.performance.maxDrawdown)}.`}
        </Notice>
      )}
      {simulated && (
        <Notice kind="info" title="Simulierte Kurse">
          Diese Kurse hat ein Simulator gewürfelt, ohne Richtung nach oben oder unten. Ein Gewinn ist hier
          Zufall; zu sehen ist, wie der Bot handelt und was das kostet. Was er auf echten Kursen getan hätte,
          steht im Abschnitt „Rücktest auf echten Kursen“.
        </Notice>
      )}
      {warmUp && (
        <Notice kind="info" title="Zu wenig Vorgeschichte">
          {warmUp}
        </Notice>
      )}
    </div>
  );
}

const HEAD = 'py-2 border-b border-border text-xs font-550 text-muted';
const CELL = 'pt-2.5 pb-[11px] border-b border-border';
const LABEL = 'pl-0 pr-3 text-left max-md:pr-1.5';
const FIGURE = 'pl-0 pr-3 text-right whitespace-nowrap max-md:pr-1.5';
const VALUE = 'w-(--amt) pl-2 pr-0 border-l text-right whitespace-nowrap max-md:w-auto';
/** On the narrowest screens the drawdown stands under the return, so that no amount is too long for them. */
const DRAWDOWN = clsx(FIGURE, 'text-muted max-[480px]:hidden');
const DRAWDOWN_BELOW = 'block text-muted min-[480px]:hidden';

const HELD = 'Kaufen und Halten';

/** The three ways to have spent the time, side by side: each with its return and its drawdown. */
function ResultSummary({ result, capital }: { result: BacktestResult; capital: Micros }) {
  const { performance, buyAndHold, request } = result;
  const rows = [
    { label: BOTS[request.botType].name, ...performance },
    { label: HELD, ...buyAndHold },
    { label: 'Nichts tun', totalReturn: 0, maxDrawdown: 0 },
  ];
  return (
    <table className="w-full text-md tabular-nums max-md:text-[13px]/5">
      <caption className="vh">{`Was aus ${formatAmount(capital)}\u00a0USDT geworden wäre`}</caption>
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, LABEL)}>{`Aus ${formatAmount(capital)}`}</th>
          <th scope="col" className={clsx(HEAD, FIGURE)}>
            Rendite
            <span className={DRAWDOWN_BELOW}>Rückgang</span>
          </th>
          <th scope="col" className={clsx(HEAD, DRAWDOWN)}>
            <span className="max-md:hidden">Größter </span>Rückgang
          </th>
          <th scope="col" className={clsx(HEAD, VALUE)}>
            USDT
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, totalReturn, maxDrawdown }, index) => {
          const weight = index === 0 ? 'font-bold' : 'font-book';
          return (
            <tr key={label}>
              <th scope="row" className={clsx(CELL, LABEL, weight)}>
                {label === HELD ? <TermHint id="buy-and-hold">{label}</TermHint> : label}
              </th>
              <td className={clsx(CELL, FIGURE, 'font-book')}>
                <Percent fraction={totalReturn} tone="delta" />
                <span className={DRAWDOWN_BELOW}>{formatPercent(maxDrawdown)}</span>
              </td>
              <td className={clsx(CELL, DRAWDOWN, 'font-book')}>{formatPercent(maxDrawdown)}</td>
              <td className={clsx(CELL, VALUE, weight)}>
                {totalReturn === null ? (
                  '–'
                ) : (
                  <Amount value={capital + shareOfCapital(capital, totalReturn)} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The value at the end, for those who hear that the run is done. */
export function endText({ performance }: BacktestResult, capital: Micros): string {
  const { totalReturn } = performance;
  if (totalReturn === null) return 'Der Rücktest ist fertig.';
  const end = capital + shareOfCapital(capital, totalReturn);
  return `Der Rücktest ist fertig. Wert am Ende: ${formatAmount(end)}${NBSP}USDT.`;
}

const KINDS = [
  { key: 'fee', label: 'Gebühren', note: 'an den Handelsplatz' },
  { key: 'spread', label: 'Spanne', note: 'zwischen Kauf- und Verkaufskurs' },
  { key: 'slippage', label: 'Slippage', note: 'Ausführung schlechter als der gesehene Kurs' },
  { key: 'financing', label: 'Finanzierung', note: 'für gehaltene Positionen' },
] as const;

/** What trading took, and from which costs on nothing would have been left. The sum adds the lines as they are shown. */
function ResultCosts({ result, capital }: { result: BacktestResult; capital: Micros }) {
  const lines = KINDS.map((kind) => ({ ...kind, amount: shareOfCapital(capital, result.costs[kind.key]) }));
  const share = KINDS.reduce((total, { key }) => total + result.costs[key], 0);
  return (
    <div>
      <Ledger
        caption={`Kosten des Rücktests bei Faktor ${result.request.costFactor}`}
        head={{ label: `Kosten bei Faktor ${result.request.costFactor}`, amount: 'USDT' }}
        lines={lines.map(({ key, label, note, amount }) => ({
          key,
          label: <TermHint id={key}>{label}</TermHint>,
          note,
          amount: <Amount value={-amount} />,
        }))}
        total={{
          label: 'Summe',
          note: `${formatPercent(share)} des Kapitals, im Ergebnis schon abgezogen`,
          amount: <Amount value={-costsOf(result.costs, capital)} />,
        }}
      />
      <p className="pt-3 text-sm text-muted">{`${breakEvenText(result)} ${CURRENCY_RULE}`}</p>
    </div>
  );
}

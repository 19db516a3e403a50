import { CURRENCY_RULE, type Provenance } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { priceSourcesText } from '../../../lib/format/price-sources.ts';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { barsText } from './result-texts.ts';

const DETAILS = clsx(
  '[&_summary]:min-h-11 [&_summary]:py-[11px] [&_summary]:text-[14px]/5.5',
  '[&_summary]:font-semibold [&_summary]:text-primary [&_summary]:cursor-pointer',
);
const PARAMETERS = clsx(
  'overflow-hidden py-3 px-4 border border-border rounded-control bg-bg [font-family:inherit]',
  'text-[13px]/5 tabular-nums whitespace-pre-wrap wrap-anywhere m-0',
);

type SymbolData = Provenance['symbols'][number];

/** What the figures rest on, so that somebody else can get them again. */
export function ProvenanceDetails({ provenance }: { provenance: Provenance }) {
  const { parameters, events } = provenance;
  return (
    <details className={DETAILS}>
      <summary>Parameter und Rohdaten</summary>
      <div className="grid grid-cols-1 gap-5 pt-1">
        <KeyValues
          facts={[
            { label: 'Zeitraum (UTC)', value: formatUtcPeriod(provenance.firstDay, provenance.lastDay) },
            { label: 'Fassung der Handelslogik', value: provenance.engineVersion },
            { label: 'Fassung der Strategie', value: provenance.strategyVersion },
            { label: 'Kurse', value: barsText(provenance.bars) },
            { label: 'Kostenfaktor', value: `${provenance.costFactor}×` },
            { label: 'Termine im Zeitraum', value: formatCount(events) },
            {
              label: 'Prüfsumme der Daten (SHA-256)',
              value: <span className="break-all hyphens-none">{provenance.dataHash}</span>,
            },
          ]}
        />
        <div>
          <h4 className="pb-1 text-sm font-bold">Parameter der Strategie</h4>
          <pre className={PARAMETERS}>{JSON.stringify(parameters, null, 2)}</pre>
        </div>
        <div className="[--pad:0px] min-w-0">
          <h4 className="pb-1 text-sm font-bold">Kurse und Kosten je Markt</h4>
          <DataTable
            caption="Kurse und angenommene Kosten je Markt"
            needs="much"
            columns={COLUMNS}
            rows={provenance.symbols}
            rowKey={({ symbol }) => symbol}
          />
          <p className="pt-2 text-[12px]/4.5 text-muted">
            Kosten je Ausführung in Basispunkten (bp) des Umsatzes bei Faktor 1; ein Basispunkt ist ein
            Hundertstel Prozent. {CURRENCY_RULE}
          </p>
        </div>
      </div>
    </details>
  );
}

/** Reports name the file their candles came from. */
const sourceText = (source: string): string =>
  source.includes('.csv') ? source : priceSourcesText([source]);

const points = (value: number) => formatDecimal(value, { digits: 1 });

const COLUMNS: readonly Column<SymbolData>[] = [
  { key: 'symbol', head: 'Markt', list: 'title', cell: ({ symbol }) => <b>{symbol}</b> },
  { key: 'source', head: 'Quelle', list: 'note', cell: ({ source }) => sourceText(source) },
  {
    key: 'range',
    head: 'Von – bis',
    kind: 'moment',
    list: 'wide',
    cell: ({ firstBar, lastBar }) =>
      firstBar === null || lastBar === null
        ? NO_FIGURE
        : `${formatDateTimeShort(firstBar)} – ${formatDateTimeShort(lastBar)}`,
  },
  {
    key: 'bars',
    head: 'Kurse',
    kind: 'amount',
    list: 'amount',
    room: 'widest',
    cell: ({ bars }) => formatCount(bars),
  },
  {
    key: 'costs',
    head: 'Gebühr + halbe Spanne + Slippage, bp',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ feeBps, halfSpreadBps, slippageBps }) =>
      `${points(feeBps)} + ${points(halfSpreadBps)} + ${points(slippageBps)}`,
  },
  {
    key: 'financing',
    head: 'Finanzierung im Jahr',
    kind: 'amount',
    list: 'hidden',
    cell: ({ financingPerYear }) => formatPercent(financingPerYear, { digits: 1 }),
  },
];

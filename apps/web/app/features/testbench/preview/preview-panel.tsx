import { countBars, DAY_MS, RULE_CAPITAL } from '@botdepot/trading/browser';
import { useMemo } from 'react';
import {
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDayMonthTime,
  formatTime,
} from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, NBSP } from '../../../lib/format/numbers.ts';
import { CandleChart, type CandleMarker } from '../../../ui/chart/candle-chart.tsx';
import { CompareChart } from '../../../ui/chart/compare-chart.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { decimalsOfFile, type PriceSource, seenWords } from '../own-candles/own-candles.ts';
import { costWords, endNumberOf, numbersOf } from '../rule-numbers.ts';
import { FailedRun } from './failed-run.tsx';
import type { Preview } from './preview.ts';
import { priceDigits } from './trade-words.tsx';
import type { PreviewState } from './use-preview.ts';

const DAILY = { pointed: formatDate, day: formatDayMonth, time: formatTime };
const HOURLY = { pointed: formatDayMonthTime, day: formatDayMonth, time: formatTime };

interface PreviewPanelProps {
  state: PreviewState;
  onChartSymbol: (symbol: string) => void;
}

/** What the rule would have done up to the test period, worked out in the browser. */
export function PreviewPanel({ state, onChartSymbol }: PreviewPanelProps) {
  const { preview, source, isOld, pending, failure, retry } = state;
  return (
    <Panel title="Vorschau" note={noteOf(state)}>
      {failure !== null && <FailedRun failure={failure} what="Die Vorschau ließ sich" retry={retry} />}
      {preview === null ? (
        pending || failure !== null ? (
          <LedgerSkeleton lines={11} total={false} />
        ) : (
          <p className="text-muted">Sobald nichts mehr fehlt, steht hier, was die Regel getan hätte.</p>
        )
      ) : (
        <div aria-busy={pending} {...oldLook(isOld)}>
          <Result preview={preview} source={source} onChartSymbol={onChartSymbol} />
        </div>
      )}
      {source && (
        <p className="mt-4 pt-3 border-t border-border text-sm text-muted">{`${source.name}. ${source.note}`}</p>
      )}
    </Panel>
  );
}

/** What stands for another rule is pale, and nothing in it can be used. */
export const oldLook = (isOld: boolean) => ({ inert: isOld, className: isOld ? 'opacity-45' : undefined });

/** What one looks at: this rule, or what was there before. */
function noteOf({ preview, isCurrent, isOld, at, ms, pending }: PreviewState): string {
  if (preview === null) return pending ? NBSP : '';
  if (isCurrent) return `in ${formatCount(Math.max(1, Math.round(ms)))}${NBSP}ms gerechnet, in Ihrem Browser`;
  return isOld ? `Letzter gültiger Stand, ${formatDateTime(at)}` : 'rechnet …';
}

interface ResultProps {
  preview: Preview;
  source: PriceSource | undefined;
  onChartSymbol: (symbol: string) => void;
}

function Result({ preview, source, onChartSymbol }: ResultProps) {
  const { days, equity, holding, maxDrawdown, costs, costFactor, missingWarmUp } = preview;
  const end = equity.at(-1) ?? RULE_CAPITAL;
  const held = holding.at(-1) ?? RULE_CAPITAL;
  const points = (values: Float64Array) =>
    Array.from(values, (value, index) => ({ at: days[index]! + DAY_MS, value }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PriceChart preview={preview} decimals={decimalsOfFile(source)} onSymbol={onChartSymbol} />
      {equity.length > 1 && (
        <CompareChart
          title={`Aus ${formatCount(RULE_CAPITAL)} USDT, ${costWords(costFactor)}`}
          series={[
            { name: 'Ihre Regel', points: points(equity), stroke: 'solid' },
            { name: 'Halten', points: points(holding), stroke: 'dotted' },
          ]}
          format={(value) => formatDecimal(value)}
          baseline={RULE_CAPITAL}
          summary={`Aus ${formatCount(RULE_CAPITAL)} USDT wurden mit der Regel ${formatDecimal(end)}, mit Kaufen und Halten ${formatDecimal(held)}.`}
        />
      )}
      <KeyValues
        facts={[
          { label: 'Ihre Regel', value: `${formatDecimal(end)} USDT` },
          { label: 'Kaufen und halten', value: `${formatDecimal(held)} USDT` },
          { label: 'Größter Rückgang Ihrer Regel', value: formatPercent(maxDrawdown) },
          { label: 'Kosten darin', value: `${formatDecimal(costs)} USDT` },
        ]}
      />
      <p className="text-sm text-muted">
        {seenWords(source, preview)}
        {missingWarmUp > 0 &&
          ` Vorlauf fehlt: ${countBars(missingWarmUp)}; bis dahin ist manches noch nicht bekannt.`}
      </p>
    </div>
  );
}

interface PriceChartProps {
  preview: Preview;
  /** Of a file of one's own. */
  decimals: number | undefined;
  onSymbol: (symbol: string) => void;
}

function PriceChart({ preview, decimals, onSymbol }: PriceChartProps) {
  const { rule, chart, trades } = preview;
  const { symbols, interval } = rule;
  const markers = useMemo(() => markersOf(preview), [preview]);
  const last = chart.candles.at(-1);
  const own = trades.filter((trade) => trade.symbol === chart.symbol).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      {symbols.length > 1 && (
        <Segments
          label="Markt im Diagramm"
          options={symbols.map((value) => ({ value, label: value }))}
          value={chart.symbol}
          onChange={onSymbol}
        />
      )}
      {chart.candles.length > 0 && (
        <CandleChart
          candles={chart.candles}
          markers={markers}
          section={`${chart.symbol} ${chart.candles[0]!.at}`}
          decimals={priceDigits(last?.close ?? 0, decimals)}
          price={null}
          withTime={interval === '1h'}
          times={interval === '1h' ? HOURLY : DAILY}
          summary={`Kerzen von ${chart.symbol} mit den Ein- und Ausstiegen der Regel: ${formatCount(own)} abgeschlossene Trades.`}
        />
      )}
    </div>
  );
}

/** Entries below their candle, ends above it, with the numbers of their lines. */
function markersOf({ rule, chart, trades }: Preview): CandleMarker[] {
  const numbers = numbersOf(rule);
  const first = chart.candles[0]?.at ?? Number.POSITIVE_INFINITY;
  const starts = chart.candles.map(({ at }) => at);
  const candleAt = (moment: number): number => starts[starts.findLastIndex((at) => at <= moment)] ?? first;
  return trades
    .filter(({ symbol, closedAt }) => symbol === chart.symbol && closedAt >= first)
    .flatMap((trade): CandleMarker[] => {
      const entry = trade.direction === 'long' ? numbers.entryLong : (numbers.entryShort ?? 1);
      const end = endNumberOf(trade, numbers);
      return [
        ...(trade.openedAt >= first
          ? [{ at: candleAt(trade.openedAt), isEntry: true, text: String(entry) }]
          : []),
        { at: candleAt(trade.closedAt), isEntry: false, text: end === null ? '' : String(end) },
      ];
    })
    .sort((a, b) => a.at - b.at);
}

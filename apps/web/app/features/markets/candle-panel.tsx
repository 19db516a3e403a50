import { clsx } from 'clsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { formatDecimal } from '../../lib/format/numbers.ts';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { CandleChart } from '../../ui/chart/candle-chart.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Segments } from '../../ui/form/tabs.tsx';
import {
  CHART_PERIODS,
  type ChartPeriod,
  candleSummary,
  candlesHoldFor,
  candlesOf,
  type ShownCandle,
} from './candle-series.ts';
import { loadCandles } from './market-api.ts';
import { dateText, dayMonthText, dayMonthTimeText, timeText } from './market-clock.ts';

/** Takes the width that the table has, and gives it none of its own: a wide table of candles scrolls inside. */
const PANEL = 'w-0 min-w-full';
const ROWS = clsx(
  'w-full border-separate border-spacing-0 text-sm tabular-nums',
  '[&_th]:py-2 [&_th]:px-3 [&_th]:border-b [&_th]:border-b-border [&_th]:text-right [&_th]:font-normal',
  '[&_th]:whitespace-nowrap [&_td]:py-2 [&_td]:px-3 [&_td]:border-b [&_td]:border-b-border',
  '[&_td]:text-right [&_td]:font-normal [&_td]:whitespace-nowrap',
  '[&_th:first-child]:pl-6 [&_th:first-child]:text-left',
  '[&_td:last-child]:pr-6 [&_th:last-child]:pr-6',
  '[&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-surface [&_thead_th]:text-muted',
  'max-md:[&_th:first-child]:pl-4',
);

interface CandlePanelProps {
  symbol: string;
  decimals: number;
  /** The newest price, marked at the right; null before the first. */
  price: number | null;
  unit: string;
}

const TABLE_ROWS = 60;

const DAYS = { pointed: dateText, day: dayMonthText, time: timeText };
const MINUTES = { ...DAYS, pointed: dayMonthTimeText };

/** The candles of one market over a period, as a chart and on demand as a table. */
export function CandlePanel({ symbol, decimals, price, unit }: CandlePanelProps) {
  const [value, setValue] = useState<ChartPeriod>('month');
  const [asTable, setAsTable] = useState(false);
  const period = CHART_PERIODS.find((entry) => entry.value === value) ?? CHART_PERIODS[0];
  const { interval, limit } = period;
  const load = useCallback(
    async () => ({ period: value, ...(await loadCandles({ symbol, interval, limit })) }),
    [symbol, value, interval, limit],
  );
  const { data, loading, failed, retry } = useLoaded(load, { refresh: true });
  useEffect(() => {
    if (loading) return;
    const timer = setTimeout(retry, candlesHoldFor(interval, Date.now()));
    return () => clearTimeout(timer);
  }, [loading, interval, retry]);
  const isOfThis = data?.interval === interval && data.symbol === symbol;
  // Those of a longer period have those of a shorter one, and not the other way round.
  const shown = isOfThis && (data.period === value || data.time.length >= limit) ? data : undefined;
  const candles = useMemo(() => (shown ? candlesOf(shown).slice(-limit) : []), [shown, limit]);
  const format = {
    price: (figure: number) => formatDecimal(figure, { digits: decimals }),
    at: interval === '1d' ? dateText : dayMonthTimeText,
  };
  const summary = candleSummary(candles, format);

  return (
    <div className={PANEL}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 px-6 border-b border-border max-md:px-4">
        <Segments
          label={`Zeitraum für ${symbol}`}
          options={CHART_PERIODS}
          value={value}
          onChange={setValue}
        />
        <p className="small muted">
          {period.long}
          {shown?.source === 'simulated' && ', simulierte Kurse'}
          {failed && candles.length > 0 && (
            <>
              {', nicht aktualisiert '}
              <Button look="bare" onClick={retry}>
                Erneut versuchen
              </Button>
            </>
          )}
        </p>
      </div>
      <div className="h-80">
        {candles.length > 0 && summary !== null ? (
          asTable ? (
            <CandleRows candles={candles} format={format} unit={unit} />
          ) : (
            <CandleChart
              candles={candles}
              section={`${symbol} ${data?.period}`}
              decimals={decimals}
              price={price}
              withTime={interval !== '1d'}
              times={interval === '1d' ? DAYS : MINUTES}
              summary={`${symbol}. ${summary}`}
            />
          )
        ) : (
          <p
            className="grid place-content-center justify-items-center gap-3 h-full p-6 text-muted"
            role="status"
          >
            {loading && !shown
              ? 'Wird geladen'
              : failed
                ? 'Die Kerzen sind gerade nicht abrufbar.'
                : 'Für diesen Zeitraum gibt es noch keine Kerzen.'}
            {failed && (
              <Button look="bare" onClick={retry}>
                Erneut versuchen
              </Button>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 px-6 border-t border-border max-md:px-4">
        <p className="flex flex-wrap gap-x-4 gap-y-0 text-sm text-muted">
          <span>
            <i
              className="inline-block w-2 h-3.5 mr-1.5 border-[1.5px] border-up rounded-[2px] align-[-2px]"
              aria-hidden
            />{' '}
            gestiegen: leer
          </span>
          <span>
            <i
              className="inline-block w-2 h-3.5 mr-1.5 border-[1.5px] rounded-[2px] align-[-2px] border-down bg-down"
              aria-hidden
            />{' '}
            gefallen: gefüllt
          </span>
        </p>
        <Button look="bare" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Als Diagramm anzeigen' : 'Als Tabelle anzeigen'}
        </Button>
      </div>
    </div>
  );
}

interface CandleRowsProps {
  candles: readonly ShownCandle[];
  format: { price: (value: number) => string; at: (at: number) => string };
  unit: string;
}

/** The newest candles; a person reads no more than some dozens. */
function CandleRows({ candles, format, unit }: CandleRowsProps) {
  const rows = candles.slice(-TABLE_ROWS).toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="h-80 overflow-auto" tabIndex={0} aria-label="Kerzen als Tabelle">
      <table className={ROWS}>
        <caption className="vh">{`Die neuesten ${rows.length} von ${candles.length} Kerzen, Kurse in ${unit}`}</caption>
        <thead>
          <tr>
            <th scope="col">Beginn</th>
            <th scope="col">Eröffnung</th>
            <th scope="col">Hoch</th>
            <th scope="col">Tief</th>
            <th scope="col">Schluss</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{format.at(row.at)}</th>
              <td>{format.price(row.open)}</td>
              <td>{format.price(row.high)}</td>
              <td>{format.price(row.low)}</td>
              <td>{format.price(row.close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

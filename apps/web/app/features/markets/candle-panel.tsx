import { useCallback, useEffect, useMemo, useState } from 'react';
import { formatDecimal } from '../../lib/numbers.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { CandleChart } from './candle-chart.tsx';
import classes from './candle-panel.module.css';
import {
  CHART_PERIODS,
  type ChartPeriod,
  candleSummary,
  candlesHoldFor,
  candlesOf,
  type ShownCandle,
} from './candle-series.ts';
import { loadCandles } from './market-api.ts';
import { dateText, dayMonthTimeText } from './market-clock.ts';

interface CandlePanelProps {
  symbol: string;
  decimals: number;
  /** The newest price, marked at the right; null before the first. */
  price: number | null;
  unit: string;
}

const TABLE_ROWS = 60;

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
  const shown = data?.interval === interval && data.symbol === symbol ? data : undefined;
  const candles = useMemo(() => (shown ? candlesOf(shown).slice(-limit) : []), [shown, limit]);
  const format = {
    price: (figure: number) => formatDecimal(figure, { digits: decimals }),
    at: interval === '1d' ? dateText : dayMonthTimeText,
  };
  const summary = candleSummary(candles, format);

  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <Segments
          label={`Zeitraum für ${symbol}`}
          options={CHART_PERIODS}
          value={value}
          onChange={setValue}
        />
        <p className="small muted">
          {period.long}
          {shown?.source === 'simulated' && ', simulierte Kurse'}
        </p>
      </div>
      <div className={classes.body}>
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
              summary={`${symbol}. ${summary}`}
            />
          )
        ) : (
          <p className={classes.empty} role="status">
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
      <div className={classes.foot}>
        <p className={classes.key}>
          <span>
            <i className={classes.up} aria-hidden /> gestiegen: leer
          </span>
          <span>
            <i className={classes.down} aria-hidden /> gefallen: gefüllt
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
    <section className={classes.scroll} tabIndex={0} aria-label="Kerzen als Tabelle">
      <table className={classes.rows}>
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

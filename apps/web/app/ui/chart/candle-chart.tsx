import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { formatDecimal } from '../../lib/format/numbers.ts';

export interface DrawnCandle {
  /** Start, epoch milliseconds. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A sign above or below a candle. */
export interface CandleMarker {
  /** Start of the candle. */
  readonly at: number;
  readonly isEntry: boolean;
  readonly text: string;
}

/** How moments are written at the axis and where one points. */
export interface CandleTimes {
  readonly pointed: (at: number) => string;
  readonly day: (at: number) => string;
  readonly time: (at: number) => string;
}

interface CandleChartProps {
  candles: readonly DrawnCandle[];
  markers?: readonly CandleMarker[];
  /** Names the market and the period: another one is shown from end to end. */
  section: string;
  decimals: number;
  price: number | null;
  /** Candles shorter than a day. */
  withTime: boolean;
  times: CandleTimes;
  /** The chart in words. */
  summary: string;
}

type Chart = {
  chart: IChartApi;
  series: ISeriesApi<'Candlestick'>;
  line: IPriceLine | null;
  signs: ISeriesMarkersPluginApi<Time>;
};

const NO_MARKERS: readonly CandleMarker[] = [];

const toSeconds = (at: number) => (at / 1000) as UTCTimestamp;
const toMs = (time: unknown) => Number(time) * 1000;

/** Candles by lightweight-charts, in the palette of the page: hollow when risen, filled when fallen. */
export function CandleChart(props: CandleChartProps) {
  const { candles, markers = NO_MARKERS, section, decimals, price, withTime, times, summary } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Chart>(null);
  const scheme = useColorScheme();
  /** What the view was fitted to: the section that somebody has chosen in it stays when candles are added. */
  const fitted = useRef<{ chart: IChartApi; section: string }>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the variables hold
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const style = getComputedStyle(box);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const chart = createChart(box, {
      autoSize: true,
      localization: {
        locale: 'de-DE',
        priceFormatter: (value: number) => formatDecimal(value, { digits: decimals }),
        timeFormatter: (time: unknown) => times.pointed(toMs(time)),
      },
      layout: {
        // The link that the library asks for stands on the page of licences.
        attributionLogo: false,
        background: { type: ColorType.Solid, color: colour('--surface') },
        textColor: colour('--muted'),
        fontFamily: style.fontFamily,
        fontSize: 12,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colour('--border') } },
      rightPriceScale: { borderColor: colour('--lineal') },
      timeScale: {
        borderColor: colour('--border'),
        timeVisible: withTime,
        secondsVisible: false,
        // There is nothing beyond the candles, and the first and the last time are not cut.
        fixLeftEdge: true,
        fixRightEdge: true,
        tickMarkFormatter: (time: unknown, kind: number) =>
          kind >= 3 ? times.time(toMs(time)) : times.day(toMs(time)),
      },
      handleScale: { mouseWheel: false },
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
    });
    const up = colour('--up');
    const down = colour('--down');
    const series = chart.addSeries(CandlestickSeries, {
      upColor: colour('--surface'),
      downColor: down,
      borderUpColor: up,
      borderDownColor: down,
      wickUpColor: up,
      wickDownColor: down,
      priceLineVisible: false,
      lastValueVisible: false,
    });
    drawn.current = { chart, series, line: null, signs: createSeriesMarkers(series) };
    return () => {
      drawn.current = null;
      chart.remove();
    };
  }, [decimals, withTime, times, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart needs the candles again
  useEffect(() => {
    const current = drawn.current;
    if (!current) return;
    current.series.setData(
      candles.map(({ at, open, high, low, close }) => ({ time: toSeconds(at), open, high, low, close })),
    );
    if (fitted.current?.chart === current.chart && fitted.current.section === section) return;
    fitted.current = { chart: current.chart, section };
    current.chart.timeScale().fitContent();
  }, [candles, section, decimals, withTime, times, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart needs its signs again
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const color = getComputedStyle(box).getPropertyValue('--text').trim();
    drawn.current?.signs.setMarkers(
      markers.map(({ at, isEntry, text }) => ({
        time: toSeconds(at),
        position: isEntry ? ('belowBar' as const) : ('aboveBar' as const),
        shape: isEntry ? ('arrowUp' as const) : ('arrowDown' as const),
        color,
        text,
      })),
    );
  }, [markers, decimals, withTime, times, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart needs the line again
  useEffect(() => {
    const current = drawn.current;
    const box = frame.current;
    if (!current || !box || price === null) return;
    const options = {
      price,
      color: getComputedStyle(box).getPropertyValue('--control').trim(),
      lineStyle: LineStyle.Dotted,
      lineWidth: 1 as const,
      axisLabelVisible: true,
      title: '',
    };
    if (current.line) current.line.applyOptions(options);
    else current.line = current.series.createPriceLine(options);
  }, [price, decimals, withTime, times, scheme]);

  return (
    <figure>
      <div ref={frame} className="w-full h-80" aria-hidden />
      <figcaption className="vh">{summary}</figcaption>
    </figure>
  );
}

type ColorScheme = 'light' | 'dark';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** What the page is shown in now, for drawings that cannot take their colours from the style sheet. */
function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, read, () => 'light');
}

function read(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light';
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

import { inUsdt, type Micros } from '@botdepot/money';
import { formatDate } from '../../lib/format/dates.ts';
import { formatDecimal, formatPercent } from '../../lib/format/numbers.ts';
import { BookChart, type ChartMarker } from '../../ui/chart/book-chart.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';

export interface ValuePoint {
  /** Epoch milliseconds. */
  at: number;
  /** A coordinate in USDT. */
  value: number;
  /** Distance of the NAV from its highest so far, ≤ 0. */
  drawdown: number;
}

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;

interface ValueChartProps {
  title: string;
  points: readonly ValuePoint[];
  initial: number | undefined;
  /** At the end of the curve. */
  value: Micros;
  /** The deepest drawdown as far as it is known from elsewhere, ≤ 0. */
  deepest?: number;
  markers?: readonly ChartMarker[];
}

/**
 * What money in a bot was worth, over how far it had fallen. A part of the curve only cuts it; the drawdown counts from the highest value
 * since the start.
 */
export function ValueChart(props: ValueChartProps) {
  const { title, points, initial, value: current, deepest: known = 0, markers = [] } = props;
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const deepest = Math.min(known, ...points.map(({ drawdown }) => drawdown));
  // What was booked by hand is marked, and no fall of the bot's.
  const fall = markers.length === 0 ? 'Rückgang' : 'Rückgang des Bots';
  const fine = Math.max(...points.map(({ value }) => value)) < 1000;
  const percent = (fraction: number) => formatPercent(fraction, { digits: deepest < -0.02 ? 1 : 2 });
  return (
    <BookChart
      title={title}
      points={points.map(({ at, value }) => ({ at, value }))}
      format={(value) => formatDecimal(value, { digits: fine || !Number.isInteger(value) ? 2 : 0 })}
      baseline={initial}
      covers={[first.value * (1 - LEAST_MOVE), first.value * (1 + LEAST_MOVE)]}
      end={<Amount value={current} />}
      markers={markersWithin(markers, first.at, last.at)}
      drawdown={{
        title: `${fall} vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
        points: points.map(({ at, drawdown }) => ({ at, value: drawdown })),
        format: percent,
        end: <Percent fraction={last.drawdown} tone="delta" />,
        covers: [-LEAST_MOVE],
      }}
      summary={`Wert vom ${formatDate(first.at)} bis ${formatDate(last.at)}: von ${formatDecimal(first.value)} auf ${inUsdt(current)}, größter ${fall} ${formatPercent(deepest)}.`}
    />
  );
}

/** Beside the end of the curve a label would lie on it. */
const LABELS_END = 0.7;

function markersWithin(markers: readonly ChartMarker[], from: number, to: number): ChartMarker[] {
  const lastLabel = from + (to - from) * LABELS_END;
  return markers
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, kind, text }) => ({ at, kind, text: at > lastLabel ? undefined : text }));
}

import { type PointerEvent, type ReactNode, useState } from 'react';
import { formatDayMonth, formatTime } from '../../lib/format/dates.ts';
import { ENTRY_WORDS, EntryIcon, type EntryKind } from '../icon/entry-icon.tsx';
import classes from './book-chart.module.css';
import { pointInstant } from './chart-labels.ts';
import { ChartPlot, ValueDetails } from './chart-plot.tsx';
import {
  axisInstants,
  type ChartPoint,
  nearestPoint,
  niceScale,
  niceScaleWithRoom,
  offsetOf,
  type TimeTick,
  thinned,
  timeTicks,
} from './chart-scale.ts';

export interface ChartMarker {
  /** Epoch milliseconds. */
  at: number;
  kind: EntryKind;
  /** Beside the marker on wide screens, e.g. the amount. */
  text?: string | undefined;
}

interface BookChartProps {
  /** What is drawn and how it is measured: „Rendite, zeitgewichtet“. */
  title: string;
  /** The same on the screen, where a word of it opens something. */
  heading?: ReactNode;
  points: readonly ChartPoint[];
  /** The values at the axis and in the table. */
  format: (value: number) => string;
  /** The last value at its height; the axis column is the amount column. */
  end?: ReactNode;
  /** Values that the scale covers as well, so that a calm hour does not look like a crash. */
  covers?: readonly number[] | undefined;
  /** A stronger line, the start or zero; the fill reaches to it. */
  baseline?: number | undefined;
  /** Same instants as `points`, values ≤ 0. */
  drawdown?:
    | {
        title: string;
        heading?: ReactNode;
        points: readonly ChartPoint[];
        format: (value: number) => string;
        end?: ReactNode;
        covers?: readonly number[] | undefined;
      }
    | undefined;
  /** Deposits and withdrawals stand here as markers, never as performance. */
  markers?: readonly ChartMarker[] | undefined;
  /** The chart in one sentence. */
  summary: string;
  legendNote?: string | undefined;
}

const ROW_PX = 44;
const INTERVALS = 6;
/** What markers take of the topmost interval: their icon and a little air below it, so that no curve runs through them. */
const MARKER_ROOM = 26 / ROW_PX;
const AXIS_LABELS = 5;
const TABLE_ROWS = 60;
/** Longer than this, a day without its year says too little. */
const MANY_MONTHS_MS = 300 * 86_400_000;
const TWO_DAYS_MS = 2 * 86_400_000;

/** The curve over the ledger: gridlines in the ledger's rhythm, labels in the ledger's amount column. */
export function BookChart(props: BookChartProps) {
  const {
    title,
    heading = title,
    points,
    format,
    end,
    covers = [],
    baseline,
    drawdown,
    markers = [],
    summary,
    legendNote,
  } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const values = [...points.map((point) => point.value), ...covers];
  const scale =
    markers.length > 0
      ? niceScaleWithRoom(values, baseline, INTERVALS, MARKER_ROOM)
      : niceScale(values, baseline, INTERVALS);
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 0;
  const short = to - from < TWO_DAYS_MS;
  const axisLabel = short ? formatTime : formatDayMonth;
  const marks: TimeTick[] =
    to - from > MANY_MONTHS_MS
      ? timeTicks(from, to)
      : axisInstants(from, to, AXIS_LABELS).map((at) => ({ at, label: axisLabel(at) }));
  const instant = pointInstant(points.map(({ at }) => at));
  const shown = pointed === null ? undefined : points[pointed];
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(nearestPoint(points, (event.clientX - box.left) / box.width));
  };

  return (
    <figure>
      <div className={classes.title}>
        <span className={classes.titleText}>{heading}</span>
        {shown && <span className={classes.readout}>{`${instant(shown.at)}: ${format(shown.value)}`}</span>}
      </div>
      <ChartPlot
        points={points}
        scale={scale}
        heightPx={(scale.ticks.length - 1) * ROW_PX}
        baseline={baseline}
        format={format}
        end={end}
        label={summary}
        pointed={pointed}
        onPoint={point}
        onLeave={() => setPointed(null)}
      >
        {markers.map((marker) => (
          <div
            key={`${marker.kind}-${marker.at}`}
            className={classes.marker}
            style={{ left: `${offsetOf(marker.at, from, to) * 100}%` }}
          >
            <span className={classes.markerIcon}>
              <EntryIcon kind={marker.kind} size={12} />
            </span>
            {marker.text && hasRoom(marker, markers, from, to) && (
              <span className={classes.markerText}>{marker.text}</span>
            )}
          </div>
        ))}
      </ChartPlot>
      {drawdown && (
        <>
          <div className={classes.title}>
            <span className={classes.titleText}>{drawdown.heading ?? drawdown.title}</span>
          </div>
          <ChartPlot
            points={drawdown.points}
            scale={niceScale([...drawdown.points.map((one) => one.value), ...(drawdown.covers ?? [])], 0, 2)}
            heightPx={ROW_PX * 1.5}
            baseline={0}
            format={drawdown.format}
            end={drawdown.end}
            label={drawdown.title}
            tone="down"
            pointed={pointed}
            onPoint={point}
            onLeave={() => setPointed(null)}
          />
        </>
      )}
      <div className={classes.axis} aria-hidden>
        {marks.map(({ at, label }, index) => (
          <span
            key={at}
            // Every second label gives way on phones.
            className={index % 2 === 1 ? classes.wide : undefined}
            data-inner={(at > from && at < to) || undefined}
            style={{ left: `${offsetOf(at, from, to) * 100}%` }}
          >
            {label === marks[index - 1]?.label ? null : label}
          </span>
        ))}
      </div>
      <Legend markers={markers} note={legendNote} />
      <ValueDetails label={title}>
        {() => (
          <ValueTable title={title} points={points} format={format} drawdown={drawdown} instant={instant} />
        )}
      </ValueDetails>
    </figure>
  );
}

/** A label needs about a sixth of the width before the next marker or the end. */
function hasRoom(marker: ChartMarker, markers: readonly ChartMarker[], from: number, to: number): boolean {
  const place = offsetOf(marker.at, from, to);
  const next = markers.map((other) => offsetOf(other.at, from, to)).filter((other) => other > place);
  return Math.min(1, ...next) - place > 0.16;
}

function Legend({ markers, note }: { markers: readonly ChartMarker[]; note: string | undefined }) {
  const kinds = [...new Set(markers.map((marker) => marker.kind))];
  if (kinds.length === 0 && !note) return null;
  return (
    <div className={classes.legend}>
      {kinds.map((kind) => (
        <span key={kind}>
          <EntryIcon kind={kind} size={14} />
          {ENTRY_WORDS[kind]}
        </span>
      ))}
      {note && <span>{note}</span>}
    </div>
  );
}

type ValueTableProps = Pick<BookChartProps, 'title' | 'points' | 'format' | 'drawdown'> & {
  instant: (at: number) => string;
};

/** What is drawn, thinned to what a person reads. */
function ValueTable({ title, points, format, drawdown, instant }: ValueTableProps) {
  const rows = thinned(
    points.map((point, index) => ({ ...point, drawdown: drawdown?.points[index]?.value })),
    TABLE_ROWS,
  ).reverse();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Zeit</th>
          <th scope="col" style={{ textAlign: 'right' }}>
            {title}
          </th>
          {drawdown && (
            <th scope="col" style={{ textAlign: 'right' }}>
              Rückgang
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.at}>
            <th scope="row">{instant(row.at)}</th>
            <td>{format(row.value)}</td>
            {drawdown && <td>{row.drawdown === undefined ? '–' : drawdown.format(row.drawdown)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

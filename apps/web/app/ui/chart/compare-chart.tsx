import { type PointerEvent, useState } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import bookClasses from './book-chart.module.css';
import { spreadApart } from './chart-labels.ts';
import { ChartRules, ValueDetails } from './chart-plot.tsx';
import {
  type ChartPoint,
  heightOf,
  linePath,
  nearestPoint,
  niceScale,
  offsetOf,
  thinned,
  timeTicks,
} from './chart-scale.ts';
import classes from './compare-chart.module.css';

export interface ComparedSeries {
  /** Stands at the end of the curve and heads its column of the table. */
  name: string;
  points: readonly ChartPoint[];
  /** Curves are told apart by their stroke, never by colour. */
  stroke: 'solid' | 'dashed' | 'dotted';
}

interface ComparePane {
  /** What is drawn and how it is measured: „Start = 100, nach Kosten“. */
  title: string;
  /** Two or three over the same instants. */
  series: readonly ComparedSeries[];
  format: (value: number) => string;
  /** A stronger line, the start or zero. */
  baseline: number;
  /** The pane in one sentence, for those who do not see it. */
  summary: string;
}

interface CompareChartProps extends ComparePane {
  /** The falls from the highest values so far, below on the same time axis. Values ≤ 0. */
  drawdown?: ComparePane | undefined;
}

const ROW_PX = 44;
const INTERVALS = 6;
const DRAWDOWN_INTERVALS = 2;
const TABLE_ROWS = 60;
/** A name and a value, one below the other. */
const END_PX = 38;

/** Several curves on one scale. Their ends stand in the amount column; a table holds the figures. */
export function CompareChart({ drawdown, ...main }: CompareChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const points = main.series[0]?.points ?? [];
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 0;
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(nearestPoint(points, (event.clientX - box.left) / box.width));
  };
  const pane = { from, to, pointed, onPoint: point, onLeave: () => setPointed(null) };
  return (
    <figure>
      <Pane {...main} {...pane} intervals={INTERVALS} />
      {drawdown && <Pane {...drawdown} {...pane} intervals={DRAWDOWN_INTERVALS} />}
      <div className={bookClasses.axis} aria-hidden>
        {timeTicks(from, to).map(({ at, label }, index) => {
          const place = offsetOf(at, from, to);
          return (
            <span
              key={at}
              // Every second label gives way on phones.
              className={index % 2 === 1 ? `${classes.time} ${bookClasses.wide}` : classes.time}
              data-edge={place < 0.04 ? 'start' : place > 0.96 ? 'end' : 'none'}
              style={{ left: `${place * 100}%` }}
            >
              {label}
            </span>
          );
        })}
      </div>
      <ValueDetails label={main.title} className={classes.tableBox}>
        {() => <ValueTable main={main} drawdown={drawdown} />}
      </ValueDetails>
    </figure>
  );
}

interface PaneProps extends ComparePane {
  from: number;
  to: number;
  intervals: number;
  pointed: number | null;
  onPoint: (event: PointerEvent<HTMLElement>) => void;
  onLeave: () => void;
}

function Pane(props: PaneProps) {
  const { title, series, format, baseline, summary, from, to, intervals, pointed } = props;
  const scale = niceScale(
    series.flatMap(({ points }) => points.map(({ value }) => value)),
    baseline,
    intervals,
  );
  // The same height whatever the scale, so that the place for it can be kept free.
  const heightPx = intervals * ROW_PX;
  const ends = spreadApart(
    series.map(({ points }) => heightOf(points.at(-1)?.value ?? baseline, scale) * heightPx),
    END_PX,
    { from: END_PX / 2 - 12, to: heightPx - END_PX / 2 + 12 },
  );
  const at = pointed === null ? undefined : series[0]?.points[pointed]?.at;
  return (
    <>
      <div className={`${bookClasses.title} ${classes.title}`}>
        {at === undefined || pointed === null ? (
          <span className={bookClasses.titleText}>{title}</span>
        ) : (
          <span className={classes.readout}>
            {formatDate(at)}
            {series.map(({ name, points }) => {
              const value = points[pointed]?.value;
              return <span key={name}>{`${name} ${value === undefined ? '–' : format(value)}`}</span>;
            })}
          </span>
        )}
      </div>
      <div className={bookClasses.frame} style={{ height: heightPx }}>
        <ChartRules {...{ scale, heightPx, baseline, format, ends }} roomPx={END_PX / 2 + 9} />
        <div
          className={bookClasses.plot}
          role="img"
          aria-label={summary}
          onPointerMove={props.onPoint}
          onPointerLeave={props.onLeave}
        >
          <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden focusable={false}>
            {series.map(({ name, points, stroke }) => (
              <path
                key={name}
                className={`${bookClasses.line} ${classes.line}`}
                data-stroke={stroke}
                d={linePath(points, scale)}
              />
            ))}
          </svg>
          {at !== undefined && (
            <div className={bookClasses.cross} style={{ left: `${offsetOf(at, from, to) * 100}%` }} />
          )}
        </div>
        {series.map(({ name, points, stroke }, index) => (
          <div key={name} className={classes.end} style={{ top: ends[index] }} aria-hidden>
            <span className={classes.name}>
              <Stroke stroke={stroke} />
              {name}
            </span>
            <span className="num">{format(points.at(-1)?.value ?? baseline)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** A sample of the line beside its name. */
function Stroke({ stroke }: Pick<ComparedSeries, 'stroke'>) {
  return (
    <svg className={classes.sample} viewBox="0 0 18 2" aria-hidden focusable={false}>
      <path className={classes.line} data-stroke={stroke} d="M0 1H18" />
    </svg>
  );
}

function ValueTable({ main, drawdown }: { main: ComparePane; drawdown: ComparePane | undefined }) {
  const columns = [
    ...main.series.map((one) => ({ ...one, head: one.name, format: main.format })),
    ...(drawdown?.series.map((one) => ({
      ...one,
      head: `${one.name}, Rückgang`,
      format: drawdown.format,
    })) ?? []),
  ];
  const rows = thinned(
    (main.series[0]?.points ?? []).map(({ at }, index) => ({ at, index })),
    TABLE_ROWS,
  ).reverse();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Tag</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col" className={classes.head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, index }) => (
          <tr key={at}>
            <th scope="row">{formatDate(at)}</th>
            {columns.map(({ head, points, format }) => {
              const value = points[index]?.value;
              return <td key={head}>{value === undefined ? '–' : format(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

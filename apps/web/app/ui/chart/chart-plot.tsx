import { type PointerEventHandler, type ReactNode, useState } from 'react';
import classes from './book-chart.module.css';
import { areaPath, type ChartPoint, heightOf, linePath, offsetOf, type Scale } from './chart-scale.ts';

interface ChartPlotProps {
  points: readonly ChartPoint[];
  scale: Scale;
  heightPx: number;
  baseline: number | undefined;
  format: (value: number) => string;
  end: ReactNode;
  label: string;
  tone?: 'ink' | 'down';
  pointed: number | null;
  onPoint: PointerEventHandler<HTMLDivElement>;
  onLeave: () => void;
  children?: ReactNode;
}

/** Closer than this to the end label, a tick label gives way. */
const LABEL_ROOM_PX = 20;

/** One pane: rules to the amount edge, labels standing on them, the curve, and its last value at its height. */
export function ChartPlot(props: ChartPlotProps) {
  const { points, scale, heightPx, baseline, format, end, label, tone = 'ink', pointed, children } = props;
  const last = points.at(-1);
  const endTop = last && end ? heightOf(last.value, scale) * heightPx : null;
  const at = pointed === null ? undefined : points[pointed];
  const down = tone === 'down';
  const from = points[0]?.at ?? 0;

  return (
    <div className={classes.frame} style={{ height: heightPx }}>
      <ChartRules
        {...{ scale, heightPx, baseline, format }}
        ends={endTop === null ? [] : [endTop]}
        roomPx={LABEL_ROOM_PX}
      />
      <div
        className={classes.plot}
        role="img"
        aria-label={label}
        onPointerMove={props.onPoint}
        onPointerLeave={props.onLeave}
      >
        {children}
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden focusable={false}>
          {points.length > 1 && (
            <>
              <path
                className={down ? classes.downFill : classes.fill}
                d={areaPath(points, scale, baseline ?? scale.min)}
              />
              <path
                className={down ? `${classes.line} ${classes.down}` : classes.line}
                d={linePath(points, scale)}
              />
            </>
          )}
        </svg>
        {at && last && (
          <div className={classes.cross} style={{ left: `${offsetOf(at.at, from, last.at) * 100}%` }} />
        )}
        {last && (
          <span
            className={classes.dot}
            data-tone={tone}
            style={{
              left: `${offsetOf((at ?? last).at, from, last.at) * 100}%`,
              top: `${heightOf((at ?? last).value, scale) * 100}%`,
            }}
          />
        )}
      </div>
      {endTop !== null && (
        <div className={classes.end} style={{ top: endTop }}>
          {end}
        </div>
      )}
    </div>
  );
}

interface ChartRulesProps {
  scale: Scale;
  heightPx: number;
  baseline: number | undefined;
  format: (value: number) => string;
  /** Heights of the labels at the end of the curves; a tick label closer than `roomPx` gives way. */
  ends: readonly number[];
  roomPx: number;
}

/** The rules of a pane, each with its value standing on it. */
export function ChartRules({ scale, heightPx, baseline, format, ends, roomPx }: ChartRulesProps) {
  return scale.ticks.map((tick) => {
    const top = heightOf(tick, scale) * heightPx;
    const isFree = ends.every((end) => Math.abs(top - LABEL_RISE_PX - end) >= roomPx);
    return (
      <div key={tick} className={classes.rule} style={{ top }} data-base={tick === baseline || undefined}>
        {isFree && (
          <span className={classes.tick} aria-hidden>
            {format(tick)}
          </span>
        )}
      </div>
    );
  });
}

/** Labels stand on their rule, so their middle lies this far above it. */
const LABEL_RISE_PX = 9;

interface ValueDetailsProps {
  label: string;
  className?: string | undefined;
  /** The table. Hundreds of cells, so they are made once somebody wants to read them. */
  children: () => ReactNode;
}

/** The text alternative of a chart: the figures behind the curve. */
export function ValueDetails({ label, className, children }: ValueDetailsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.values} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Werte als Tabelle</summary>
      <section
        className={[classes.tableBox, className].filter(Boolean).join(' ')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {opened && children()}
      </section>
    </details>
  );
}

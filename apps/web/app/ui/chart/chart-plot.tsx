import type { PointerEventHandler, ReactNode } from 'react';
import classes from './book-chart.module.css';
import { ChartRules } from './chart-rules.tsx';
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

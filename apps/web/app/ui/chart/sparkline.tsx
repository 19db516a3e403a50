import { heightOf, linePath, plainScale } from './chart-scale.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  values: readonly number[];
  /** What the curve says in words, e.g. „Wertverlauf seit 02.01.2025, Start 100, Ende 104,1“. */
  label: string;
  /** A dashed line at the start value. */
  baseline?: number | undefined;
  height?: number | undefined;
}

/** A plain path in ink, by `plainScale`. Fewer than two values draw nothing but the baseline. */
export function Sparkline({ values, label, baseline, height = 56 }: SparklineProps) {
  const scale = plainScale(baseline === undefined ? values : [...values, baseline]);
  const points = values.map((value, index) => ({ at: index, value }));
  const base = baseline === undefined ? null : heightOf(baseline, scale) * 100;
  return (
    <svg
      className={classes.spark}
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      style={{ height }}
    >
      {base !== null && <line className={classes.base} x1={0} x2={1000} y1={base} y2={base} />}
      {points.length > 1 && <path className={classes.line} d={linePath(points, scale)} />}
    </svg>
  );
}

import classes from './book-chart.module.css';
import { heightOf, type Scale } from './chart-scale.ts';

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

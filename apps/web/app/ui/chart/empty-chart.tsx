import classes from './empty-chart.module.css';

/** The ruling of a `BookChart` that has nothing to draw yet, in the same rhythm and on the same amount edge. */
export function EmptyChart({ baseline }: { baseline: string }) {
  return (
    <div className={classes.frame} aria-hidden>
      <div className={classes.chart}>
        <div />
        <div />
        <div />
        <div className={classes.baseline}>{baseline}</div>
      </div>
    </div>
  );
}

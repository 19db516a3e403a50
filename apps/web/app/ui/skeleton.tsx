import classes from './skeleton.module.css';
import { StatStrip } from './stat-strip.tsx';

/** A grey bar in the place of one piece of text. */
export function Bone({ width, height = 14 }: { width: number | string; height?: number }) {
  return <span className={classes.bone} style={{ width, height }} />;
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function Waiting() {
  return (
    <span className="vh" role="status">
      Wird geladen
    </span>
  );
}

/** Same heights as a `Ledger` with as many lines, so nothing jumps when it arrives. */
export function LedgerSkeleton({ lines, total = true }: { lines: number; total?: boolean }) {
  return (
    <div>
      <Waiting />
      {rows(lines).map((index) => (
        <div key={index} className={classes.line}>
          <Bone width={`${34 + ((index * 17) % 24)}%`} />
          <span className={classes.amount}>
            <Bone width={72} />
          </span>
        </div>
      ))}
      {total && (
        <div className={`${classes.line} ${classes.sum}`}>
          <Bone width="24%" />
          <span className={classes.amount}>
            <Bone width={84} height={16} />
          </span>
        </div>
      )}
    </div>
  );
}

/** Two lines of notes, as the dashboard has them; the second is as high as the first. */
export function StatStripSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <StatStrip
      label="Kennzahlen werden geladen"
      stats={labels.map((label) => ({
        label,
        value: <Bone width={112} height={24} />,
        notes: ['\u00a0', '\u2003'],
      }))}
    />
  );
}

/** Rows of a `DataTable` or a `RecordList`. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <div>
      <Waiting />
      {rows(count).map((index) => (
        <div key={index} className={classes.row}>
          <Bone width={`${28 + ((index * 13) % 22)}%`} />
          <Bone width={76} />
        </div>
      ))}
    </div>
  );
}

/** The gridlines of a `BookChart`, still without a curve. */
export function ChartSkeleton({ intervals = 5 }: { intervals?: number }) {
  return (
    <div className={classes.chart}>
      <Waiting />
      {rows(intervals).map((index) => (
        <div key={index} />
      ))}
    </div>
  );
}

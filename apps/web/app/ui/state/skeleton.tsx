import { StatStrip } from '../sheet/stat-strip.tsx';

const BONE = 'block rounded-[4px] bg-border opacity-70 animate-[breathe_1.6s_ease-in-out_infinite]';
const LINE = 'flex items-center justify-between h-(--row) border-b border-border';
const AMOUNT = 'flex items-center justify-end w-(--amt) h-full border-l border-border';

/** A grey bar in the place of one piece of text. */
export function Bone({ width, height = 14 }: { width: number | string; height?: number }) {
  return <span className={BONE} style={{ width, height }} data-bone />;
}

/** The same in the place of a key figure: on the line of its label. */
export function FigureBone() {
  return (
    <span className="rounded-[4px] bg-border opacity-70 animate-[breathe_1.6s_ease-in-out_infinite] inline-block w-28 h-6 align-middle" />
  );
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Marks a part whose height is only known when it comes: `AppFrame` keeps back what would stand below it. */
function Waiting() {
  return (
    <span className="vh" role="status" data-waiting>
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
        <div key={index} className={LINE}>
          <Bone width={`${34 + ((index * 17) % 24)}%`} />
          <span className={AMOUNT}>
            <Bone width={72} />
          </span>
        </div>
      ))}
      {total && (
        <div className="flex items-center justify-between h-(--row) border-t border-text border-b-0">
          <Bone width="24%" />
          <span className={AMOUNT}>
            <Bone width={84} height={16} />
          </span>
        </div>
      )}
    </div>
  );
}

const NO_NOTES = ['\u00a0', '\u2003'];

/** @param notes Lines of notes under each figure, all of them two where they are not given. */
export function StatStripSkeleton({
  labels,
  notes,
}: {
  labels: readonly string[];
  notes?: readonly number[];
}) {
  return (
    <StatStrip
      label="Kennzahlen werden geladen"
      stats={labels.map((label, index) => ({
        label,
        value: <FigureBone />,
        notes: NO_NOTES.slice(0, notes?.[index]),
      }))}
    />
  );
}

/** Facts of a `KeyValues`. */
export function KeyValuesSkeleton({ count }: { count: number }) {
  return (
    <div>
      <Waiting />
      {rows(count).map((index) => (
        <div
          key={index}
          className="flex items-center justify-between h-[39px] border-b border-border last:h-9.5 last:border-b-0"
        >
          <Bone width={`${24 + ((index * 11) % 17)}%`} height={12} />
          <Bone width={`${18 + ((index * 13) % 23)}%`} height={12} />
        </div>
      ))}
    </div>
  );
}

/** Rows of a `DataTable` or a `RecordList`. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <div>
      <Waiting />
      {rows(count).map((index) => (
        <div
          key={index}
          className="flex items-center justify-between gap-6 min-h-14 px-(--pad) border-b border-border last:border-b-0"
        >
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
    <div className="grid gap-0 my-3 mx-0 border-t border-border [&>div]:h-(--row) [&>div]:border-b [&>div]:border-b-border">
      <Waiting />
      {rows(intervals).map((index) => (
        <div key={index} />
      ))}
    </div>
  );
}

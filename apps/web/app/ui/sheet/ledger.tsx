import type { ReactNode } from 'react';
import classes from './ledger.module.css';

export interface LedgerLine {
  /** Needed when two lines share a label. */
  key?: string | undefined;
  label: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  amount: ReactNode;
  /** Only with a „before“ column in the head. */
  before?: ReactNode;
}

interface LedgerProps {
  /** What the table is, for screen readers. */
  caption: string;
  /** Column heads; the unit stands here once and never in the rows. */
  head?: { label: ReactNode; amount: ReactNode; before?: ReactNode } | undefined;
  lines: readonly LedgerLine[];
  /** Closes the sheet: single rule above, double rule under the amount. */
  total?: LedgerLine | undefined;
  compact?: boolean | undefined;
  /** Lines may carry an icon; those without one keep the width of the icon column. */
  withIcons?: boolean | undefined;
  /** Said beside the stroke when there are no lines. */
  emptyHint?: string | undefined;
  className?: string | undefined;
}

/** Label at the left, amount on the one edge at the right, 44-px rows. */
export function Ledger(props: LedgerProps) {
  const { caption, head, lines, total, compact, withIcons, emptyHint, className } = props;
  const hasBefore = head?.before !== undefined || lines.some((line) => line.before !== undefined);
  const names = [classes.ledger, compact && classes.compact, hasBefore && classes.withBefore, className];
  return (
    <table className={names.filter(Boolean).join(' ')}>
      <caption className="vh">{caption}</caption>
      {head && (
        <thead>
          <tr>
            <th scope="col">{head.label}</th>
            {hasBefore && (
              <th scope="col" className={classes.before}>
                {head.before}
              </th>
            )}
            <th scope="col" className={classes.amount}>
              {head.amount}
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map((line, index) => (
          <Line
            key={line.key ?? (typeof line.label === 'string' ? line.label : index)}
            line={line}
            hasBefore={hasBefore}
            withIcons={withIcons}
          />
        ))}
        {lines.length === 0 && (
          <tr className={classes.cancelled}>
            <th scope="row" colSpan={hasBefore ? 2 : 1}>
              <CancelStroke hint={emptyHint ?? 'Noch keine Einträge'} />
            </th>
            <td className={classes.amount} />
          </tr>
        )}
      </tbody>
      {total && (
        <tfoot>
          <Line line={total} hasBefore={hasBefore} withIcons={withIcons} sum />
        </tfoot>
      )}
    </table>
  );
}

interface LineProps {
  line: LedgerLine;
  hasBefore: boolean;
  withIcons: boolean | undefined;
  sum?: boolean;
}

function Line({ line, hasBefore, withIcons, sum }: LineProps) {
  return (
    <tr className={sum ? classes.sum : undefined}>
      <th scope="row" className={withIcons ? classes.withIcon : undefined}>
        {withIcons && line.icon && <span className={classes.icon}>{line.icon}</span>}
        {line.label}
        {line.note && <span className={classes.note}>{line.note}</span>}
      </th>
      {hasBefore && <td className={classes.before}>{line.before}</td>}
      <td className={classes.amount}>{line.amount}</td>
    </tr>
  );
}

/** The bookkeeper's stroke through rows that stay empty, so that nothing can be added afterwards. */
export function CancelStroke({ hint }: { hint?: string | undefined }) {
  return (
    <span className={classes.stroke}>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden focusable={false}>
        <path d="M0 14H320L860 86H1000" />
      </svg>
      {hint && <span className={classes.hint}>{hint}</span>}
    </span>
  );
}

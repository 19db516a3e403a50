import type { ReactNode } from 'react';
import { breakBeforeAt } from '../../lib/break-before-at.tsx';
import classes from './outcome-list.module.css';

/** What became of each row of a command for many. */
export function OutcomeList({ children }: { children: ReactNode }) {
  return <ul className={classes.outcomes}>{children}</ul>;
}

interface OutcomeRowProps {
  /** The row as the list had it; without one its id has to do. */
  row: { reference: string; email: string } | undefined;
  id: string;
  /** A status, and what there is to say in `small`. */
  children: ReactNode;
}

export function OutcomeRow({ row, id, children }: OutcomeRowProps) {
  return (
    <li>
      <span className={classes.who}>{row ? breakBeforeAt(`${row.reference} · ${row.email}`) : id}</span>
      {children}
    </li>
  );
}

/** Whether a row of a bulk command only waits for a second admin. */
export const needsTwo = (outcome: { ok: true } | { ok: false; code: string }): boolean =>
  !outcome.ok && outcome.code === 'SECOND_ADMIN_REQUIRED';

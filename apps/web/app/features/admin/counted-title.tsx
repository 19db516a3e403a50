import type { ReactNode } from 'react';
import { CountPill } from '../../ui/status-pill.tsx';
import classes from './admin.module.css';

/** A panel's title, and beside it how many there are. */
export function CountedTitle({ count, children }: { count: number | undefined; children: ReactNode }) {
  return (
    <span className={classes.title}>
      {children}
      {count !== undefined && count > 0 && <CountPill count={count} />}
    </span>
  );
}

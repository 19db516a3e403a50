import type { ReactNode } from 'react';
import classes from './dialog-columns.module.css';

/** Two `div`s beside each other in a wide, `flush` dialog; below each other on phones. */
export function DialogColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

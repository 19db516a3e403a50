import type { ReactNode } from 'react';
import classes from './icon-tile.module.css';

/** The icon at the beginning of a row. */
export function IconTile({ children }: { children: ReactNode }) {
  return <span className={classes.tile}>{children}</span>;
}

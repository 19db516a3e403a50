import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** How the room is shared out. */
  className?: string | undefined;
  children: ReactNode;
}

/** Search, filters and exports over the rows of a panel. */
export function FilterBar({ className, children }: FilterBarProps) {
  return <div className={className ? `${classes.bar} ${className}` : classes.bar}>{children}</div>;
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './row-opener.module.css';

interface RowOpenerProps {
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Words of a row that open it. The whole row opens what they open, so the row must be positioned; without something to open
 * they are just words.
 */
export function RowOpener({ to, onOpen, children }: RowOpenerProps) {
  if (to !== undefined) {
    return (
      <Link data-row-opener className={classes.open} to={to}>
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" data-row-opener className={classes.open} onClick={onOpen}>
        {children}
      </button>
    );
  }
  return children;
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const OPEN = clsx(
  'max-w-full text-left cursor-pointer after:absolute after:inset-0',
  'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary',
  'focus-visible:after:-outline-offset-2 max-md:inline-block max-md:min-h-6',
);

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
      <Link data-row-opener className={OPEN} to={to}>
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" data-row-opener className={OPEN} onClick={onOpen}>
        {children}
      </button>
    );
  }
  return children;
}

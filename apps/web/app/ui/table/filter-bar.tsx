import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const BAR = clsx(
  'flex flex-wrap gap-2 py-3 px-(--pad) border-b border-border',
  'max-md:*:flex-[1_1_8.5rem] max-md:[&>search]:basis-full max-md:[&>search]:max-w-none',
  'max-md:[&>button]:basis-auto max-md:[&_select]:w-full',
);

interface FilterBarProps {
  /** How the room is shared out. */
  className?: string | undefined;
  children: ReactNode;
}

/** Search, filters and exports over the rows of a panel. */
export function FilterBar({ className, children }: FilterBarProps) {
  return <div className={className ? `${BAR} ${className}` : BAR}>{children}</div>;
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const COLUMNS = clsx(
  'flex-1 grid grid-cols-2 [&>div]:grid [&>div]:grid-cols-1 [&>div]:content-start [&>div]:gap-5',
  '[&>div]:py-5 [&>div]:px-(--pad) [&>div+div]:border-l [&>div+div]:border-l-border',
  'max-md:block max-md:[&>div+div]:border-l-0 max-md:[&>div+div]:border-t',
  'max-md:[&>div+div]:border-t-border',
);

/** Two `div`s beside each other in a wide, `flush` dialog; below each other on phones. */
export function DialogColumns({ children }: { children: ReactNode }) {
  return <div className={COLUMNS}>{children}</div>;
}

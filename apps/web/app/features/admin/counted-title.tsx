import type { ReactNode } from 'react';
import { CountPill } from '../../ui/state/status-pill.tsx';

/** A panel's title, and beside it how many there are. */
export function CountedTitle({ count, children }: { count: number | undefined; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2.5">
      {children}
      {count !== undefined && count > 0 && <CountPill count={count} />}
    </span>
  );
}

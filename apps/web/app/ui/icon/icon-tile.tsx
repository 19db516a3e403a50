import type { ReactNode } from 'react';

/** The icon at the beginning of a row. */
export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center justify-center size-8 border border-border rounded-control bg-surface text-muted">
      {children}
    </span>
  );
}

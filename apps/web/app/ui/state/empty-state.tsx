import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** Says why: „noch nichts“ is not „keine Treffer“. */
  children: ReactNode;
  /** One action at most. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-3 max-w-[34rem] px-(--pad) pt-7 pb-8 text-[14px]/[21px] text-muted">
      <div>
        <p className="text-base font-semibold text-text">{title}</p>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}

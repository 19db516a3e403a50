import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** Says why: „noch nichts“ is not „keine Treffer“. */
  children: ReactNode;
  /** One action at most. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <div>
        <p className={classes.title}>{title}</p>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}

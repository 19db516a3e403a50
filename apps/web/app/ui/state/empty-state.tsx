import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';

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

interface NotLoadedProps {
  title?: string | undefined;
  /** Another attempt is under way. */
  pending?: boolean | undefined;
  onRetry: () => void;
  /** Why, or what is missing. */
  children: ReactNode;
}

/** Instead of what could not be loaded: the way to try again. It does without the API client, as public pages do. */
export function NotLoaded({ title = 'Nicht geladen', pending, onRetry, children }: NotLoadedProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button pending={pending} onClick={onRetry}>
          Erneut versuchen
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { EmptyState } from './empty-state.tsx';

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

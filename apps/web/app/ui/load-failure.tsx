import { errorText } from '../lib/api.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  title: string;
  error: unknown;
  /** Another attempt is under way. */
  pending: boolean;
  onRetry: () => void;
}

/** Instead of what could not be loaded: why, and the way to try again. */
export function LoadFailure({ title, error, pending, onRetry }: LoadFailureProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button pending={pending} onClick={onRetry}>
          Erneut versuchen
        </Button>
      }
    >
      {errorText(error)}
    </EmptyState>
  );
}

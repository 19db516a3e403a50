import { errorText } from '../../lib/server/api.ts';
import { NotLoaded } from './empty-state.tsx';

interface LoadFailureProps {
  title?: string | undefined;
  error: unknown;
  /** Another attempt is under way. */
  pending?: boolean | undefined;
  onRetry: () => void;
}

/** Instead of what could not be loaded: why, and the way to try again. */
export function LoadFailure({ error, ...rest }: LoadFailureProps) {
  return <NotLoaded {...rest}>{errorText(error)}</NotLoaded>;
}

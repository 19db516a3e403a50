import type { ReactNode } from 'react';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { Button } from '../form/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Again {
  pending: boolean;
  onClick: () => void;
}

interface LazySectionProps<Part> {
  /** Made by `later`. */
  load: () => Promise<Part>;
  waiting?: ReactNode;
  /** Around the words that it is missing. */
  frame?: ((words: ReactNode) => ReactNode) | undefined;
  /** Where there is no room for words: what the button says. */
  short?: string | undefined;
  children: (part: Part) => ReactNode;
}

/**
 * A part of the page that is loaded when it is needed. Where that fails, the rest of the page stays. Without a network another
 * attempt helps; what fails with one was taken away by a deployment, or the browser would not ask again: a new document does.
 */
export function LazySection<Part>({ load, waiting, frame, short, children }: LazySectionProps<Part>) {
  const { data, loading, failed, retry } = useLoaded(load);
  if (data !== undefined) return children(data);
  if (!failed) return waiting;
  const isOnline = navigator.onLine;
  const again: Again = {
    pending: loading,
    onClick: isOnline ? () => window.location.reload() : retry,
  };
  if (short !== undefined)
    return (
      <Button look="bare" {...again}>
        {short}
      </Button>
    );
  const words = (
    <div role="status">
      <EmptyState
        title="Nicht geladen"
        action={<Button {...again}>{isOnline ? 'Seite neu laden' : 'Erneut versuchen'}</Button>}
      >
        Dieser Teil ließ sich nicht laden.
      </EmptyState>
    </div>
  );
  return frame ? frame(words) : words;
}

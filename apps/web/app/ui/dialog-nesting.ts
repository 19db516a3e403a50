import { createContext, useCallback, useContext, useEffect, useState } from 'react';

type CountDialogs = (by: 1 | -1) => void;

/** What is opened from within a dialog or a drawer tells it so. */
export const DialogNesting = createContext<CountDialogs | null>(null);

interface Nesting {
  /** Nothing is open above it: Escape is meant for it. */
  isTop: boolean;
  /** For `DialogNesting`, around the content. */
  count: CountDialogs;
}

/** Escape reaches every dialog that is open, and should close the uppermost only. */
export function useDialogNesting(opened: boolean): Nesting {
  const parent = useContext(DialogNesting);
  const [above, setAbove] = useState(0);
  useEffect(() => {
    if (!opened || !parent) return;
    parent(1);
    return () => parent(-1);
  }, [opened, parent]);
  const count = useCallback((by: 1 | -1) => setAbove((known) => known + by), []);
  return { isTop: above === 0, count };
}

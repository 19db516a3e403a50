import { useEffect, useState, useSyncExternalStore } from 'react';

/** Dialogs and drawers that are open, the newest last. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether nothing has been opened above it. Escape reaches every dialog that is open, and should close the uppermost only. */
export function useIsTopDialog(opened: boolean): boolean {
  const [own] = useState(() => Symbol());
  useEffect(() => {
    if (!opened) return;
    change([...open, own]);
    // After the key that closed it has reached those below: they would take it for theirs.
    return () => void setTimeout(() => change(open.filter((one) => one !== own)));
  }, [opened, own]);
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) === own,
    () => false,
  );
}

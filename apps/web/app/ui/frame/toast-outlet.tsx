import { lazy, Suspense, useSyncExternalStore } from 'react';
import { later } from '../../lib/page/later.ts';
import { toastOutlet } from '../../lib/page/toast.ts';

const RETRY_MS = 5_000;

const load = later(() => import('./toasts.tsx'));

/**
 * Loads what shows toasts. Without a network it waits for one: that a message about a failure cannot be shown is no reason
 * to lose the page. A page that goes on without a network calls this early.
 */
export async function loadToasts(): Promise<typeof import('./toasts.tsx')> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const Toasts = lazy(loadToasts);

/** Stands at the root of every page and stays empty until the first toast. */
export function ToastOutlet() {
  const needed = useSyncExternalStore(toastOutlet.subscribe, toastOutlet.isNeeded, () => false);
  if (!needed) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}

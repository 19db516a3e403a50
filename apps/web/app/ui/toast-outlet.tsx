import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastOutlet } from '../lib/toast.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

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

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { later, untilLoaded } from '../../lib/page/later.ts';
import { toastOutlet } from '../../lib/page/toast.ts';

const load = later(() => import('./toasts.tsx'));

/** Loads what shows toasts: that a message about a failure cannot be shown is no reason to lose the page. Called early by a page that goes on without a network. */
export const loadToasts = () => untilLoaded(load);

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

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False for the first pass over a prerendered page, true from then on. Whatever the build could not know (the query, the
 * state of the history) may only be shown afterwards, or the page would not match its HTML.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

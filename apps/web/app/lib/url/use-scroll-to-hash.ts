import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Leads to the part of the page that the address names, again with every press of its link, and once more when its data is
 * there: the browser looked for it before, and what is above has grown since. With an `id`, to that part only.
 */
export function useScrollToHash(ready: boolean, id?: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new press of the same link.
  useEffect(() => {
    const named = hash.slice(1);
    if (ready && named !== '' && (id === undefined || named === id))
      document.getElementById(named)?.scrollIntoView();
  }, [ready, id, hash, key]);
}

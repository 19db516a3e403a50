import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Leads to the part that the address names, again with every press of its link, and once more when its data is there. */
export function useScrollToSection(ready: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new press of the same link.
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash, key]);
}

import { useEffect } from 'react';

/**
 * Leads to a part of the page that the address names, when it is there: the browser looked for it before its data came, and
 * the parts above it have grown since.
 */
export function useScrollToHash(id: string, ready: boolean): void {
  useEffect(() => {
    if (ready && window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id, ready]);
}

import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

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

/** How far below the screen something may be to count as near, so that it is there when it is reached. */
const MARGIN = '200px';

/** Whether an element has been on the screen or near it. Never false again, so nothing starts anew at every scroll. */
export function useNearScreen(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (near || watched === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}

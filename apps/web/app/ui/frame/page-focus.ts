import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Menus, the palette and drawers have closed by then and given the focus back to their button. */
const CLOSED_AFTER_MS = 1_000;
/** A page that is slower than this has shown its skeleton for long; whoever waits has looked elsewhere by then. */
const LATEST_MS = 10_000;
const FIELDS = 'main :is(input, textarea, select), [role="dialog"] *';

/**
 * After a navigation to another page the focus goes to its title, so that a screen reader says where one is and the Tab key
 * goes on from there. Not for another view of the same page (its query), not when the page itself has put the focus into a
 * field, and not once somebody does something.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    return leadToTitle();
  }, [pathname]);
}

function leadToTitle(): () => void {
  // What one came from, the palette or the drawer, is still there and holds the focus.
  const closing = document.activeElement?.closest('[role="dialog"]');
  const follow = () => {
    const focused = document.activeElement;
    const isChosen = focused?.matches(FIELDS) && !closing?.contains(focused);
    if (!isChosen && !focused?.matches('main h1')) focusPageTitle();
  };
  // A title that comes with its data, or takes the place of the skeleton's.
  const observer = new MutationObserver(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusPageTitle();
  });
  const stopTaking = () => document.removeEventListener('focusin', follow);
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    stopTaking();
    observer.disconnect();
    window.removeEventListener('keydown', stop, true);
    window.removeEventListener('pointerdown', stop, true);
  };
  const timers = [setTimeout(stopTaking, CLOSED_AFTER_MS), setTimeout(stop, LATEST_MS)];
  document.addEventListener('focusin', follow);
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('keydown', stop, true);
  window.addEventListener('pointerdown', stop, true);
  follow();
  return stop;
}

/**
 * Leads the focus to the title of the page, for when what held it is gone. A screen reader then says where one is. Nothing
 * scrolls: where the page stands is the router's matter.
 */
export function focusPageTitle(): void {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { isAnythingUnsaved, mayLeave } from '../../lib/form/unsaved.ts';
import { useIsPageAtHand } from '../../lib/page/page-files.ts';
import { NO_CONNECTION } from '../../lib/server/no-connection.ts';
import { closeNewestOverlay, isMeantForOverlay } from '../../lib/session/way-back.ts';
import { Notice } from '../state/notice.tsx';
import classes from './held-navigation.module.css';

/** As long as a toast about a failure. */
const SHOWN_FOR_MS = 8_000;

/**
 * The way back closes what is open above a page instead of leaving it. What nobody has saved yet is asked about before it is
 * left. And without a network a page whose files are not here is not gone to: one stays where one is and is told why, without
 * a toast, since what shows those may not be here either.
 * All in one place, since the router has one blocker.
 */
export function HeldNavigation() {
  const isAtHand = useIsPageAtHand();
  const { pathname } = useLocation();
  /** How often, so that every time is told; 0 when there is nothing to tell. */
  const [held, setHeld] = useState(0);
  const isWayBack = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    isWayBack.current = historyAction === 'POP' && isMeantForOverlay();
    const leavesPath = currentLocation.pathname !== nextLocation.pathname;
    const leavesView = leavesPath || currentLocation.search !== nextLocation.search;
    return isWayBack.current || (leavesView && isAnythingUnsaved()) || (leavesPath && !navigator.onLine);
  });

  const decide = useEffectEvent(async (left: AbortSignal) => {
    if (blocker.state !== 'blocked') return;
    if (isWayBack.current) {
      blocker.reset();
      return closeNewestOverlay();
    }
    const leaves = await mayLeave();
    if (left.aborted) return;
    if (!leaves) return blocker.reset();
    const shows = navigator.onLine || (await isAtHand(blocker.location.pathname));
    if (left.aborted) return;
    if (shows) return blocker.proceed();
    blocker.reset();
    setHeld((times) => times + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes elsewhere meanwhile makes another blocker.
  useEffect(() => {
    const left = new AbortController();
    void decide(left.signal);
    return () => left.abort();
  }, [blocker]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told is over on another page.
  useEffect(() => setHeld(0), [pathname]);
  useEffect(() => {
    if (held === 0) return;
    const end = () => setHeld(0);
    const timer = setTimeout(end, SHOWN_FOR_MS);
    window.addEventListener('online', end);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
    };
  }, [held]);

  return (
    <div className={classes.place} role="status">
      {held > 0 && (
        <div key={held} className={classes.note}>
          <Notice kind="warning" title="Die Seite konnte nicht geladen werden">
            {NO_CONNECTION}
          </Notice>
        </div>
      )}
    </div>
  );
}

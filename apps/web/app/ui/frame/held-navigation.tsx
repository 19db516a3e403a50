import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { useIsPageAtHand } from '../../lib/page/page-files.ts';
import { isAnythingUnsaved, mayLeave } from '../../lib/session/unsaved.ts';
import { closeNewestOverlay, isMeantForOverlay } from '../../lib/url/way-back.ts';
import { useHeldNotice } from './held-notice.tsx';

/**
 * The way back closes what is open above a page instead of leaving it. What nobody has saved yet is asked about before it is
 * left. And without a network a page whose files are not here is not gone to: one stays where one is and is told why.
 * All in one place, since the router has one blocker.
 */
export function HeldNavigation() {
  const isAtHand = useIsPageAtHand();
  const { pathname } = useLocation();
  const { notice, tell, end } = useHeldNotice();
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
    tell();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes elsewhere meanwhile makes another blocker.
  useEffect(() => {
    const left = new AbortController();
    void decide(left.signal);
    return () => left.abort();
  }, [blocker]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told is over on another page.
  useEffect(end, [pathname]);
  return notice;
}

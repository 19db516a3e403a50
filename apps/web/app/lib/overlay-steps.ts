import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { type Location, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router';

/** What a step of the history knows of itself. */
interface Step {
  /** It was made by opening something that the address names. */
  opened?: boolean;
  /** How many overlays that have no address are open at it. */
  overlays?: number;
  /** The key of the step below them, which is the same place. */
  page?: string;
}

const stepOf = (state: unknown): Step => (typeof state === 'object' && state !== null ? state : {});

/** The same for a page and for what is open above it, so that it stays where it was scrolled to. */
export const pageKeyOf = ({ key, state }: Location): string => stepOf(state).page ?? key;

/** How something that the address names is opened on the page one is on: by a step that `useTakeBack` takes back. */
export const OPENING = { replace: false, preventScrollReset: true, state: { opened: true } satisfies Step };

/** Closes what the address names: by the way back if it was opened here, else by what is given. */
export function useTakeBack(): (otherwise: () => void) => void {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const left = useRef('');
  return (otherwise) => {
    if (!stepOf(state).opened) return otherwise();
    // The way back takes a moment; a second press of Escape would lead too far.
    if (left.current === key) return;
    left.current = key;
    void navigate(-1);
  };
}

/** What is open without an address, the newest last. Where it stands in the history is for `useOverlaySteps` to see to. */
const overlays: { close: () => void }[] = [];
let onChange: (() => void) | undefined;

/** Has the way back close an overlay that has no address. A reload does so too: nothing is half done then. */
export function useOverlayStep(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const overlay = { close: () => close() };
    overlays.push(overlay);
    onChange?.();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      onChange?.();
    };
  }, [opened]);
}

/** A press beside an overlay closes it and may lead elsewhere; what follows the press comes first. */
const SETTLED_MS = 50;

/**
 * Keeps as many steps in the history as overlays are open. One that takes the place of another needs none of its own, one
 * that refuses to close gets its step again, and a step whose overlay is gone is passed over on the way back.
 */
export function useOverlaySteps(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    let { location } = router.state;
    let index = historyIndex();
    /** The number of overlays at the step that is being gone to. */
    let awaited: number | undefined;
    /** After a reload nothing is open. */
    let isDue = true;
    let timer: ReturnType<typeof setTimeout>;
    const count = () => stepOf(router.state.location.state).overlays ?? 0;

    const settle = () => {
      const { navigation, blockers } = router.state;
      const isHeld = [...blockers.values()].some(({ state }) => state === 'blocked');
      if (!isDue || awaited !== undefined || navigation.state !== 'idle' || isHeld) return;
      isDue = false;
      const known = count();
      if (overlays.length === known) return;
      awaited = overlays.length > known ? known + 1 : known - 1;
      if (awaited < known) return void router.navigate(-1);
      const state = {
        ...stepOf(location.state),
        overlays: awaited,
        page: pageKeyOf(location),
      } satisfies Step;
      void router.navigate(location, { preventScrollReset: true, state });
    };
    const settleSoon = () => {
      isDue = true;
      clearTimeout(timer);
      timer = setTimeout(settle, overlays.length > count() ? 0 : SETTLED_MS);
    };
    const arrive = () => {
      location = router.state.location;
      const isOwn = awaited === count();
      awaited = undefined;
      const before = index;
      index = historyIndex();
      if (isOwn) return settleSoon();
      if (router.state.historyAction !== 'POP') return;
      for (const overlay of overlays.slice(count()).toReversed()) overlay.close();
      // The way forward may rest where an overlay was.
      if (index < before) settleSoon();
    };

    const unsubscribe = router.subscribe(() => {
      if (router.state.location !== location) arrive();
      else if (isDue) settleSoon();
    });
    onChange = settleSoon;
    settleSoon();
    return () => {
      onChange = undefined;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [router]);
}

/** The router keeps it there to tell back from forward. */
function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

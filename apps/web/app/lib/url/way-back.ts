import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

const OPENED = { opened: true };

/** How something that the address names is opened on the page one is on: by a step that `useTakeBack` takes back. */
export const OPENING = { replace: false, preventScrollReset: true, state: OPENED };

/** This app's own way back: not meant for what is open. */
let isTaking = false;

/** Closes what the address names: by the way back if it was opened here, else by what is given. */
export function useTakeBack(): (otherwise: () => void) => void {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const left = useRef('');
  return (otherwise) => {
    const wasOpened = (state as Partial<typeof OPENED> | null)?.opened ?? false;
    if (!wasOpened) return otherwise();
    // The way back takes a moment; a second press of Escape would lead too far.
    if (left.current === key) return;
    left.current = key;
    isTaking = true;
    void navigate(-1);
  };
}

/** What is open and has no address, the newest last. */
const overlays: { close: () => void }[] = [];

/** Has the way back close an overlay that has no address, instead of leaving the page; see `HeldNavigation`. */
export function useWayBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const overlay = { close: () => close() };
    overlays.push(overlay);
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
    };
  }, [opened]);
}

/** Whether a step through the history that is just being made is meant for what is open. To be asked once per step. */
export function isMeantForOverlay(): boolean {
  const isMeant = overlays.length > 0 && !isTaking;
  isTaking = false;
  return isMeant;
}

/** One that refuses to close, because it sends, stays. */
export const closeNewestOverlay = (): void => overlays.at(-1)?.close();

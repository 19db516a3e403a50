import { useEffect, useEffectEvent } from 'react';

/** Resolves to whether one leaves all the same. */
type Ask = () => Promise<boolean>;

/** What the page shows only once, and nobody has saved yet. */
let unsaved: { ask: Ask } | undefined;

/** Asks before what is on the screen is lost: by a step to another page (see `HeldNavigation`), a logout, or the tab's end. */
export function useAskBeforeLeaving(ask: Ask): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const mine = { ask: () => askNow() };
    unsaved = mine;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsaved === mine) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      if (unsaved === mine) unsaved = undefined;
    };
  }, []);
}

export const isAnythingUnsaved = (): boolean => unsaved !== undefined;

export const mayLeave = async (): Promise<boolean> => unsaved === undefined || unsaved.ask();

/** The session is over: what it showed must not stay, saved or not. */
export function leaveUnasked(): void {
  unsaved = undefined;
}

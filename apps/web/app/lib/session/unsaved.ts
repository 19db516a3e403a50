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

const PREFIX = 'unsent:';

/**
 * What somebody has written and not sent, kept by the tab, so that a reload takes nothing away. Each account has its own, and
 * a sign-out forgets them all: others may sign in at the same screen.
 */
export const unsent = {
  /** Anybody can write into the storage, so whoever reads looks at what it is. */
  read(userId: string, place: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(userId, place)) ?? 'null');
    } catch {
      // Switched off or damaged.
      return null;
    }
  },
  /** @param written null when there is nothing any more. */
  keep(userId: string, place: string, written: object | null): void {
    try {
      if (written === null) sessionStorage.removeItem(keyOf(userId, place));
      else sessionStorage.setItem(keyOf(userId, place), JSON.stringify(written));
    } catch {
      // Switched off or full: then it lasts as long as the page.
    }
  },
  forgetAll(): void {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    } catch {
      // Switched off, so there is nothing.
    }
  },
};

const keyOf = (userId: string, place: string): string => `${PREFIX}${userId}:${place}`;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

import { useEffect, useState } from 'react';

/** Longest wait in milliseconds. */
const LATEST_MS = 5_000;
/** Where the browser does not tell when it has nothing to do. */
const GUESS_MS = 2_000;
/** After this what was drawn is on the screen. */
const PAINT_MS = 50;

/**
 * Runs what nobody waits for when the document has all that it asks for by itself, first answers included, and the browser has
 * drawn it and has nothing better to do. Returns how to call it off.
 */
export function whenIdle(run: () => unknown): () => void {
  let callOff = () => {};
  const begin = () => {
    forget();
    callOff = onceIdle(() => {
      const painted = setTimeout(() => {
        callOff = onceIdle(run);
      }, PAINT_MS);
      callOff = () => clearTimeout(painted);
    });
  };
  const forget = () => {
    clearTimeout(latest);
    window.removeEventListener('load', begin);
  };
  // An answer may never come.
  const latest = setTimeout(begin, LATEST_MS);
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin);
  return () => {
    forget();
    callOff();
  };
}

function onceIdle(run: () => unknown): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(() => void run(), { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(request);
}

/** Whether the page has what it shows first, for what stands beside it; see `whenIdle`. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => whenIdle(() => setAtRest(true)), []);
  return isAtRest;
}

let hasBeenPainted = false;

/** Whether the first page of a visit is on the screen, for answers that complete it. A page that comes later does not wait. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(hasBeenPainted);
  useEffect(() => {
    if (isPainted) return;
    const timer = setTimeout(() => {
      hasBeenPainted = true;
      setPainted(true);
    }, PAINT_MS);
    return () => clearTimeout(timer);
  }, [isPainted]);
  return isPainted;
}

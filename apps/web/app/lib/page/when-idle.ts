/** Longest wait in milliseconds. */
const LATEST_MS = 5_000;
/** Where the browser does not tell when it has nothing to do. */
const GUESS_MS = 2_000;

/** Runs what nobody waits for when the browser has nothing better to do. Returns how to call it off. */
export function whenIdle(run: () => unknown): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(() => void run(), { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(request);
}

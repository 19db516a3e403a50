import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs tasks one after the other, each starting at least `spacingMs` after the one before. A task that fails does not
 * concern the next. Fewer than a hundred wait at any time, so their order needs no limit.
 */
export function createPace(spacingMs: number): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  return (task) => {
    const run = last.then(async () => {
      const waitMs = startedAt + spacingMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      startedAt = performance.now();
      return task();
    });
    last = run.catch(() => undefined);
    return run;
  };
}

import type { Logger } from 'pino';
import { isWorthLogging } from './describe-error.ts';

/** What a server does by itself, again and again. */
export type Job = {
  /** From now on every so often, and at once where `wake` follows. */
  start(): void;
  /** Now; once more afterwards when it is under way, which may have read what was before. */
  wake(): void;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
  /** No more, and waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Runs something again and again: never twice at the same time, and what fails is tried again the next time.
 *
 * @param options.failed the line of the log where it failed, at the 1st, 2nd, 4th … failure in a row.
 * @param options.isExpected failures that are none.
 * @param options.run may end early once its signal is aborted: the server stops.
 */
export function createJob(options: {
  everyMs: number;
  log: Logger;
  failed: string;
  isExpected?: (error: unknown) => boolean;
  run: (signal: AbortSignal) => Promise<unknown>;
}): Job {
  const { everyMs, log, failed, isExpected = () => false, run } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let onceMore = false;
  let failures = 0;

  async function runUntilQuiet(): Promise<void> {
    do {
      onceMore = false;
      try {
        await run(signal);
        failures = 0;
      } catch (error) {
        if (isExpected(error)) continue;
        failures += 1;
        if (isWorthLogging(failures)) log.warn({ err: error, failures }, failed);
      }
    } while (onceMore && !signal.aborted);
  }

  function wake(): void {
    if (signal.aborted) return;
    onceMore = true;
    underWay ??= runUntilQuiet().finally(() => {
      underWay = undefined;
      // Woken after the last look of the loop.
      if (onceMore) wake();
    });
  }

  return {
    wake,
    start() {
      timer = setInterval(() => {
        if (!underWay) wake();
      }, everyMs).unref();
    },
    async idle() {
      while (underWay) await underWay;
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the server stops'));
      await underWay;
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { mailFailureOf } from './create-mail.ts';
import type { Mail, MailMessage } from './mail.ts';

/**
 * Sends after the answer. A request must neither take longer nor fail because a message goes out: how long it takes
 * would tell whether an address is known.
 *
 * What waits here is in memory alone and ends with the process: these are the messages that somebody has just asked for. Their
 * links are secrets that open an account, and a queue that is kept for a month and lies in every backup is no place for them;
 * they are good for a day at most, and whoever gets none asks again. What people must hear of unasked waits in the queue of
 * notifications.
 */
export type Outbox = {
  send(message: MailMessage): void;
  /**
   * Runs what leads to a message, outside the transaction and request that asks for it. What it changes is one transaction, or
   * may be done twice.
   */
  run(task: () => Promise<void>): void;
  /** Resolves once everything begun so far is done, given up or put off; for shutdown and tests. */
  settled(): Promise<void>;
};

/**
 * How long after each failure it is tried again, while this process lives: a mail server or database may be away, or say
 * „later“. Links in messages are good for an hour at least.
 */
const WAITS_MS = [10_000, 60_000, 240_000, 600_000] as const;

export function createOutbox(deps: { mail: Mail; log: Logger }): Outbox {
  const pending = new Set<Promise<void>>();
  // Libraries keep the transaction of a request in async storage. It is over by the time that a task runs.
  const outside = AsyncLocalStorage.snapshot();

  function run(task: () => Promise<void>, failures = 0): void {
    const running = outside(task)
      .catch((error: unknown) => {
        const { code, final } = mailFailureOf(error);
        const wait = WAITS_MS[failures];
        if (wait === undefined || final) return deps.log.error({ code }, 'a message was not sent');
        deps.log.warn({ code, againInMs: wait }, 'a message is tried again');
        setTimeout(() => run(task, failures + 1), wait).unref();
      })
      .finally(() => pending.delete(running));
    pending.add(running);
  }

  return {
    run: (task) => run(task),
    send: (message) => run(async () => deps.mail.send(message)),
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

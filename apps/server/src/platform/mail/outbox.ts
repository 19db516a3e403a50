import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Mail, MailMessage } from './mail.ts';

/**
 * Sends after the answer. A request must neither take longer nor fail because a message goes out: how long it takes
 * would tell whether an address is known.
 */
export type Outbox = {
  send(message: MailMessage): void;
  /** Runs what leads to a message, outside the transaction and request that asks for it. */
  run(task: () => Promise<void>): void;
  /** Resolves once everything begun so far is sent or given up; for shutdown and tests. */
  settled(): Promise<void>;
};

export function createOutbox(deps: { mail: Mail; log: Logger }): Outbox {
  const pending = new Set<Promise<void>>();
  // Libraries keep the transaction of a request in async storage. It is over by the time that a task runs.
  const outside = AsyncLocalStorage.snapshot();

  function run(task: () => Promise<void>): void {
    const running = outside(task)
      // Only codes: the texts of mail servers repeat the address.
      .catch((error: unknown) => deps.log.error({ mail: codesOf(error) }, 'a message was not sent'))
      .finally(() => pending.delete(running));
    pending.add(running);
  }
  return {
    run,
    send: (message) => run(() => deps.mail.send(message)),
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

function codesOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const { name, code, responseCode, command } = error as Error & Record<string, unknown>;
  return { name, code, responseCode, command };
}

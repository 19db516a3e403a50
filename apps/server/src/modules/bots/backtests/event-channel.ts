import { AsyncIteratorClass } from '@orpc/server';

export type EventChannel<Event> = {
  push(event: Event): void;
  end(): void;
  /** What was pushed before is told first. */
  fail(error: unknown): void;
  readonly events: AsyncIteratorClass<Event, void, void>;
};

/**
 * Turns calls into an iterator, for one reader. A slow reader gets fewer events, not a queue: of the same `kindOf` only the
 * newest waits.
 * @param onLeft the reader has gone before the end.
 */
export function eventChannel<Event>(
  kindOf: (event: Event) => string,
  onLeft: () => void,
): EventChannel<Event> {
  const waiting: Event[] = [];
  let outcome: { error?: unknown } | null = null;
  let wake: () => void = () => undefined;

  function settle(how: { error?: unknown }): void {
    outcome ??= how;
    wake();
  }

  async function next(): Promise<IteratorResult<Event, void>> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) return { done: false, value: event };
      if (outcome) {
        if ('error' in outcome) throw outcome.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(event) {
      if (outcome) return;
      const last = waiting.at(-1);
      if (last !== undefined && kindOf(last) === kindOf(event)) waiting.pop();
      waiting.push(event);
      wake();
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
    events: new AsyncIteratorClass(next, async () => {
      if (outcome) return;
      settle({});
      onLeft();
    }),
  };
}

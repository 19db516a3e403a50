/**
 * Runs an asynchronous `write` for the newest value only: while one write is under way, later values replace one
 * another and the last of them is written next. So a slow database gets fewer writes, never a queue.
 */
export function latestOnly<T>(
  write: (value: T) => Promise<void>,
  onError: (error: unknown, failures: number) => void,
): { push(value: T): void; idle(): Promise<void> } {
  let waiting: { value: T } | null = null;
  let underWay: Promise<void> | null = null;
  let failures = 0;

  async function drain(): Promise<void> {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      try {
        await write(next.value);
        failures = 0;
      } catch (error) {
        failures += 1;
        onError(error, failures);
      }
    }
    underWay = null;
  }

  return {
    push(value) {
      waiting = { value };
      underWay ??= drain();
    },
    idle: async () => {
      await underWay;
    },
  };
}

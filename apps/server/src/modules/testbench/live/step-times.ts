/** How long the steps of own bots keep this process busy: in memory, of the term that it leads. */
export type StepTime = {
  /** When the first of them began, ms UTC. */
  readonly since: number;
  readonly minutes: number;
  /** Of one of them in the mean. */
  readonly micros: number;
};

/** What this process has stepped; nothing while another one leads. */
export type StepTimesSeen = {
  /** Null for a run that it has not stepped. */
  of(runId: string): StepTime | null;
  /** µs a minute of all runs together; null where there is none. */
  sum(): number | null;
};

export type StepTimes = StepTimesSeen & {
  /**
   * Steps a run over one minute and counts how long that kept the thread. A step that let go of it, as one that has to ask the database
   * after a gap, is left out: what others did meanwhile is not known apart.
   */
  measure<T>(runId: string, step: () => Promise<T>): Promise<T>;
  forget(runId: string): void;
};

/** @param now ms UTC. @param stopwatch ms that only go on; for tests another one. */
export function createStepTimes(now: () => number, stopwatch = () => performance.now()): StepTimes {
  const totals = new Map<string, { since: number; minutes: number; micros: number }>();
  const means = () => [...totals.values()].map(({ micros, minutes }) => micros / minutes);
  return {
    async measure(runId, step) {
      const total = totals.get(runId) ?? { since: now(), minutes: 0, micros: 0 };
      let letGo = false;
      const watch = setImmediate(() => {
        letGo = true;
      });
      const began = stopwatch();
      try {
        const result = await step();
        if (letGo) return result;
        total.micros += (stopwatch() - began) * 1_000;
        total.minutes += 1;
        totals.set(runId, total);
        return result;
      } finally {
        clearImmediate(watch);
      }
    },
    of(runId) {
      const total = totals.get(runId);
      return total ? { ...total, micros: total.micros / total.minutes } : null;
    },
    sum: () => (totals.size === 0 ? null : means().reduce((sum, mean) => sum + mean, 0)),
    forget: (runId) => void totals.delete(runId),
  };
}

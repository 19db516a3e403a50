import type { Clock } from '../../../platform/clock.ts';

/**
 * Answers from memory for a while: however many people ask, `load` runs once per `maxAgeMs`, and those who come while it
 * runs wait for the same answer. A failure is not remembered.
 */
export function remembered<T>(clock: Clock, maxAgeMs: number, load: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (known && now >= known.at && now - known.at < maxAgeMs) return known.answer;
    const answer = load();
    known = { at: now, answer };
    answer.catch(() => {
      if (known?.answer === answer) known = undefined;
    });
    return answer;
  };
}

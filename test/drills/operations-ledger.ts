import { type Answer, type Operation, type Standing, standingOf } from './operations.ts';

export type Entry = {
  readonly operation: Operation;
  /** Undefined while it is under way, null when no answer came. */
  answer: Answer | null | undefined;
  /** What was answered in the end, for those that had to be asked again. */
  settled: Answer | undefined;
};

export type OperationsLedger = {
  /** Comes before it is sent: whatever happens then, it is known that it may have happened. */
  record(operation: Operation): Entry;
  /** Returns how many are acknowledged by now. */
  settle(entry: Entry, answer: Answer | null): number;
  entries(): readonly Entry[];
  in(standing: Standing): Entry[];
};

/** What was sent and what came back. An operation without an answer counts as unknown. */
export function createOperationsLedger(): OperationsLedger {
  const entries: Entry[] = [];
  const keys = new Set<string>();
  let acknowledged = 0;
  return {
    record(operation) {
      if (keys.has(operation.key)) throw new Error(`the key ${operation.key} was used before`);
      keys.add(operation.key);
      const entry: Entry = { operation, answer: undefined, settled: undefined };
      entries.push(entry);
      return entry;
    },
    settle(entry, answer) {
      entry.answer = answer;
      const standing = standingOf(answer);
      if (standing === 'acknowledged' && answer) {
        acknowledged += 1;
        entry.settled = answer;
      }
      return acknowledged;
    },
    entries: () => entries,
    in: (standing) => entries.filter(({ answer }) => standingOf(answer ?? null) === standing),
  };
}

/** What became of the operations by the time the system was well again. */
export type Strike = { acknowledged: number; unknown: number; committedUnknown: number };

/** A strike that hit nothing proves nothing. */
export const didStrike = ({ acknowledged, unknown, committedUnknown }: Strike): boolean =>
  acknowledged > 0 && unknown > committedUnknown && committedUnknown > 0;

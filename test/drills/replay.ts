import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Operation, standingOf } from './operations.ts';
import type { Entry, OperationsLedger } from './operations-ledger.ts';

export const TIMES = 3;
const AT_ONCE = 32;
/** How long a healed system may take until it answers for good. */
const PATIENCE_MS = 90_000;

type Send = (operation: Operation) => Promise<Answer | null>;

/**
 * Sends every unknown operation three times with its old key, and every acknowledged one once more. Anyone who repeats a
 * command must always hear the same. Returns the deviations, and notes in the ledger what was said in the end.
 */
export async function replay(ledger: OperationsLedger, send: Send): Promise<string[]> {
  const deviations: string[] = [];
  const repeat = async (entry: Entry): Promise<void> => {
    const { operation } = entry;
    const isUnknown = entry.settled === undefined;
    const first = entry.settled ?? (await untilSettled(operation, send));
    if (standingOf(first) !== 'acknowledged' || first === null) {
      deviations.push(`${operation.kind} ${operation.key}: nach der Heilung ${describe(first)}`);
      return;
    }
    entry.settled = first;
    for (let time = 1; time < (isUnknown ? TIMES : 2); time++) {
      const again = await untilSettled(operation, send);
      if (again?.status !== first.status || again.body !== first.body)
        deviations.push(
          `${operation.kind} ${operation.key}: erst ${describe(first)}, dann ${describe(again)}`,
        );
    }
  };
  const waiting = ledger.entries().filter((entry) => standingOf(entry.answer ?? null) !== 'refused');
  let next = 0;
  const work = async () => {
    for (let entry = waiting[next++]; entry; entry = waiting[next++]) await repeat(entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { operation, answer } of ledger.in('refused'))
    deviations.push(`${operation.kind} ${operation.key}: ${describe(answer ?? null)}`);
  return deviations;
}

/** Asks until the answer is one that stays; prices may still be stale for a moment. */
async function untilSettled(operation: Operation, send: Send): Promise<Answer | null> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    const answer = await send(operation);
    // What is no 503 will not become better by waiting.
    if ((answer !== null && answer.status !== 503) || Date.now() > deadline) return answer;
  }
}

export const describe = (answer: Answer | null): string =>
  answer === null ? 'keine Antwort' : `${answer.status} ${answer.body.slice(0, 160)}`;

// @module-tag long
// Requests made from the document that the server publishes, against the whole server over HTTP. FUZZ_REQUESTS and
// FUZZ_SEED make the run longer or repeat one; `npm run fuzz` does.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../test/fuzz/attempt.ts';
import { attemptsAt } from '../../../../test/fuzz/attempts.ts';
import { createConformance } from '../../../../test/fuzz/conformance.ts';
import { type FuzzWorld, openFuzzWorld } from '../../../../test/fuzz/fuzz-world.ts';
import { type FuzzedOperation, operationsOf } from '../../../../test/fuzz/operations.ts';
import { isFromApp, problemOf } from '../../../../test/fuzz/rules.ts';
import { createTally } from '../../../../test/fuzz/tally.ts';

const REQUESTS_IN_FULL_TEST = 2_000;
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? REQUESTS_IN_FULL_TEST);
/** Always the same in `npm run test:full`, which says whether something has changed; a long run looks for what nobody has seen yet. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** So often a failing request is made smaller, for each operation; it is told as small as it got by then. */
const MOST_SHRINKS = 150;
/** Only operations whose name contains it. */
const ONLY = process.env.FUZZ_ONLY ?? '';
const IS_LONG = REQUESTS > REQUESTS_IN_FULL_TEST;
/** About 50 requests in a second; a busy machine is no failure. */
const TIMEOUT_MS = 180_000 + REQUESTS * 100;

describe(`requests made from the document, seed ${SEED}`, () => {
  let world: FuzzWorld;
  beforeAll(async () => {
    world = await openFuzzWorld();
  });
  afterAll(() => world?.close());

  it(
    'are answered as the document says, and refused ones leave nothing',
    async () => {
      const document = await world.readDocument();
      const operations = operationsOf(document);
      const conformance = createConformance(document, operations);
      const tally = createTally();

      async function check(operation: FuzzedOperation, attempt: Attempt): Promise<void> {
        const { answer, changed } = await world.send(attempt);
        tally.count(operation.name, attempt, answer.status);
        const problem =
          problemOf(attempt, answer, changed) ??
          (isFromApp(answer) ? conformance.problemOf(attempt, answer) : undefined);
        if (problem) throw new Error(`${problem}\n${answer.status} ${answer.text.slice(0, 300)}`);
      }

      const failures: string[] = [];
      const runs = Math.ceil(REQUESTS / operations.length);
      for (const [index, operation] of operations.entries()) {
        if (!operation.name.includes(ONLY)) continue;
        let shrinks = 0;
        const property = fc.asyncProperty(attemptsAt(operation), async (attempt) => {
          if (shrinks > MOST_SHRINKS) return;
          await check(operation, attempt).catch((error: unknown) => {
            shrinks += 1;
            throw error;
          });
          if (shrinks > 0) shrinks += 1;
        });
        // Another seed for each, or all would be asked in the same way.
        const outcome = await fc.check(property, { seed: SEED + index, numRuns: runs });
        if (outcome.failed) failures.push(reportOf(operation, outcome));
      }
      console.log(`seed ${SEED}: ${tally.text(IS_LONG)}`);
      if (failures.length > 0)
        throw new Error(`${failures.length} operations failed\n\n${failures.join('\n\n')}`);
      expect(tally.total()).toBeGreaterThanOrEqual(ONLY === '' ? REQUESTS : 1);
    },
    TIMEOUT_MS,
  );
});

/** The smallest request that fails, and what is wrong with its answer. */
function reportOf(operation: FuzzedOperation, outcome: fc.RunDetails<[Attempt]>): string {
  const [attempt] = outcome.counterexample ?? [];
  const request = JSON.stringify(attempt, (_key, value: unknown) =>
    typeof value === 'string' && value.length > 500 ? `${value.slice(0, 500)}… (${value.length})` : value,
  );
  const cause = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'no cause';
  return `${operation.name}: ${cause}\n${request}`;
}

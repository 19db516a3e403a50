import { expect } from 'vitest';
import { BOT_INVARIANTS } from '../src/modules/bots/index.ts';
import { TESTBENCH_INVARIANTS } from '../src/modules/testbench/index.ts';
import { LEDGER_INVARIANTS, verifyInvariants } from '../src/modules/wallet/index.ts';
import type { ServerFixture } from './server-fixture.ts';

type Installation = Pick<ServerFixture, 'database'>;

/** Which invariants of ledger and bots do not hold, and how often each is violated. */
export async function brokenInvariants({ database }: Installation): Promise<string[]> {
  const results = await verifyInvariants(database.db, [
    ...LEDGER_INVARIANTS,
    ...BOT_INVARIANTS,
    ...TESTBENCH_INVARIANTS,
  ]);
  return results
    .filter(({ violations }) => violations > 0)
    .map(({ name, violations }) => `${name}: ${violations}`);
}

export async function expectSound(installation: Installation): Promise<void> {
  expect(await brokenInvariants(installation)).toEqual([]);
}

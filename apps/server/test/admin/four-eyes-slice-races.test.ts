// Many commands of one admin at once never come to the threshold together.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  approveDeposit,
  approveWithdrawal,
  correctWallet,
  requestDeposit,
} from '../../src/modules/wallet/index.ts';
import type { Work } from '../../src/platform/work.ts';
import { openPoolWithoutLocks, race } from '../races.ts';
import { fixture, REASON, setUpFourEyes, world } from './four-eyes-world.ts';

setUpFourEyes();

type Customer = Awaited<ReturnType<typeof world.customer>>;

/** Six commands of one admin, payouts and corrections both ways, and two deposits beside them, drawn from the seed. */
async function contest(pool: pg.Pool, seed: number, isOneCustomer: boolean): Promise<string[]> {
  const admin = { ...(await world.addAdmin()), role: 'admin' as const };
  const amounts = Array.from({ length: 6 }, (_, index) => 150 + ((seed * 31 + index * 101) % 300));
  await world.setDepositThreshold(null);
  const one = await world.customer('5000');
  const customers: Customer[] = [];
  for (const _ of amounts) customers.push(isOneCustomer ? one : await world.customer('5000'));
  const commands: ((work: Work) => Promise<unknown>)[] = [];
  for (const [index, amount] of amounts.entries()) {
    const owner = customers[index] ?? one;
    const amountUsd = String(amount);
    if (index % 3 === 0) {
      const id = await world.withdrawal(owner, amountUsd);
      commands.push((work) => approveWithdrawal(work, { id }));
    } else {
      const direction = index % 3 === 1 ? 'credit' : 'debit';
      commands.push((work) =>
        correctWallet(work, { email: owner.email, amountUsd, direction, reason: REASON }),
      );
    }
  }
  for (const owner of customers.slice(0, 2)) {
    const { id } = await fixture.runWork(owner, (work) =>
      requestDeposit(work, { userId: owner.userId, amountUsd: '400', cryptoCurrency: 'BTC' }),
    );
    commands.push((work) => approveDeposit(work, { id }));
  }
  await world.setDepositThreshold('700');
  const outcomes = await race(
    pool,
    commands.map((run) => ({ actor: admin, run })),
    fixture.clock.now(),
  );
  const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code));
  const moved = amounts.reduce((sum, amount, index) => sum + (codes[index] === 'ok' ? amount : 0), 0);
  const credited = codes.slice(6).filter((code) => code === 'ok').length;
  const isSound =
    moved > 0 &&
    moved < 1000 &&
    credited === 1 &&
    codes.every((code) => code === 'ok' || code === 'SECOND_ADMIN_REQUIRED');
  return isSound ? [] : [`seed ${seed}: ${moved} moved, ${credited} credited, ${codes.join(', ')}`];
}

describe('commands of one admin at the same moment', () => {
  it.each([
    ['for many customers', false],
    ['for one customer', true],
  ])('stay below the thresholds together, %s (a failure prints its seed)', async (_whose, isOneCustomer) => {
    const seed = randomInt(1_000_000);
    for (let round = 0; round < 8; round += 1)
      expect(await contest(fixture.database.pool, seed + round, isOneCustomer)).toEqual([]);
    await world.expectSound();
  });

  it('would pass them without the lock', async () => {
    const pool = openPoolWithoutLocks(fixture.url, 8);
    try {
      const faults: string[] = [];
      for (let round = 0; round < 10 && faults.length === 0; round += 1)
        faults.push(...(await contest(pool, round, false)));
      expect(faults).not.toEqual([]);
    } finally {
      await pool.end();
    }
  });
});

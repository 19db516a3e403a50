import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants, expectSound } from '../invariants.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';

let world: LiveWorld;
let ended: string;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const [one, two, three] = [
    await world.certified(anna),
    await world.certified(anna, { name: 'Zwei' }),
    await world.certified(anna, { name: 'Drei' }),
  ];
  await live.start(one, '300');
  await live.start(two, '200');
  await world.run(8);
  await live.stop(two.id);
  await world.run(3);
  await live.start(three, '50');
  ended = two.id;
  await expectSound(world);
  for (const table of ['own_bot_orders', 'bots', 'bot_portfolios'])
    await world.database.pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterAll(() => world.close());

/** Whoever can write to the database beside its rules. */
async function tampered(statement: string, values: unknown[] = []): Promise<string[]> {
  const { rowCount } = await world.database.pool.query(statement, values);
  expect(rowCount).toBeGreaterThan(0);
  return await brokenInvariants(world);
}

it.each([
  [
    'a waiting start that nothing was put aside for',
    `UPDATE own_bot_orders SET amount = amount + 1 WHERE status = 'waiting'`,
    `UPDATE own_bot_orders SET amount = amount - 1 WHERE status = 'waiting'`,
    ['orders-account-is-waiting-starts', 'own-orders-are-booked-once'],
  ],
  [
    'a run with more units than its pool pays for',
    `UPDATE own_bot_orders SET units = units + 1 WHERE kind = 'start' AND status = 'executed'`,
    `UPDATE own_bot_orders SET units = units - 1 WHERE kind = 'start' AND status = 'executed'`,
    ['own-pools-are-units-times-nav'],
  ],
  [
    'a stop that says another payout than was booked',
    `UPDATE own_bot_orders SET payout = payout + 1 WHERE kind = 'stop'`,
    `UPDATE own_bot_orders SET payout = payout - 1 WHERE kind = 'stop'`,
    ['own-orders-are-booked-once'],
  ],
  [
    'a run of a bot that is gone',
    `UPDATE bots SET owner_id = NULL, erased_at = now() WHERE number = 1000`,
    `UPDATE bots SET owner_id = (SELECT user_id FROM own_bot_orders LIMIT 1), erased_at = NULL WHERE number = 1000`,
    ['own-bots-have-drafts', 'own-runs-end-once'],
  ],
])('%s is found', async (_, statement, back, names) => {
  const found = await tampered(statement);
  expect(found.map((line) => line.split(':')[0]).sort()).toEqual([...names].sort());
  await tampered(back);
  await expectSound(world);
});

it('a run that is said to go on although it was paid out is found', async () => {
  const found = await tampered(
    `UPDATE bot_portfolios SET own_state = 'live', closed_at = NULL WHERE bot_id = $1`,
    [ended],
  );
  expect(found.map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['own-pools-are-units-times-nav', 'own-runs-end-once']),
  );
});

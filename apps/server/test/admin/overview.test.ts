// The figures at the top of the back office, counted from what people really did.
import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '../api-fixture.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { commands, createUser, openAccountWorld, type Person } from '../identity/account-world.ts';

const HOUR_MS = 3_600_000;

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await openAccountWorld();
});
afterAll(() => fixture.close());

it('counts people, what waits and what runs, with their amounts, and nothing that is over', async () => {
  const api = createApi(fixture);
  const admin = await createUser(fixture, undefined, 'admin');
  const as = api.person('admin', admin.userId);
  const overview = async () => (await api.call('GET', '/api/admin/overview', { as })).body;
  expect(await overview()).toMatchObject({
    totalUsers: 1,
    pendingDeposits: 0,
    pendingDepositsAmount: '0.00',
    oldestDepositAt: null,
    pendingWithdrawals: 0,
    pendingWithdrawalsAmount: '0.00',
    oldestWithdrawalAt: null,
    activeBots: 0,
    activeBotsAmount: '0.00',
    walletsTotal: '0.00',
  });

  const [anna, bert] = [await createUser(fixture, '1000.00'), await createUser(fixture, '500.00')];
  const act = async (
    command: 'deposit' | 'withdraw' | 'start' | 'thinkBetter',
    who: Person,
    amount: string,
  ) => {
    const { actor, run } = commands[command](who, amount);
    await fixture.runWork<unknown>(actor, run);
  };
  const first = fixture.clock.now().toISOString();
  await act('deposit', anna, '20.50');
  await act('withdraw', anna, '30.25');
  fixture.clock.advance(HOUR_MS);
  await act('deposit', bert, '7.00');
  await act('withdraw', bert, '5.00');
  await act('thinkBetter', bert, '99.00');
  await fixture.run(3);
  await act('start', anna, '400.00');
  await act('start', bert, '100.00');
  const running = await overview();
  expect(running).toMatchObject({
    totalUsers: 3,
    pendingDeposits: 2,
    pendingDepositsAmount: '27.50',
    oldestDepositAt: first,
    pendingWithdrawals: 2,
    pendingWithdrawalsAmount: '35.25',
    oldestWithdrawalAt: first,
    activeBots: 2,
    // What is reserved is still in the wallet, what is with a bot is not.
    walletsTotal: '1000.00',
  });
  const { body } = await api.call('GET', '/api/admin/bot-investments', { as });
  const values = (body.items as { usdCurrentAmount: string }[]).map(({ usdCurrentAmount }) =>
    fromWire(usdCurrentAmount),
  );
  expect(values).toHaveLength(2);
  expect(fromWire(String(running.activeBotsAmount))).toBe(values.reduce((sum, value) => sum + value, 0n));

  const [mine] = body.items as { id: string; userId: string }[];
  const owner = api.person('user', mine?.userId);
  await api.call('POST', `/api/bot-investments/${mine?.id}/stop`, { as: owner, body: {} });
  expect(await overview()).toMatchObject({ activeBots: 1 });
});

// „Wo ist mein Geld?“: what the team sees of a customer's own bots, beside a chat and on the customer's page.
import type { DeskContext, HeldOwnBot } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import type { Person } from './testbench-world.ts';

let world: LiveWorld;
let admin: Person;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  admin = world.api.person('admin', world.admin.userId ?? undefined);
  await world.history(3);
  await world.tick();
});
afterAll(() => world.close());

/** What stands beside a chat; the customer's page says the same. */
async function facts(of: Person): Promise<DeskContext> {
  const chat = await world.api.call('POST', '/api/support/chats', { as: of, body: {} });
  const path = `/api/admin/support/chats/${chat.body.id}/context`;
  const { status, body } = await world.api.call('GET', path, { as: admin });
  expect(status).toBe(200);
  const page = await world.api.call('GET', `/api/admin/customers/${of.userId}`, { as: admin });
  const { ownBots, total, available, reserved, inBots } = page.body;
  expect({ ownBots, total, available, reserved, inBots }).toEqual({
    ownBots: body.ownBots,
    total: body.total,
    available: body.available,
    reserved: body.reserved,
    inBots: body.inBots,
  });
  // What the contract says of the answer.
  return body as unknown as DeskContext;
}

const addUp = (bots: readonly HeldOwnBot[]): bigint =>
  bots.reduce((sum, { value }) => sum + fromWire(value), 0n);

it('names each bot that holds money, with what was put in, what it is worth, what waits, and why it is held', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  expect(await facts(anna)).toMatchObject({ ownBots: [], total: '1000.00' });
  const running = await world.certified(anna, { name: 'Abendbot' });
  await world.certified(anna, { name: 'Nur ein Entwurf' });
  await live.start(running, '300');
  const [ordered] = (await facts(anna)).ownBots;
  expect(ordered).toMatchObject({
    id: running.id,
    number: running.number,
    name: 'Abendbot',
    status: 'starting',
    put: '300.00',
    value: '300.00',
    waiting: { kind: 'start' },
    held: null,
  });

  await world.run(12);
  const waiting = await world.certified(anna, { name: 'Wartet' });
  const hold = (path: string, botId: string | null) =>
    world.api.call('POST', `/api/admin/own-bots/${path}`, {
      as: admin,
      body: { botId, reason: 'Wir prüfen die Kurse einer Quelle' },
      key: crypto.randomUUID(),
    });
  expect((await hold('hold', waiting.id)).status).toBe(201);
  await live.start(waiting, '50');
  await live.stop(running.id);
  const { ownBots, total } = await facts(anna);
  const wallet = await live.wallet();
  expect(fromWire(total)).toBe(fromWire(wallet.available ?? '') + addUp(ownBots));
  expect(total).toBe(wallet.total);
  expect(ownBots.toSorted((a, b) => a.number - b.number)).toMatchObject([
    {
      name: 'Abendbot',
      status: 'stopping',
      put: '300.00',
      value: wallet.inOwnBots,
      waiting: { kind: 'stop' },
      held: null,
    },
    {
      name: 'Wartet',
      status: 'starting',
      put: '50.00',
      waiting: { kind: 'start' },
      held: 'Wir prüfen die Kurse einer Quelle',
    },
  ]);
  // Held, it goes on waiting; let go, it begins with the next minute.
  await world.run(2);
  expect((await facts(anna)).ownBots).toMatchObject([{ name: 'Wartet', status: 'starting' }]);
  expect((await live.bot(waiting.id)).held).toBe('Wir prüfen die Kurse einer Quelle');
  await hold('release', waiting.id);
  await world.run(2);
  expect((await facts(anna)).ownBots).toMatchObject([
    { name: 'Wartet', status: 'live', waiting: null, held: null },
  ]);
});

it('has no own bot of anybody else', async () => {
  const [anna, bernd] = [await world.person('1000'), await world.person('1000')];
  await liveOf(world.api, anna).start(await world.certified(anna), '100');
  expect((await facts(bernd)).ownBots).toEqual([]);
});

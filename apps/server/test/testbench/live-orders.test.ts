import { germanMessage } from '@botdepot/contract';
import { DAY_MS, ENGINE_VERSION, MINUTE_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { createApi } from '../api-fixture.ts';
import { expectSound } from '../invariants.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import { code, ownBotsOf, type Person, RULE } from './testbench-world.ts';

let world: LiveWorld;
let anna: Person;
let live: ReturnType<typeof liveOf>;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
});
afterAll(() => world.close());

async function newPerson(amountUsd?: string) {
  anna = await world.person(amountUsd);
  live = liveOf(world.api, anna);
}

describe('a start', () => {
  it('puts the amount aside at once and begins at 1.0 with the first minute that begins after it', async () => {
    await newPerson('1000');
    const bot = await world.certified(anna);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'certified', waiting: null, run: null });
    world.clock.advance(20_000);
    const ordered = await live.start(bot, '250.00');
    expect(code(ordered)).toBe('201');
    expect(ordered.body).toMatchObject({ kind: 'start', status: 'waiting', amountUsd: '250.00', version: 1 });
    expect(await live.wallet()).toMatchObject({
      available: '750.00',
      inOrders: '250.00',
      inOwnBots: '0.00',
      total: '1000.00',
    });
    const seen = await world.api.call('GET', `/api/admin/customers/${anna.userId}`, {
      as: world.api.person('admin'),
    });
    expect(seen.body).toMatchObject({
      available: '750.00',
      ownBots: [{ value: '250.00' }],
      total: '1000.00',
    });
    expect(await live.bot(bot.id)).toMatchObject({ status: 'starting' });
    await expectSound(world);

    await world.run(1);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'starting' });
    await world.run(1);
    const end = world.clock.now().toISOString();
    expect(await live.bot(bot.id)).toMatchObject({
      status: 'live',
      waiting: null,
      run: {
        state: 'live',
        series: 1,
        startedAt: end,
        amountUsd: '250.00',
        valueUsd: '250.00',
        nav: '1.000000000000',
      },
    });
    expect(await live.wallet()).toMatchObject({
      available: '750.00',
      inOrders: '0.00',
      inOwnBots: '250.00',
      total: '1000.00',
    });
    expect(await live.list('strikes', bot.id)).toMatchObject([{ seq: 1, at: end, nav: '1.000000000000' }]);
    expect(await live.list('protocol', bot.id)).toMatchObject([{ kind: 'start', title: 'Der Bot beginnt' }]);
    await expectSound(world);
  });

  it('trades from then on, on closed minutes, and its pool is units × NAV at every strike', async () => {
    await newPerson('1000');
    const bot = await world.certified(anna);
    await live.start(bot, '400');
    await world.run(22);
    const fills = await live.list('fills', bot.id);
    expect(fills.length).toBeGreaterThan(2);
    const { run } = await live.bot(bot.id);
    expect(run).toMatchObject({ at: world.clock.now().toISOString(), state: 'live' });
    await expectSound(world);
  });

  it('needs a certificate of the newest version, a bot that does not run, and money', async () => {
    await newPerson('100');
    const own = ownBotsOf(world.api, anna);
    const { body: draft } = await own.create();
    const id = String(draft.id);
    expect(code(await live.start({ id, version: 1 }, '10'))).toBe('409 OWN_BOT_NOT_CERTIFIED');
    await own.freeze(id, 1);
    expect(code(await live.start({ id, version: 1 }, '10'))).toBe('409 OWN_BOT_NOT_CERTIFIED');
    const bot = await world.certified(anna);
    expect(code(await live.start(bot, '0.99'))).toBe('409 AMOUNT_BELOW_MINIMUM');
    expect(code(await live.start(bot, '100.01'))).toBe('409 INSUFFICIENT_WALLET_BALANCE');
    expect(code(await live.start({ ...bot, version: 2 }, '10'))).toBe('409 OWN_BOT_CHANGED');
    expect(code(await live.start(bot, '10'))).toBe('201');
    expect(code(await live.start(bot, '10'))).toBe('409 OWN_BOT_STATE');
    expect(code(await live.stop(bot.id))).toBe('409 OWN_BOT_STATE');
    expect(code(await own.remove(bot.id))).toBe('409 OWN_BOT_STATE');
    expect(code(await liveOf(world.api, await world.person()).start(bot, '10'))).toBe(
      '404 OWN_BOT_NOT_FOUND',
    );
    await expectSound(world);
  });

  it('is the same again with the same key', async () => {
    await newPerson('100');
    const bot = await world.certified(anna);
    const key = newId();
    const first = await live.start(bot, '60', key);
    const again = await live.start(bot, '60', key);
    expect(again.body).toEqual(first.body);
    expect(code(await live.start(bot, '61', key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await live.wallet()).toMatchObject({ available: '40.00' });
  });

  it('can be taken back while it waits, to the cent, once', async () => {
    await newPerson('100');
    const bot = await world.certified(anna);
    const { body: order } = await live.start(bot, '60');
    expect(code(await liveOf(world.api, await world.person()).cancel(order.id))).toBe(
      '404 OWN_BOT_ORDER_NOT_FOUND',
    );
    expect((await live.cancel(order.id)).body).toMatchObject({ status: 'cancelled' });
    expect(code(await live.cancel(order.id))).toBe('409 OWN_BOT_ORDER_DECIDED');
    expect(await live.wallet()).toMatchObject({ available: '100.00', inOrders: '0.00' });
    expect(await live.bot(bot.id)).toMatchObject({ status: 'certified' });
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'certified', run: null });
    await expectSound(world);
  });

  it('is limited to three bots and an amount of one person', async () => {
    await newPerson('200000');
    const bots = [];
    for (const name of ['Eins', 'Zwei', 'Drei', 'Vier']) bots.push(await world.certified(anna, { name }));
    const [first, second, third, fourth] = bots as [
      (typeof bots)[0],
      (typeof bots)[0],
      (typeof bots)[0],
      (typeof bots)[0],
    ];
    expect(code(await live.start(first, '100000.01'))).toBe('409 OWN_BOT_LIMIT');
    expect(code(await live.start(first, '99000'))).toBe('201');
    const refused = await live.start(second, '1000.01');
    expect(code(refused)).toBe('409 OWN_BOT_LIMIT');
    expect(germanMessage('OWN_BOT_LIMIT', refused.body.data)).toBe(
      'Sie haben schon 99.000,00\u00a0USDT in eigenen Bots, höchstens 100.000,00\u00a0USDT sind möglich.',
    );
    expect(code(await live.start(second, '500'))).toBe('201');
    await world.run(2);
    expect(code(await live.start(third, '500.01'))).toBe('409 OWN_BOT_LIMIT');
    expect(code(await live.start(third, '500'))).toBe('201');
    const { body } = await live.start(fourth, '1');
    expect(body).toMatchObject({ code: 'OWN_BOT_LIMIT', data: { limit: '3' } });
    await live.stop(first.id);
    await world.run(3);
    expect(code(await live.start(fourth, '1'))).toBe('201');
    await expectSound(world);
  });
});

describe('a stop', () => {
  async function running(amountUsd = '500') {
    await newPerson('1000');
    const bot = await world.certified(anna);
    await live.start(bot, amountUsd);
    // Until it holds something.
    await world.run(12);
    return bot;
  }

  it('pays units × the strike that is made for it, at the end of the first minute that begins after it', async () => {
    const bot = await running();
    world.clock.advance(5_000);
    expect((await live.stop(bot.id)).body).toMatchObject({ kind: 'stop', status: 'waiting' });
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopping' });
    await world.run(1);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopping' });
    await world.run(1);
    const [strike] = await live.list('strikes', bot.id);
    const [order] = await live.orders(bot.id);
    expect(strike).toMatchObject({ at: world.clock.now().toISOString() });
    expect(order).toMatchObject({ kind: 'stop', status: 'executed', nav: strike?.nav });
    const paid = Math.floor(Number(strike?.nav) * 50_000 + 1e-6) / 100;
    expect(Number(order?.payoutUsd)).toBeCloseTo(paid, 2);
    expect(await live.wallet()).toMatchObject({
      available: (500 + Number(order?.payoutUsd)).toFixed(2),
      inOwnBots: '0.00',
    });
    expect(await live.bot(bot.id)).toMatchObject({
      status: 'stopped',
      run: { state: 'stopped', valueUsd: order?.payoutUsd },
    });
    const [last] = await live.list('protocol', bot.id);
    const nav = Number(strike?.nav).toFixed(4).replace('.', ',');
    expect(last).toMatchObject({ at: strike?.at, title: 'Der Bot endet' });
    expect(last?.text).toMatch(
      new RegExp(`^Fassung 1 endet auf Ihren Auftrag mit ${nav}\u00a0USDT je Anteil\\.`),
    );
    await expectSound(world);
  });

  it('waits while something that is held has no price from after it, and can be taken back until it has', async () => {
    const bot = await running();
    const symbol = RULE.symbols[0]!;
    world.shut.add(symbol);
    world.silent.add(symbol);
    try {
      await world.tick();
      const { body: order } = await live.stop(bot.id);
      await world.run(5);
      expect(await live.bot(bot.id)).toMatchObject({ status: 'stopping' });
      expect((await live.cancel(order.id)).body).toMatchObject({ status: 'cancelled' });
      expect(await live.bot(bot.id)).toMatchObject({ status: 'live' });
      await live.stop(bot.id);
      await world.run(3);
      expect(await live.bot(bot.id)).toMatchObject({ status: 'stopping' });
    } finally {
      world.shut.delete(symbol);
      world.silent.delete(symbol);
    }
    await world.run(3);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
    await expectSound(world);
  });

  it('cannot be taken back once a minute has ended that can execute it, also while the host has not looked at it', async () => {
    const bot = await running();
    const { body: order } = await live.stop(bot.id);
    // The market goes on, and nobody tells the host.
    await world.closeMinute({ tell: false });
    expect((await live.cancel(order.id)).body).toMatchObject({ status: 'cancelled' });
    const { body: second } = await live.stop(bot.id);
    await world.closeMinute({ tell: false });
    await world.closeMinute({ tell: false });
    expect(code(await live.cancel(second.id))).toBe('409 OWN_BOT_ORDER_DECIDED');
    await world.run(1);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
    await expectSound(world);
  });

  it('leaves a bot that can be started again, in a new run at 1.0', async () => {
    const bot = await running('100');
    await live.stop(bot.id);
    await world.run(3);
    expect(code(await live.start(bot, '50'))).toBe('201');
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'live', run: { series: 2, amountUsd: '50.00' } });
    expect(await live.runs(bot.id)).toMatchObject([{ series: 2 }, { series: 1, state: 'stopped' }]);
    const { body } = await world.api.call('GET', `/api/own-bots/${bot.id}/fills?series=1`, {
      as: anna,
    });
    expect((body.items as unknown[]).length).toBeGreaterThan(0);
    await expectSound(world);
  });
});

it('a start that nothing comes of is given back after seven days', async () => {
  await newPerson('100');
  const bot = await world.certified(anna);
  await world.restartHost({ ownBotsMax: 0 });
  const { body: order } = await live.start(bot, '60');
  await world.run(2);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'starting' });
  expect(Date.parse(String(order.expiresAt)) - Date.parse(String(order.createdAt))).toBe(7 * DAY_MS);
  world.clock.advance(7 * DAY_MS - 4 * MINUTE_MS);
  await world.takeOver();
  await world.run(1);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'starting' });
  world.clock.advance(4 * MINUTE_MS);
  await world.run(1);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'certified' });
  expect(await live.orders(bot.id)).toMatchObject([{ status: 'expired' }]);
  const { body: told } = await world.api.call('GET', '/api/notifications', { as: anna });
  expect(JSON.stringify(told)).toMatch(/Der Start von „[^“]+“ kam nicht zustande/);
  expect(await live.wallet()).toMatchObject({ available: '100.00' });
  await world.restartHost();
  await expectSound(world);
});

describe('a symbol without a price for ten days', () => {
  it('is closed at its last one for a stop that waits', async () => {
    await newPerson('1000');
    const bot = await world.certified(anna);
    await live.start(bot, '500');
    // Until it holds something.
    do await world.run(1);
    while ((await live.list('fills', bot.id))[0]?.side !== 'buy');
    const symbol = RULE.symbols[0]!;
    world.shut.add(symbol);
    world.silent.add(symbol);
    try {
      await live.stop(bot.id);
      await world.run(3);
      const { run } = (await live.bot(bot.id)) as unknown as { run: { nav: string } };
      world.clock.advance(9 * DAY_MS);
      await world.takeOver();
      await world.run(2);
      expect(await live.bot(bot.id)).toMatchObject({ status: 'stopping' });
      world.clock.advance(DAY_MS);
      await world.takeOver();
      await world.run(2);
      expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
      const [fill] = await live.list('fills', bot.id);
      expect(fill).toMatchObject({ reason: 'settlement', symbol });
      // Less what ten days of financing and the sale cost.
      const [order] = await live.orders(bot.id);
      expect(Number(order?.nav) / Number(run.nav)).toBeGreaterThan(0.97);
      expect(Number(order?.nav) / Number(run.nav)).toBeLessThanOrEqual(1);
      await expectSound(world);
    } finally {
      world.shut.delete(symbol);
      world.silent.delete(symbol);
    }
  });
});

it('with own bots switched off nothing begins, and what runs goes on and can be stopped', async () => {
  await newPerson('1000');
  const bot = await world.certified(anna);
  const second = await world.certified(anna, { name: 'Zwei' });
  await live.start(bot, '500');
  await world.run(3);
  await world.restartHost({ ownBotsMax: 0 });
  // People of another app are not known to it, so the same person comes again.
  const api = createApi(world, { ownBotsMax: 0 });
  const again = liveOf(api, api.person('user', anna.userId));
  expect(code(await again.start(second, '10'))).toBe('409 OWN_BOTS_OFF');
  const before = (await live.list('fills', bot.id)).length;
  await world.run(10);
  expect((await live.list('fills', bot.id)).length).toBeGreaterThan(before);
  expect(code(await again.stop(bot.id))).toBe('201');
  await world.run(3);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
  await world.restartHost();
  await expectSound(world);
});

it('bookings of a start and a stop say what the bots hold more or less, and lead to their bot as long as it is there', async () => {
  await newPerson('1000');
  const bot = await world.certified(anna);
  const { body: order } = await live.start(bot, '60');
  await live.cancel(order.id);
  await live.start(bot, '500');
  await world.run(2);
  await live.stop(bot.id);
  await world.run(3);
  const { body: list } = await world.api.call('GET', '/api/wallet/transactions', { as: anna });
  const bookings = list.items as { id: string; kind: string; investedAmount: string }[];
  // An order counts, and its execution is no change.
  const moved = bookings.map(({ investedAmount }) => Number(investedAmount));
  expect(moved.slice(1)).toEqual([500, -60, 60, 0]);
  expect(moved[0]).toBeCloseTo(-500, -1);
  const subjects = () =>
    Promise.all(
      bookings.map(async ({ id, kind }) => {
        const { body } = await world.api.call('GET', `/api/wallet/transfers/${id}`, { as: anna });
        return [kind, body.ownBotId];
      }),
    );
  const kinds = ['own_bot_stopped', 'own_bot_ordered', 'own_bot_order_returned', 'own_bot_ordered'];
  const leadingTo = (id: string | null) => [...kinds.map((kind) => [kind, id]), ['deposit_approved', null]];
  expect(await subjects()).toEqual(leadingTo(bot.id));
  expect(code(await ownBotsOf(world.api, anna).remove(bot.id))).toBe('200');
  expect(await subjects()).toEqual(leadingTo(null));
});

it('a start needs a certificate by the engine that runs now', async () => {
  await newPerson('100');
  const bot = await world.certified(anna);
  const madeBy = (engine: string) =>
    world.database.pool.query('UPDATE testbench_certificates SET engine_version = $2 WHERE bot_id = $1', [
      bot.id,
      engine,
    ]);
  await madeBy('older');
  expect(await live.bot(bot.id)).toMatchObject({ status: 'draft' });
  expect(code(await live.start(bot, '10'))).toBe('409 OWN_BOT_NOT_CERTIFIED');
  await madeBy(ENGINE_VERSION);
  expect(code(await live.start(bot, '10'))).toBe('201');
  await world.run(2);
  // What runs goes on with the next engine; what has ended begins again only with a certificate of its own.
  await madeBy('older');
  expect(await live.bot(bot.id)).toMatchObject({ status: 'live' });
  await live.stop(bot.id);
  await world.run(2);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
  expect(code(await live.start(bot, '10'))).toBe('409 OWN_BOT_NOT_CERTIFIED');
});

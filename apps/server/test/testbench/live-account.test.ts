import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { betweenStatements } from '../between-statements.ts';
import { expectSound } from '../invariants.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import { code, ownBotsOf, type Person, RULE } from './testbench-world.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
});
afterAll(() => world.close());

const endAccount = (as: Person) => world.api.call('POST', '/api/profile/delete', { as, body: {} });

it('an account ends although its bot holds what is closed: orders are taken back, runs are stopped at their last strike', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const bot = await world.certified(anna);
  const waiting = await world.certified(anna, { name: 'Wartet' });
  await live.start(bot, '300');
  await world.run(9);
  const symbol = RULE.symbols[0]!;
  world.shut.add(symbol);
  world.silent.add(symbol);
  await world.run(3);
  await live.stop(bot.id);
  await live.start(waiting, '50');
  const preview = (await world.api.call('GET', '/api/profile/closing', { as: anna })).body;
  const { valueUsd } = (await live.bot(bot.id)).run as unknown as { valueUsd: string };
  expect(Number(preview.ownBots)).toBeCloseTo(Number(valueUsd) + 50, 2);
  expect(Number(preview.toHouse)).toBeCloseTo(650 + Number(valueUsd) + 50, 2);
  const [strike] = await live.list('strikes', bot.id);
  expect((await endAccount(anna)).status).toBe(200);
  const { rows } = await world.database.pool.query<{ what: string; nav: string | null }>(
    `SELECT o.kind || ' ' || o.status AS what, o.nav FROM own_bot_orders o WHERE o.user_id = $1`,
    [anna.userId],
  );
  expect(rows.map(({ what }) => what).sort()).toEqual([
    'start cancelled',
    'start executed',
    'stop cancelled',
    'stop executed',
  ]);
  expect(rows.find(({ what }) => what === 'stop executed')?.nav).toBe(strike?.nav);
  await expectSound(world);
  world.shut.delete(symbol);
  world.silent.delete(symbol);
  // The host has not been told, and finds out.
  await world.run(3);
  await expectSound(world);
});

it('the download of one’s own data holds orders, runs and fills', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const bot = await world.certified(anna);
  await live.start(bot, '300');
  await world.run(12);
  const { body } = await world.api.call('GET', '/api/profile/export', { as: anna });
  const fills = await live.list('fills', bot.id);
  expect(body.ownBots).toMatchObject([
    { id: bot.id, orders: [{ kind: 'start', status: 'executed' }], runs: [{ series: 1, fills }] },
  ]);
  expect(fills.length).toBeGreaterThan(0);
});

it('a bot with money in it is not deleted; a stopped one is, and its run keeps number and figures without an owner', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const own = ownBotsOf(world.api, anna);
  const bot = await world.certified(anna);
  await live.start(bot, '300');
  await world.run(9);
  expect(code(await own.remove(bot.id))).toBe('409 OWN_BOT_STATE');
  await live.stop(bot.id);
  expect(code(await own.remove(bot.id))).toBe('409 OWN_BOT_STATE');
  await world.run(3);
  expect(code(await own.remove(bot.id))).toBe('200');
  await world.run(2);
  await expectSound(world);
});

/** Wherever something that an admin wrote is kept. */
async function textsLike(text: string) {
  const one = async (query: string) => (await world.database.pool.query(query, [`%${text}%`])).rowCount;
  return {
    holds: await one('SELECT FROM own_bot_holds WHERE reason LIKE $1 OR release_reason LIKE $1'),
    audit: await one('SELECT FROM audit_log WHERE reason LIKE $1'),
    answers: await one('SELECT FROM idempotency_keys WHERE outcome::text LIKE $1'),
  };
}
const NONE = { holds: 0, audit: 0, answers: 0 };

it('what admins wrote about a bot that was deleted ends with the account, and not before', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const own = ownBotsOf(world.api, anna);
  const admin = world.api.person('admin');
  const operate = (path: string, body: object) =>
    world.api.call('POST', `/api/admin/own-bots${path}`, { as: admin, body });
  const bot = await world.certified(anna);
  await live.start(bot, '300');
  await world.run(2);
  await operate('/hold', { botId: bot.id, reason: 'Anna Muster hat angerufen' });
  await operate('/release', { botId: bot.id, reason: 'Anna Muster wünscht es' });
  await live.stop(bot.id);
  await world.run(2);
  expect(code(await own.remove(bot.id))).toBe('200');
  expect(await textsLike('Anna Muster'), 'its owner cannot erase it').toEqual({
    holds: 1,
    audit: 2,
    answers: 2,
  });
  expect((await endAccount(anna)).status).toBe(200);
  expect(await textsLike('Anna Muster')).toEqual(NONE);
});

it('what admins wrote about a bot that never began goes with it, as nothing says later whose it was', async () => {
  const meanwhile = betweenStatements(world.database.pool);
  const anna = await world.person('1000');
  const own = ownBotsOf(world.api, anna);
  const admin = world.api.person('admin');
  const operate = (path: string, body: object) =>
    world.api.call('POST', `/api/admin/own-bots${path}`, { as: admin, body });
  const bot = await world.certified(anna);
  await operate('/hold', { botId: bot.id, reason: 'Berta Muster hat angerufen' });
  expect((await textsLike('Berta Muster')).holds).toBe(1);
  expect(code(await own.remove(bot.id))).toBe('200');
  expect(await textsLike('Berta Muster')).toEqual(NONE);
  const released = await operate('/release', { botId: bot.id, reason: 'Berta Muster gibt es nicht mehr' });
  expect(code(released)).toBe('200');
  expect(await textsLike('Berta Muster')).toEqual(NONE);

  // It is deleted while an operator holds it.
  const other = await world.certified(anna, { name: 'Zwei' });
  let removed: ReturnType<typeof own.remove> | undefined;
  await meanwhile(
    /insert into "own_bot_holds"/,
    async () => {
      removed = own.remove(other.id);
      await Promise.race([removed, sleep(300)]);
    },
    () => operate('/hold', { botId: other.id, reason: 'Berta Muster am Apparat' }),
  );
  expect(code(await removed!)).toBe('200');
  expect(await textsLike('Berta Muster')).toEqual(NONE);
  expect((await endAccount(anna)).status).toBe(200);
  await expectSound(world);
});

it('an account can end at the moment at which an operator holds its bot, lets it go on, or changes what it may have', async () => {
  const admin = world.api.person('admin');
  const meanwhile = betweenStatements(world.database.pool);
  const operate = (path: string, body: object) =>
    world.api.call('POST', `/api/admin/own-bots${path}`, { as: admin, body });
  for (const what of ['hold', 'release', 'quotas'] as const) {
    const anna = await world.person('1000');
    const bot = await world.certified(anna);
    await liveOf(world.api, anna).start(bot, '300');
    await world.run(2);
    if (what === 'release') await operate('/hold', { botId: bot.id, reason: 'Zuvor' });
    const limits = { userId: anna.userId, live: 1, capitalUsd: null, isBarred: false };
    if (what === 'quotas') await operate('/quotas', { ...limits, reason: 'Zuvor' });
    const body =
      what === 'quotas' ? { ...limits, reason: 'Zugleich' } : { botId: bot.id, reason: 'Zugleich' };
    let operated: ReturnType<typeof operate> | undefined;
    // Its user is locked, and nothing of it has changed yet.
    const ended = await meanwhile(
      /from "auth_users".* for update/,
      async () => {
        operated = operate(`/${what}`, body);
        await sleep(200);
      },
      () => endAccount(anna),
    );
    expect(ended.status, what).toBe(200);
    expect(code(await operated!), what).toBe(
      { hold: '404 OWN_BOT_NOT_FOUND', release: '200', quotas: '404 CUSTOMER_NOT_FOUND' }[what],
    );
  }
  const { rows } = await world.database.pool.query('SELECT user_id FROM testbench_quotas');
  expect(rows).toEqual([]);
  await expectSound(world);
});

it('bookings call a bot by its name for its owner alone, as long as it is there', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const bot = await world.certified(anna, { name: 'Morgenstern' });
  await world.certified(anna, { name: 'Abendrot' });
  await live.start(bot, '500');
  await world.run(2);
  await live.stop(bot.id);
  await world.run(3);
  const get = async (path: string, as: Person) =>
    (await world.api.call('GET', `/api${path}`, { as })).body as {
      items: { id: string; description: string }[];
      total: number;
    };
  const admin = world.api.person('admin');
  const ofCustomer = `/admin/customers/${anna.userId}/transactions`;
  const described = async (path: string, as = anna) =>
    (await get(path, as)).items
      .map(({ description }) => description)
      .filter((text) => text.startsWith('Eigener Bot'))
      .sort();
  const byName = ['Eigener Bot „Morgenstern“ beendet', 'Eigener Bot „Morgenstern“: Start beauftragt'];
  const byNumber = [`Eigener Bot ${bot.number} beendet`, `Eigener Bot ${bot.number}: Start beauftragt`];
  expect(await described('/wallet/transactions')).toEqual(byName);
  const month = world.clock.now().toISOString().slice(0, 7);
  expect(await described(`/wallet/statements/${month}`)).toEqual(byName);
  expect(await described(ofCustomer, admin)).toEqual(byNumber);
  const [newest] = (await get('/wallet/transactions', anna)).items;
  const opened = await world.api.call('GET', `/api/wallet/transfers/${newest?.id}`, { as: anna });
  expect(opened.body.description).toBe(byName[0]);

  // What is shown can be searched for, by whom it is shown.
  const search = `?search=${encodeURIComponent('stern“: start')}`;
  expect(await described(`/wallet/transactions${search}`)).toEqual([byName[1]]);
  expect((await get('/wallet/transactions?search=abendrot', anna)).total).toBe(0);

  expect(code(await ownBotsOf(world.api, anna).remove(bot.id))).toBe('200');
  expect(await described('/wallet/transactions')).toEqual(byNumber);
});

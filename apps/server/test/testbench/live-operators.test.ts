import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectSound } from '../invariants.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import { code, type Person } from './testbench-world.ts';

let world: LiveWorld;
let admin: Person;
let anna: Person;
let live: ReturnType<typeof liveOf>;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless(), ownBotsMax: 4 });
  await world.history(3);
  await world.tick();
  admin = world.api.person('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  anna = await world.person('1000');
  live = liveOf(world.api, anna);
});

const post = (path: string, body: object) =>
  world.api.call('POST', `/api/admin/own-bots${path}`, { as: admin, body });
const overview = async (query = '') =>
  (await world.api.call('GET', `/api/admin/own-bots${query}`, { as: admin })).body;

describe('an operator', () => {
  it('holds one bot, which sells everything and decides nothing, tells its owner, and lets it go on', async () => {
    const bot = await world.certified(anna);
    const other = await world.certified(anna, { name: 'Anderer' });
    await live.start(bot, '300');
    await live.start(other, '100');
    await world.run(9);
    const held = await post('/hold', { botId: bot.id, reason: 'Kurse werden geprüft' });
    expect(held.body).toMatchObject({ botId: bot.id, reason: 'Kurse werden geprüft', releasedAt: null });
    expect(code(await post('/hold', { botId: bot.id, reason: 'Noch einmal' }))).toBe('409 OWN_BOT_HELD');
    await world.run(2);
    const [fill] = await live.list('fills', bot.id);
    expect(fill).toMatchObject({ reason: 'operator-pause' });
    const count = (await live.list('fills', bot.id)).length;
    const others = (await live.list('fills', other.id)).length;
    await world.run(10);
    expect((await live.list('fills', bot.id)).length).toBe(count);
    expect((await live.list('fills', other.id)).length).toBeGreaterThan(others);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'live', run: { held: 'Kurse werden geprüft' } });
    const told = (await world.api.call('GET', '/api/notifications', { as: anna })).body;
    expect(JSON.stringify(told)).toContain('Kurse werden geprüft');
    expect(code(await post('/release', { botId: null, reason: 'Alle' }))).toBe('409 OWN_BOT_NOT_HELD');
    expect((await post('/release', { botId: bot.id, reason: 'Geprüft' })).body).toMatchObject({
      releaseReason: 'Geprüft',
    });
    await world.run(8);
    expect((await live.list('fills', bot.id)).length).toBeGreaterThan(count);
    await live.stop(bot.id);
    await live.stop(other.id);
    await world.run(3);
    await expectSound(world);
  });

  it('holds all: starts wait, stops are executed, and orders can be taken back', async () => {
    const bot = await world.certified(anna);
    const waiting = await world.certified(anna, { name: 'Wartet' });
    await live.start(bot, '300');
    await world.run(9);
    expect(code(await post('/hold', { botId: null, reason: 'Störung' }))).toBe('201');
    await live.start(waiting, '100');
    await world.run(3);
    expect(await live.bot(waiting.id)).toMatchObject({ status: 'starting' });
    expect(await overview()).toMatchObject({ held: 'Störung', ordersUsd: '100.00' });
    await live.stop(bot.id);
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
    await post('/release', { botId: null, reason: 'Behoben' });
    await world.run(1);
    expect(await live.bot(waiting.id)).toMatchObject({ status: 'live' });
    await live.stop(waiting.id);
    await world.run(3);
    await expectSound(world);
  });

  it('sees who runs what and what the house stands for, without a rule', async () => {
    const bot = await world.certified(anna, { name: 'Geheim' });
    await live.start(bot, '300');
    await world.run(3);
    const shown = await overview('?open=true');
    expect(shown).toMatchObject({
      total: 1,
      items: [{ number: bot.number, state: 'live', amountUsd: '300.00' }],
    });
    expect(shown.poolsUsd).toBe((shown.items as { valueUsd: string }[])[0]?.valueUsd);
    expect(JSON.stringify(shown)).not.toMatch(/Geheim|entryLong/);
    await live.stop(bot.id);
    await world.run(3);
    expect(await overview('?open=true')).toMatchObject({ total: 0, poolsUsd: '0.00' });
  });

  it('bars somebody or changes what they may have; what runs goes on', async () => {
    const bot = await world.certified(anna);
    const second = await world.certified(anna, { name: 'Zwei' });
    await live.start(bot, '300');
    await world.run(3);
    const quota = { userId: anna.userId, live: 1, capitalUsd: null, isBarred: false, reason: 'Auf Wunsch' };
    expect(code(await post('/quotas', quota))).toBe('200');
    expect(code(await live.start(second, '10'))).toBe('409 OWN_BOT_LIMIT');
    await post('/quotas', { ...quota, live: null, capitalUsd: '310' });
    expect(code(await live.start(second, '10.01'))).toBe('409 OWN_BOT_LIMIT');
    await post('/quotas', { ...quota, live: null, isBarred: true });
    expect(code(await live.start(second, '10'))).toBe('409 OWN_BOT_BARRED');
    expect(await live.bot(bot.id)).toMatchObject({ status: 'live' });
    expect(code(await live.stop(bot.id))).toBe('201');
    await world.run(3);
    const unknown = { ...quota, userId: '00000000-0000-7000-8000-0000000000ff' };
    expect(code(await post('/quotas', unknown))).toBe('404 CUSTOMER_NOT_FOUND');
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM audit_log WHERE action = 'own_bot.set_quota' AND subject_id = $1`,
      [anna.userId],
    );
    expect(rows).toEqual([{ n: 3 }]);
    await expectSound(world);
  });

  it('runs an installation with so many places, and no more', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => world.person('100')));
    const answers = await Promise.all(
      people.map(async (person) => liveOf(world.api, person).start(await world.certified(person), '10')),
    );
    expect(answers.map(code).sort()).toEqual(['201', '201', '201', '201', '409 OWN_BOTS_FULL']);
    await expectSound(world);
  });
});

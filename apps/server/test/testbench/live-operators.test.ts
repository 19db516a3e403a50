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
const news = async (of: Person) => {
  const { body } = await world.api.call('GET', '/api/notifications', { as: of });
  return (body.items as { title: string; message: string }[]).map(({ title, message }) => ({
    title,
    message: message.replaceAll(/[\u2066-\u2069]/g, ''),
  }));
};
const told = async (of: Person) => (await news(of)).map(({ title }) => title);
const email = ({ userId }: Person) => `${userId}@probe.example`;
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
    expect(await news(anna)).toContainEqual({
      title: 'Eigener Bot angehalten',
      message:
        'Der Betreiber hat „Mein Bot“ angehalten: Kurse werden geprüft. Was der Bot hält, wird zum nächsten Kurs verkauft, und ein Start wartet. Einen laufenden Bot können Sie jederzeit beenden, einen wartenden Start jederzeit zurücknehmen.',
    });
    expect(code(await post('/release', { botId: null, reason: 'Alle' }))).toBe('409 OWN_BOT_NOT_HELD');
    expect((await post('/release', { botId: bot.id, reason: 'Geprüft' })).body).toMatchObject({
      releaseReason: 'Geprüft',
    });
    await world.run(8);
    expect((await live.list('fills', bot.id)).length).toBeGreaterThan(count);
    // Why it was released stands in the notification; the protocol says no reason rather than one of its own.
    expect(await live.list('protocol', bot.id)).toContainEqual(
      expect.objectContaining({
        title: 'Vom Betreiber fortgesetzt',
        text: 'Der Betreiber lässt den Bot wieder handeln. Er entscheidet wieder, sobald die nächste Entscheidung ansteht.',
      }),
    );
    await live.stop(bot.id);
    await live.stop(other.id);
    await world.run(3);
    await expectSound(world);
  });

  it('lets a bot go on that was released while nobody looked', async () => {
    const bot = await world.certified(anna);
    await live.start(bot, '300');
    await world.run(9);
    await post('/hold', { botId: bot.id, reason: 'Prüfung' });
    await world.run(4);
    const count = (await live.list('fills', bot.id)).length;
    await world.restartHost();
    expect(code(await post('/release', { botId: bot.id, reason: 'Fertig' }))).toBe('200');
    await world.run(12);
    expect(await live.bot(bot.id)).toMatchObject({ held: null, status: 'live' });
    expect((await live.list('fills', bot.id)).length).toBeGreaterThan(count);
    await live.stop(bot.id);
    await world.run(3);
  });

  it('holds all: starts wait, stops are executed, and orders can be taken back', async () => {
    const bot = await world.certified(anna);
    const waiting = await world.certified(anna, { name: 'Wartet' });
    await live.start(bot, '300');
    await world.run(9);
    expect(code(await post('/hold', { botId: null, reason: 'Störung' }))).toBe('201');
    await live.start(waiting, '100');
    await world.run(3);
    expect(await live.bot(waiting.id)).toMatchObject({ status: 'starting', held: 'Störung' });
    expect(await overview()).toMatchObject({
      hold: { botId: null, number: null, reason: 'Störung', heldBy: email(admin) },
      orders: 1,
      ordersUsd: '100.00',
    });
    // Whoever waits to begin is told as well, once.
    expect((await told(anna)).filter((title) => title === 'Eigene Bots angehalten')).toHaveLength(1);
    await live.stop(bot.id);
    await world.run(2);
    expect(await live.bot(bot.id)).toMatchObject({ status: 'stopped' });
    await post('/release', { botId: null, reason: 'Behoben' });
    expect(await live.bot(waiting.id)).toMatchObject({ held: null });
    expect(await told(anna)).toContain('Eigene Bots handeln wieder');
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
    expect(shown).toMatchObject({ runs: 1, people: 1, places: 4, until: expect.any(String) });
    const system = async () => (await world.api.call('GET', '/api/admin/system', { as: admin })).body;
    expect(await system()).toMatchObject({ ownBotsUntil: shown.until });
    expect(JSON.stringify(shown)).not.toMatch(/Geheim|entryLong/);
    await live.stop(bot.id);
    await world.run(3);
    expect(await system()).toMatchObject({ ownBotsUntil: null });
    expect(await overview('?open=true')).toMatchObject({ total: 0, poolsUsd: '0.00', runs: 0, people: 0 });
  });

  it('finds a run by its bot’s number, its owner’s address or short id, or an id, and no other', async () => {
    const bot = await world.certified(anna);
    const other = await world.person('100');
    const others = await world.certified(other);
    await live.start(bot, '50');
    await liveOf(world.api, other).start(others, '50');
    await world.run(2);
    const found = async (query: string) =>
      ((await overview(`?open=true&query=${encodeURIComponent(query)}`)).items as { number: number }[]).map(
        ({ number }) => number,
      );
    const [run] = await live.runs(bot.id);
    for (const query of [
      String(bot.number),
      email(anna),
      `U-${anna.userId.slice(-6)}`,
      anna.userId,
      bot.id,
      String(run?.id),
    ])
      expect(await found(query), query).toEqual([bot.number]);
    expect(await found('niemand@nirgends.example')).toEqual([]);
    expect((await overview('?query=niemand')).runs).toBe(2);
    await live.stop(bot.id);
    await liveOf(world.api, other).stop(others.id);
    await world.run(3);
  });

  it('sees what one run costs and what is kept of it, as far as this server knows', async () => {
    const bot = await world.certified(anna, { name: 'Geheim' });
    await live.start(bot, '300');
    await world.run(9);
    const [run] = await live.runs(bot.id);
    const detail = async () =>
      (await world.api.call('GET', `/api/admin/own-bots/runs/${run?.id}`, { as: admin })).body;
    const shown = await detail();
    const time = shown.stepTime as { minutes: number; micros: number };
    // The order is older than the second minute only, at whose end it is executed; the other seven are stepped.
    expect(time.minutes).toBe(7);
    expect(time.micros).toBeGreaterThan(0);
    expect(shown.run).toMatchObject({ number: bot.number, owner: email(anna), stepMicros: time.micros });
    expect((await overview()).stepMicros).toBe(time.micros);
    expect(JSON.stringify(shown)).not.toMatch(/Geheim|entryLong/);
    const { rows } = await world.database.pool.query(
      `SELECT (SELECT count(*)::int FROM bot_fills WHERE portfolio_id = $1) AS fills,
         (SELECT count(*)::int FROM bot_nav WHERE portfolio_id = $1) AS strikes,
         (SELECT count(*)::int FROM bot_protocol WHERE portfolio_id = $1) AS protocol`,
      [run?.id],
    );
    const kept = shown.kept as Record<string, number>;
    expect(kept).toMatchObject({
      fills: rows[0].fills,
      strikes: rows[0].strikes,
      protocol: rows[0].protocol,
    });
    expect(kept.fills).toBeGreaterThan(0);
    expect(kept.bookings).toBeGreaterThan(0);
    expect(kept.bytes).toBeGreaterThan(100 * (rows[0].fills + rows[0].strikes + rows[0].protocol));

    // Nobody has measured it on a server that does not lead, or has just begun to.
    await world.restartHost();
    expect(await detail()).toMatchObject({ stepTime: null, run: { stepMicros: null } });
    expect((await overview()).stepMicros).toBeNull();
    await live.stop(bot.id);
    await world.run(3);
    expect(await detail()).toMatchObject({ stepTime: null, run: { state: 'stopped', stepMicros: null } });
    const unknown = '/api/admin/own-bots/runs/00000000-0000-7000-8000-0000000000ff';
    expect(code(await world.api.call('GET', unknown, { as: admin }))).toBe('404 OWN_BOT_NOT_FOUND');
  });

  it('reads when a bot was held, by whom and why, also of all, and what lasts', async () => {
    const bot = await world.certified(anna);
    await live.start(bot, '50');
    await world.run(2);
    const [run] = await live.runs(bot.id);
    await post('/hold', { botId: null, reason: 'Störung' });
    await post('/release', { botId: null, reason: 'Behoben' });
    await post('/hold', { botId: bot.id, reason: 'Nur dieser' });
    const { body } = await world.api.call('GET', `/api/admin/own-bots/runs/${run?.id}`, { as: admin });
    const one = { botId: bot.id, number: bot.number, reason: 'Nur dieser', heldBy: email(admin) };
    expect(body.hold).toMatchObject({ ...one, releasedAt: null, releasedBy: null });
    expect(body.holds).toMatchObject([
      one,
      { botId: null, number: null, reason: 'Störung', releasedBy: email(admin), releaseReason: 'Behoben' },
    ]);
    const all = (await world.api.call('GET', '/api/admin/own-bots/holds?pageSize=2', { as: admin })).body;
    expect(all.items).toMatchObject([one, { reason: 'Störung' }]);
    // A hold outlives the run that it was made for, and can be ended.
    await live.stop(bot.id);
    await world.run(3);
    const after = (await world.api.call('GET', `/api/admin/own-bots/runs/${run?.id}`, { as: admin })).body;
    expect(after).toMatchObject({ run: { state: 'stopped', held: null }, hold: one });
    expect(code(await post('/release', { botId: bot.id, reason: 'Geklärt' }))).toBe('200');
  });

  it('is written down with the bot’s number and its owner, by which the log is searched', async () => {
    const bot = await world.certified(anna);
    await live.start(bot, '50');
    await world.run(2);
    await post('/hold', { botId: bot.id, reason: 'Sonderbar' });
    await post('/release', { botId: bot.id, reason: 'Geklärt' });
    await post('/hold', { botId: null, reason: 'Störung' });
    await post('/release', { botId: null, reason: 'Behoben' });
    const audit = async (query: string) =>
      (await world.api.call('GET', `/api/admin/audit?${query}`, { as: admin })).body.items;
    const owner = { userId: anna.userId, email: email(anna) };
    const held = { action: 'own_bot.hold', reference: String(bot.number), owner, reason: 'Sonderbar' };
    expect(await audit(`query=${bot.id}&action=own_bot.hold`)).toMatchObject([
      { ...held, before: { held: false }, after: { held: true } },
    ]);
    expect(await audit(`query=${email(anna)}&action=own_bot.hold`)).toMatchObject([held]);
    expect(await audit('action=own_bot.hold&pageSize=1')).toMatchObject([
      { reference: null, owner: null, reason: 'Störung' },
    ]);
    const mine = await world.api.call('GET', `/api/admin/customers/${anna.userId}/audit`, { as: admin });
    expect(mine.body.items).toContainEqual(
      expect.objectContaining({
        action: 'own_bot.release',
        reference: String(bot.number),
        reason: 'Geklärt',
      }),
    );
    await live.stop(bot.id);
    await world.run(3);
  });

  it('does not say that a bot trades again while all are held', async () => {
    const bot = await world.certified(anna);
    await live.start(bot, '50');
    await world.run(2);
    await post('/hold', { botId: bot.id, reason: 'Sonderbar' });
    await post('/hold', { botId: null, reason: 'Störung' });
    await post('/release', { botId: bot.id, reason: 'Geklärt' });
    expect(await told(anna)).not.toContain('Eigener Bot handelt wieder');
    expect((await live.bot(bot.id)).run).toMatchObject({ held: 'Störung' });
    await post('/release', { botId: null, reason: 'Behoben' });
    expect(await told(anna)).toContain('Eigene Bots handeln wieder');
    await live.stop(bot.id);
    await world.run(3);
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
    expect(await told(anna)).toContain('Eigene Bots gesperrt');
    const shown = (await world.api.call('GET', `/api/admin/customers/${anna.userId}/own-bots`, { as: admin }))
      .body;
    expect(shown).toMatchObject({ live: null, capitalUsd: null, isBarred: true, setBy: email(admin) });
    const unknown = { ...quota, userId: '00000000-0000-7000-8000-0000000000ff' };
    expect(code(await post('/quotas', unknown))).toBe('404 CUSTOMER_NOT_FOUND');
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS n FROM audit_log WHERE action = 'own_bot.set_quota' AND subject_id = $1`,
      [anna.userId],
    );
    expect(rows).toEqual([{ n: 3 }]);
    await expectSound(world);
  });

  it('reads what somebody may have, by whom that was set, and what of it is taken', async () => {
    const quotaOf = async (userId: string) => {
      const answer = await world.api.call('GET', `/api/admin/customers/${userId}/own-bots`, { as: admin });
      return answer.status === 200 ? answer.body : code(answer);
    };
    const forAll = { live: 3, capitalUsd: '100000.00' };
    await live.wallet();
    const nothing = { live: null, capitalUsd: null, isBarred: false, setBy: null, setAt: null };
    expect(await quotaOf(anna.userId)).toEqual({
      userId: anna.userId,
      ...nothing,
      forAll,
      used: { live: 0, capitalUsd: '0.00' },
    });
    const [bot, waiting] = [await world.certified(anna), await world.certified(anna, { name: 'Wartet' })];
    await live.start(bot, '300');
    await world.run(2);
    await live.start(waiting, '50');
    expect(await quotaOf(anna.userId)).toMatchObject({ used: { live: 2, capitalUsd: '350.00' } });

    const set = { userId: anna.userId, live: 1, capitalUsd: '500.5', isBarred: false, reason: 'Auf Wunsch' };
    const answer = await post('/quotas', set);
    expect(answer.body).toMatchObject({ live: 1, capitalUsd: '500.50', setBy: email(admin), forAll });
    expect(await quotaOf(anna.userId)).toEqual(answer.body);
    expect(await news(anna)).toContainEqual({
      title: 'Grenzen für eigene Bots',
      message:
        'Sie dürfen jetzt einen eigenen Bot laufen lassen, mit höchstens 500,50\u00a0USDT: Auf Wunsch. Was schon läuft, läuft weiter.',
    });
    const { rows } = await world.database.pool.query(
      `SELECT before, after FROM audit_log WHERE action = 'own_bot.set_quota' AND subject_id = $1`,
      [anna.userId],
    );
    expect(rows).toEqual([
      {
        before: { ownBotsLive: null, ownBotsCapital: null, ownBotsBarred: false },
        after: { ownBotsLive: 1, ownBotsCapital: '500.50', ownBotsBarred: false },
      },
    ]);
    // Who may have none is barred.
    await post('/quotas', { ...set, live: 0 });
    const third = await world.certified(anna, { name: 'Drei' });
    expect(code(await live.start(third, '10'))).toBe('409 OWN_BOT_BARRED');
    const own = { ...set, userId: admin.userId };
    await world.api.call('GET', '/api/profile', { as: admin });
    expect(code(await post('/quotas', own))).toBe('409 OWN_ACCESS');
    expect(await quotaOf('00000000-0000-7000-8000-0000000000ff')).toBe('404 CUSTOMER_NOT_FOUND');
    await world.run(2);
    for (const { id } of [bot, waiting]) await live.stop(id);
    await world.run(3);
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

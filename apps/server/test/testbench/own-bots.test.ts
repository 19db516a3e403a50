import { germanMessage } from '@botdepot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { code, OWN_BOT, ownBotsOf, type Person, RULE, ruleWith, SETUP } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
let anna: Person;
let own: ReturnType<typeof ownBotsOf>;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => {
  anna = api.person('user');
  own = ownBotsOf(api, anna);
});

const rowsOf = async (query: string, ...values: unknown[]) =>
  (await fixture.database.pool.query(query, values)).rows;

describe('an own bot', () => {
  it('is a draft that is saved, frozen and deleted', async () => {
    const made = await own.create();
    expect(made.status).toBe(201);
    const { id, number } = made.body;
    expect(number).toBeGreaterThanOrEqual(1000);
    expect(made.body).toMatchObject({ name: 'Mein Bot', rule: RULE, setup: SETUP, version: 1, versions: [] });

    const unfinished = await own.save(id, 1, { name: 'Neu', rule: { symbols: [] } });
    expect(unfinished.body).toMatchObject({ name: 'Neu', version: 2, ruleHash: null, newestVersion: null });
    expect(code(await own.freeze(id, 2))).toBe('400 RULE_INVALID');
    const finished = await own.save(id, 2);
    expect(finished.body.ruleHash).toMatch(/^[0-9a-f]{64}$/);

    const first = await own.freeze(id, 3);
    expect(first.body).toMatchObject({ version: 1, ruleHash: finished.body.ruleHash });
    expect((await own.freeze(id, 3)).body, 'the same rule once more').toEqual(first.body);
    await own.save(id, 3, { rule: ruleWith(20) });
    expect((await own.freeze(id, 4)).body).toMatchObject({ version: 2 });
    const { body } = await own.get(id);
    expect(body).toMatchObject({ newestVersion: 2, version: 4 });
    expect((body.versions as { version: number }[]).map(({ version }) => version)).toEqual([2, 1]);

    expect(await own.remove(id)).toMatchObject({ status: 200, body: { id } });
    expect(code(await own.get(id))).toBe('404 OWN_BOT_NOT_FOUND');
    expect((await own.list()).items).toEqual([]);
    expect(await rowsOf('SELECT version, rule FROM own_bot_versions WHERE bot_id = $1', id)).toEqual([
      { version: 1, rule: null },
      { version: 2, rule: null },
    ]);
    expect((await own.create()).body.number, 'a number is not given twice').not.toBe(number);
  });

  it('is listed with those that were changed last first, to its owner alone', async () => {
    const ids: unknown[] = [];
    for (const name of ['Eins', 'Zwei', 'Drei']) {
      fixture.clock.advance(1000);
      ids.push((await own.create({ name })).body.id);
    }
    fixture.clock.advance(1000);
    await own.save(ids[0], 1, { name: 'Eins neu', rule: { symbols: [] } });
    const { items, isOn, limit } = await own.list();
    const draft = {
      text: 'Kauft, sobald gilt: der Schlusskurs liegt über dem einfachen Durchschnitt über 50 Kerzen.',
      ruleHash: items[1]?.ruleHash,
      version: null,
    };
    expect(items.map(({ entry }) => entry)).toEqual([null, draft, draft]);
    expect({ isOn, limit, names: items.map(({ name }) => name) }).toEqual({
      isOn: true,
      limit: 20,
      names: ['Eins neu', 'Drei', 'Zwei'],
    });
    expect((await ownBotsOf(api, api.person('user')).list()).items).toEqual([]);
  });

  it('is made once for one key', async () => {
    const key = newId();
    const [one, other] = [await own.create({}, key), await own.create({}, key)];
    expect(other.body).toEqual(one.body);
    expect((await own.list()).items).toHaveLength(1);
  });

  it('cannot be changed behind the back of whoever sees its version', async () => {
    const { id } = (await own.create()).body;
    const saves = await Promise.all([
      own.save(id, 1, { name: 'Links' }),
      own.save(id, 1, { name: 'Rechts' }),
    ]);
    expect(saves.map(code).toSorted()).toEqual(['200', '409 OWN_BOT_CHANGED']);
    const winner = saves.find(({ status }) => status === 200);
    expect((await own.get(id)).body).toMatchObject({ version: 2, name: winner?.body.name });
    expect(code(await own.freeze(id, 1))).toBe('409 OWN_BOT_CHANGED');
    expect(
      await Promise.all([own.freeze(id, 2), own.freeze(id, 2)]).then((all) =>
        all.map(({ body }) => body.version),
      ),
    ).toEqual([1, 1]);
  });

  it('is the last of twenty, also for two who come at once', async () => {
    for (let made = 0; made < 19; made++) expect((await own.create()).status).toBe(201);
    const two = await Promise.all([own.create(), own.create()]);
    expect(two.map(code).toSorted()).toEqual(['201', '409 OWN_BOT_LIMIT']);
    const { body } = await own.create();
    expect(germanMessage('OWN_BOT_LIMIT', body.data)).toBe('Sie haben schon 20 eigene Bots.');
    const { items } = await own.list();
    expect(items).toHaveLength(20);
    await own.remove(items[0]?.id);
    expect((await own.create()).status).toBe(201);
  });

  it('has fifty versions at most', async () => {
    const { id } = (await own.create()).body;
    for (let version = 1; version <= 50; version++) {
      await fixture.database.pool.query('DELETE FROM rate_limits');
      await own.save(id, version, { rule: ruleWith(100 + version) });
      expect((await own.freeze(id, version + 1)).status).toBe(200);
    }
    await own.save(id, 51, { rule: ruleWith(99) });
    const refused = await own.freeze(id, 52);
    expect(code(refused)).toBe('409 OWN_BOT_LIMIT');
    expect(germanMessage('OWN_BOT_LIMIT', refused.body.data)).toBe(
      'Sie haben schon 50 Fassungen dieses Bots.',
    );
  });

  it('is saved sixty times a minute', async () => {
    const { id } = (await own.create()).body;
    for (let version = 1; version <= 60; version++) expect((await own.save(id, version)).status).toBe(200);
    expect(code(await own.save(id, 61))).toBe('429 TOO_MANY_REQUESTS');
    fixture.clock.advance(60_000);
    expect((await own.save(id, 61)).status).toBe(200);
  });

  it('keeps its versions whatever a statement says', async () => {
    const { id } = (await own.create()).body;
    await own.freeze(id, 1);
    for (const statement of [
      `UPDATE own_bot_versions SET rule = '{}' WHERE bot_id = $1`,
      `UPDATE own_bot_versions SET rule_hash = 'x' WHERE bot_id = $1`,
      `UPDATE own_bot_versions SET rule = NULL, version = 7 WHERE bot_id = $1`,
      'DELETE FROM own_bot_versions WHERE bot_id = $1',
      'UPDATE bots SET number = 5000 WHERE id = $1',
      'UPDATE bots SET owner_id = gen_random_uuid() WHERE id = $1',
      `UPDATE bots SET owner_id = NULL WHERE id = $1`,
      'DELETE FROM bots WHERE id = $1',
    ])
      await expect(fixture.database.pool.query(statement, [id]), statement).rejects.toThrow();
    expect((await own.get(id)).body.versions).toMatchObject([{ version: 1 }]);
  });
});

describe('bad input', () => {
  const NAMES: Record<string, unknown> = {
    'too short': 'x',
    'too long': 'x'.repeat(41),
    'only spaces': '   ',
    'a Cyrillic а': 'Mаin Bot',
    'a Greek ο': 'Bοt',
    'full width': 'Ｂｏｔ',
    'a ligature': 'ﬁrst',
    'a long s': 'ſirst',
    'a Latin letter that looks like another one': 'bɑd',
    'a line break': 'Mein\nBot',
    'a control character': 'Mein\u0007Bot',
    'U+0000': 'Mein\u0000Bot',
    'a mark from right to left': 'Mein\u202eBot',
    'a space without width': 'Mein\u200bBot',
    HTML: '<b>Bot</b>',
    'an emoji': 'Bot 😀',
    'half a pair': 'Bot \ud83d',
    'a number': 7,
    nothing: null,
  };
  it.each(Object.entries(NAMES))('a name with %s is refused', async (_, name) => {
    expect(code(await own.create({ name }))).toBe('400 BAD_REQUEST');
    expect((await own.list()).items).toEqual([]);
  });

  it('a name is kept in composed form and without spaces around it', async () => {
    const names = ['  Größe 1.0_a-b ', 'Ảnh Łódź Đường ẞ', 'Mu\u0308ller'];
    for (const name of names) await own.create({ name });
    expect((await own.list()).items.map(({ name }) => name).toSorted()).toEqual(
      ['Größe 1.0_a-b', 'Ảnh Łódź Đường ẞ', 'Müller'].toSorted(),
    );
  });

  it('a rule that is too large or too deep is refused before anybody looks into it', async () => {
    const { id } = (await own.create()).body;
    const long = { note: 'x'.repeat(16_384) };
    const refused = await own.create({ rule: long });
    expect(code(refused)).toBe('409 RULE_TOO_LARGE');
    expect(germanMessage('RULE_TOO_LARGE', refused.body.data)).toBe(
      'Zu viel für eine Regel: höchstens 16.384 Bytes.',
    );
    expect(code(await own.save(id, 1, { rule: long }))).toBe('409 RULE_TOO_LARGE');
    const deep = (levels: number) => `${'{"all":['.repeat(levels)}1${']}'.repeat(levels)}`;
    for (const levels of [6, 500, 5_000]) {
      const raw = JSON.stringify({ ...OWN_BOT, rule: 'DEEP' }).replace('"DEEP"', deep(levels));
      const answer = await api.call('POST', '/api/own-bots', { as: anna, raw });
      expect([400, 409], String(levels)).toContain(answer.status);
      expect(answer.body.code).toMatch(/BAD_REQUEST|RULE_TOO_LARGE|PAYLOAD_TOO_LARGE/);
    }
    expect((await own.list()).items).toHaveLength(1);
  });

  it.each([
    ['no object', 7],
    ['a list', []],
    ['nothing', null],
    ['a text', '{}'],
  ])('a draft that is %s is refused', async (_, rule) => {
    expect(code(await own.create({ rule }))).toBe('400 BAD_REQUEST');
  });

  it('what is only wrong is kept as a draft, and told when it is to be frozen', async () => {
    const wrong: [string, string][] = [
      [JSON.stringify({ ...RULE, symbols: ['EUR/USD', 'EUR/USD'] }), '400 RULE_INVALID'],
      [JSON.stringify({ ...RULE, maxBars: '5' }), '400 RULE_INVALID'],
      [
        JSON.stringify({ ...RULE, maxBars: null, leverage: 0 }).replace('"leverage":0', '"leverage":1e400'),
        '400 RULE_INVALID',
      ],
      [`{"__proto__":{"polluted":1},${JSON.stringify(RULE).slice(1)}`, '400 RULE_INVALID'],
      [`{"constructor":1,${JSON.stringify(RULE).slice(1)}`, '400 RULE_INVALID'],
      [
        JSON.stringify({
          ...RULE,
          exitLong: {
            is: 'above',
            left: { kind: 'price', field: 'close' },
            right: { kind: 'indicator', indicator: 'rsi' },
          },
        }),
        '409 RULE_UNITS_DIFFER',
      ],
      [
        JSON.stringify({
          ...RULE,
          exitLong: {
            is: 'above',
            left: { kind: 'price', field: 'close' },
            right: { kind: 'indicator', indicator: 'adx', bars: 500, line: 'adx' },
          },
        }),
        '409',
      ],
      [
        JSON.stringify({
          ...RULE,
          exitLong: {
            is: 'above',
            left: { kind: 'indicator', indicator: 'adx', bars: 500, line: 'adx' },
            right: { kind: 'number', value: 20 },
          },
        }),
        '409 RULE_WARM_UP_TOO_LONG',
      ],
    ];
    for (const [rule, expected] of wrong) {
      const raw = JSON.stringify({ ...OWN_BOT, rule: 'RULE' }).replace('"RULE"', rule);
      const made = await api.call('POST', '/api/own-bots', { as: anna, raw });
      expect(made.status, rule).toBe(201);
      const frozen = await own.freeze(made.body.id, 1);
      expect(code(frozen), rule).toContain(expected);
      expect(germanMessage(String(frozen.body.code), frozen.body.data)).not.toMatch(/undefined|\{\}|: \.$/);
    }
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['another source', { source: 'csv' }],
    ['no day', { from: '2026-02-30' }],
    ['a period that ends before it begins', { from: '2024-01-02', until: '2024-01-02' }],
    ['a factor as text', { costFactor: '1' }],
    ['a factor that there is not', { costFactor: 3 }],
    ['a field too many', { capital: 5 }],
  ])('a setup with %s is refused', async (_, changes) => {
    expect(code(await own.create({ setup: { ...SETUP, ...changes } }))).toBe('400 BAD_REQUEST');
  });
});

describe('an installation without own bots', () => {
  it('says so, and lets people look at theirs and delete them', async () => {
    const { id } = (await own.create()).body;
    const off = createApi(fixture, { ownBotsMax: 0 });
    const mine = ownBotsOf(off, off.person('user', anna.userId) as Person);
    const refusals = [
      await mine.create(),
      await mine.save(id, 1),
      await mine.freeze(id, 1),
      await mine.record([{ ruleHash: '0'.repeat(64), sharpe: null, returns: null }]),
    ];
    expect(refusals.map(code)).toEqual(Array(4).fill('409 OWN_BOTS_OFF'));
    expect(await mine.list()).toMatchObject({ isOn: false, items: [{ id }] });
    expect((await mine.remove(id)).status).toBe(200);
  });
});

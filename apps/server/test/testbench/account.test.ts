import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { expectSound } from '../invariants.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { base64Of, code, hashOf, ownBotsOf, type Person } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
let anna: Person;
let own: ReturnType<typeof ownBotsOf>;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  anna = api.person('user', (await fixture.createCustomer('10')).userId);
  own = ownBotsOf(api, anna);
});

const entries = (name: string) => [{ ruleHash: hashOf(name), sharpe: 0.1, returns: base64Of([0.01, -0.02]) }];
const endAccount = () => api.call('POST', '/api/profile/delete', { as: anna, body: {} });

/** Everything that is left of a person, by table. */
async function leftOf({ userId }: Person, botIds: unknown[]) {
  const { rows } = await fixture.database.pool.query(
    `SELECT (SELECT count(*)::int FROM bots WHERE owner_id = $1) AS bots,
       (SELECT count(*)::int FROM own_bot_drafts WHERE bot_id = ANY ($2)) AS drafts,
       (SELECT count(*)::int FROM own_bot_versions WHERE bot_id = ANY ($2) AND rule IS NOT NULL) AS rules,
       (SELECT count(*)::int FROM testbench_trials WHERE user_id = $1) AS trials,
       (SELECT count(*)::int FROM testbench_people WHERE user_id = $1) AS people,
       (SELECT count(*)::int FROM own_bot_results WHERE bot_id = ANY ($2))
         + (SELECT count(*)::int FROM testbench_certificates WHERE bot_id = ANY ($2))
         + (SELECT count(*)::int FROM test_periods WHERE user_id = $1) AS results`,
    [userId, botIds],
  );
  return rows[0];
}
/** As the runs of the first version leave them. */
async function insertResults(botId: unknown) {
  const { pool } = fixture.database;
  await pool.query(
    `INSERT INTO own_bot_results (bot_id, version, rule, source, from_day, until_day, result, made_at)
     VALUES ($1, 1, '{}', 'wti', '2000-01-01', '2001-01-01', '{}', now())`,
    [botId],
  );
  await pool.query(
    `INSERT INTO testbench_certificates (bot_id, version, engine_version, data_hash, passed, cuts, made_at)
     VALUES ($1, 1, '4', 'x', true, '[]', now())`,
    [botId],
  );
  await pool.query(
    `INSERT INTO test_periods (user_id, source, bot_id, version, rule_hash, from_day, until_day, result, opened_at)
     VALUES ($1, 'wti', $2, 1, 'x', '2012-06-01', '2019-01-04', '{}', now())`,
    [anna.userId, botId],
  );
}

const NOTHING = { bots: 0, drafts: 0, rules: 0, trials: 0, people: 0, results: 0 };

it('own bots and trials end with the account; a number without an owner stays', async () => {
  const { id, number } = (await own.create()).body;
  await own.freeze(id, 1);
  const other = (await own.create()).body.id;
  await own.record(entries('a'));
  await insertResults(id);
  expect(await leftOf(anna, [id, other])).toEqual({
    bots: 2,
    drafts: 2,
    rules: 1,
    trials: 1,
    people: 1,
    results: 3,
  });
  expect((await endAccount()).status).toBe(200);
  expect(await leftOf(anna, [id, other])).toEqual(NOTHING);
  const { rows } = await fixture.database.pool.query(
    'SELECT number, owner_id, erased_at IS NOT NULL AS erased FROM bots WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ number, owner_id: null, erased: true }]);
  await expectSound(fixture);
});

it('what is under way while the account ends leaves nothing behind', async () => {
  for (let round = 0; round < 8; round++) {
    anna = api.person('user', (await fixture.createCustomer('10')).userId);
    own = ownBotsOf(api, anna);
    const { id } = (await own.create()).body;
    const answers = await Promise.all([
      own.record(entries('a')),
      own.create(),
      own.save(id, 1),
      own.freeze(id, 1),
      endAccount(),
      own.record(entries('b')),
      own.create(),
    ]);
    const bots = answers.flatMap(({ body }) => (typeof body.number === 'number' ? [body.id] : []));
    expect(answers[4]?.status).toBe(200);
    for (const answer of answers)
      expect(code(answer)).toMatch(/^(200|201|404 OWN_BOT_NOT_FOUND|409 ACCOUNT_CLOSED|409 OWN_BOT_CHANGED)/);
    expect(await leftOf(anna, [id, ...bots])).toEqual(NOTHING);
  }
});

it('the download of one’s own data holds bots, versions and trials', async () => {
  const { id } = (await own.create({ name: 'Meiner' })).body;
  const { body: version } = await own.freeze(id, 1);
  await own.record(entries('a'));
  await ownBotsOf(api, api.person('user')).create({ name: 'Fremder' });
  const { body } = await api.call('GET', '/api/profile/export', { as: anna });
  expect(body.ownBots).toMatchObject([{ name: 'Meiner', rule: { ruleVersion: 1 }, versions: [version] }]);
  expect(body.trials).toMatchObject([{ ruleHash: hashOf('a'), source: 'practice', leads: true }]);
  expect((body.description as string[]).join(' ')).toMatch(/ownBots: .* trials: /);
});

it('the bots of the house stay the only ones that everybody sees', async () => {
  await own.create();
  const { body } = await api.call('GET', '/api/bots', { as: anna });
  expect((body.items as { botType: string }[]).map(({ botType }) => botType)).toEqual([
    'smartbot',
    'turbobot',
    'newsbot',
  ]);
  const admin = api.person('admin');
  const bots = await api.call('GET', '/api/admin/bots', { as: admin });
  expect(bots.status).toBe(200);
  expect(JSON.stringify(bots.body)).not.toContain('Mein Bot');
});

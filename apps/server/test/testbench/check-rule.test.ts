import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { code, RULE } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
});
afterAll(() => fixture.close());

const check = (rule: unknown, network = '198.51.100.0') =>
  api.call('POST', '/api/testbench/rules/check', { body: { rule }, headers: { 'x-test-network': network } });

it('tells anybody what a rule says', async () => {
  const { body } = await check(RULE);
  expect(body).toMatchObject({ problems: [], warnings: [], warmUpBars: 50 });
  expect(body.ruleHash).toMatch(/^[0-9a-f]{64}$/);
  expect((body.sentences as string[])[1]).toBe(
    'Kauft, sobald gilt: der Schlusskurs liegt über dem einfachen Durchschnitt über 50 Kerzen.',
  );
  // The same the other way round.
  const turned = {
    ...RULE,
    entryLong: { is: 'below', left: RULE.entryLong.right, right: RULE.entryLong.left },
  };
  expect((await check(turned)).body).toMatchObject({ ruleHash: body.ruleHash, canonical: body.canonical });
});

it('tells at which place something is wrong, and what is rarely meant', async () => {
  const { entryLong, ...rest } = RULE;
  expect((await check(rest)).body).toMatchObject({
    canonical: null,
    ruleHash: null,
    problems: [{ code: 'RULE_INVALID', path: ['entryLong'] }],
  });
  const never = await check({ ...RULE, exitLong: null });
  expect(never.body.warnings).toEqual([{ code: 'RULE_NEVER_EXITS', text: 'Diese Regel verkauft nie.' }]);
  expect((await check({ note: 'x'.repeat(17_000) })).body.problems).toMatchObject([
    { code: 'RULE_TOO_LARGE', path: [] },
  ]);
  expect(entryLong).toBeDefined();
  for (const nothing of [null, 7, 'x', [], { __proto__: null }]) {
    const answer = await check(nothing);
    expect(answer.status).toBe(200);
    expect(answer.body.problems).not.toEqual([]);
  }
});

it('the templates are complete rules with a name and a sentence of their own', async () => {
  const { body } = await api.call('GET', '/api/testbench/templates');
  const templates = body.items as { key: string; name: string; line: string; rule: unknown }[];
  expect(templates.map(({ name }) => name)).toEqual([
    'Durchschnitte kreuzen',
    'Ausbruch',
    'Rückkehr zum Mittel',
    'Monatswechsel',
    'Kaufen und halten',
  ]);
  const hashes = new Set<unknown>();
  for (const { key, line, rule } of templates) {
    const checked = (await check(rule)).body;
    expect(checked.problems, key).toEqual([]);
    expect(checked.warnings, key).toHaveLength(key === 'buy-and-hold' ? 1 : 0);
    expect(line, key).toMatch(/^[A-Z].{20,120}\.$/);
    hashes.add(checked.ruleHash);
  }
  expect(hashes.size).toBe(5);
});

it('answers a network 120 times a minute, and each person', async () => {
  const network = '192.0.2.0';
  for (let time = 0; time < 120; time++) expect((await check(null, network)).status).toBe(200);
  expect(code(await check(null, network))).toBe('429 TOO_MANY_REQUESTS');
  expect((await check(null, '192.0.2.1')).status).toBe(200);
  const signedIn = { as: api.person('user'), body: { rule: RULE }, headers: { 'x-test-network': network } };
  expect((await api.call('POST', '/api/testbench/rules/check', signedIn)).status).toBe(200);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import reference from '../../../../packages/trading/src/testing/bench-rules.json' with { type: 'json' };
import { runCommand } from '../run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-rule-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function rule(content: string) {
  const path = join(folder, 'rule.json');
  await writeFile(path, content);
  return { path, ...(await runCommand('rule', {}, path)) };
}

test('a rule is told with its sentences, its hash and the bars that it needs', async () => {
  const { rule: given, sentences, warmUpBars, ruleHash } = reference.bots['dev1-trend-pullback'];
  const expected = { sentences, warmUpBars, ruleHash };
  const { code, out, err } = await rule(JSON.stringify(given));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const shown = JSON.parse(out);
  expect(shown).toMatchObject({ ...expected, warnings: [] });
  const again = JSON.parse((await rule(JSON.stringify(shown.canonical))).out);
  expect(again.ruleHash).toBe(expected.ruleHash);
});

test('what is wrong is named with its place, and nothing else is printed', async () => {
  const { rule: given } = reference.bots['dev1-trend-pullback'];
  const broken = { ...given, sizing: { by: 'share', percent: '50' }, stopp: 1 };
  const { path, code, out, err } = await rule(JSON.stringify(broken));
  expect(code).toBe(2);
  expect(err.split('\n').filter(Boolean)).toEqual([
    `${path}: sizing.percent: muss eine Zahl sein`,
    `${path}: gibt es hier nicht: stopp`,
  ]);
  expect(JSON.parse(out).problems).toMatchObject([
    { code: 'RULE_INVALID', at: 'sizing.percent' },
    { code: 'RULE_INVALID', at: '' },
  ]);
});

test.each([
  ['no JSON', '{"ruleVersion": 1,', /ist kein JSON/],
  ['something endless', `[${'0,'.repeat(100_000)}0]`, /zu lang für eine Regel/],
])('%s is refused in a sentence', async (_what, content, sentence) => {
  const { code, out, err } = await rule(content);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(sentence);
});

test('it explains itself, and needs one file', async () => {
  expect((await runCommand('rule', {}, '--help')).out).toMatch(/Was sagt eine Regel\?/);
  expect(await runCommand('rule', {})).toMatchObject({
    code: 2,
    err: expect.stringMatching(/genau eine Datei/),
  });
  expect(await runCommand('rule', {}, '/nowhere/rule.json')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/lässt sich nicht lesen/),
  });
});

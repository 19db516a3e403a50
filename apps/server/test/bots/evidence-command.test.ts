import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeMatrix, madeReturns } from '../../../../packages/trading/src/testing/bench-generators.ts';
import reference from '../../../../packages/trading/src/testing/bench-reference.json' with { type: 'json' };
import { type Outcome, runCommand, startCommand } from '../run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-evidence-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return path;
}
const evidence = (...args: string[]): Promise<Outcome> => runCommand('evidence', {}, ...args);
async function resultOf(content: unknown, ...args: string[]) {
  const { code, out, err } = await evidence(await file('input.json', content), ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** Within a relative 1e-9 of each number; other values as they are. */
function near(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(near);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, near(inner)]));
  if (typeof value !== 'number' || value === 0) return value;
  return expect.closeTo(value, 10 - Math.ceil(Math.log10(Math.abs(value))));
}

const [statistics] = reference.statistics;
const { generator, benchmark, first: _, bootstrapKey, ...figures } = statistics!;
const returns = madeReturns(generator);
const compared = madeReturns(benchmark).map((value, day) => 0.6 * value + 0.4 * returns[day]!);

describe('the figures of a record', () => {
  test('have the names and values of the reference', async () => {
    const input = { returns, benchmark: compared };
    const result = await resultOf(input, '--key', bootstrapKey, '--replicates', '400', '--format', 'json');
    expect(result).toMatchObject(near(figures) as object);
    expect(result).toMatchObject({ days: 730, bootstrapKey, N: 1, dsr: result.psr0, missing: {} });
    expect(result.power).toMatchObject([{ srYear: 0.5, days: 730 }, { srYear: 1 }, { srYear: 2 }]);
  });

  test('are the same bytes again, from a process of its own, and another key draws other bands', async () => {
    const path = await file('again.json', { returns: returns.slice(0, 100), startingEquity: 500 });
    const { code, out } = await startCommand('evidence', {}, path);
    expect(code).toBe(0);
    expect((await evidence(path)).out).toBe(out);
    const result = JSON.parse(out);
    expect(result.bootstrapKey).toMatch(/^bands\/[0-9a-f]{64}$/);
    const other = JSON.parse((await evidence(path, '--key', 'other')).out);
    expect(other.bands2000.b).toBe(result.bands2000.b);
    expect(other.bands2000.sharpe).not.toEqual(result.bands2000.sharpe);
  });

  test('tell an amount and a savings account in proportion', async () => {
    const of = async (startingEquity: number) =>
      resultOf({ returns: returns.slice(0, 365), startingEquity }, '--days', '90');
    const [small, large] = [await of(500), await of(1000)];
    expect(small.savingsAccount).toBeCloseTo(510, 9);
    expect(large.amount.median).toBeCloseTo(2 * small.amount.median, 9);
    expect(large.amount.lossShare).toBe(small.amount.lossShare);
  });

  test('that do not exist are null, with the reason beside them', async () => {
    const short = await resultOf({ returns: returns.slice(0, 29) });
    expect(short).toMatchObject({
      psr0: null,
      recovery: { peakDay: null },
      bands2000: null,
    });
    expect(new Set(Object.values(short.missing))).toEqual(new Set(['too-short']));
    expect(short.missing['power.0.power']).toBe('too-short');
    const alone = await resultOf({ returns });
    expect(alone.missing).toEqual({
      'alphaBeta.alphaYear': 'no-benchmark',
      'alphaBeta.beta': 'no-benchmark',
      'alphaBeta.tAlpha': 'no-benchmark',
    });
    const flat = await resultOf({ returns: new Array(100).fill(0.001) });
    expect(new Set(Object.values(flat.missing))).toEqual(new Set(['flat']));
  });
});

describe('trials', () => {
  const [expected] = reference.dsr;
  const columns = madeMatrix({
    ...expected!.generator,
    mean: (column) => (0.0003 * column) / expected!.generator.columns,
  });
  for (let column = 2; column < columns.length; column += 3)
    columns[column] = columns[column]!.map((value, row) => 0.9 * columns[column - 1]![row]! + 0.1 * value);
  const picked = columns[expected!.picked]!;
  const { leaders, N, V, sr0PerDay, dsr, minBacktestYears } = expected!;
  const wanted = near({ leaders, N, V, sr0PerDay, dsr, minBacktestYears }) as object;

  test('as lists are counted by what differs, whether lists are trials or days', async () => {
    expect(await resultOf({ returns: picked, trials: columns })).toMatchObject(wanted);
    const rows = picked.map((_, day) => columns.map((column) => column[day]));
    expect(await resultOf({ returns: picked, trials: rows })).toMatchObject(wanted);
  });

  test('as N and V or as a number are taken as they are', async () => {
    const given = await resultOf({ returns: picked, trials: { N, V } });
    expect(given).toMatchObject(near({ N, V, sr0PerDay, dsr, minBacktestYears }) as object);
    expect(given.leaders).toBeUndefined();
    const counted = await resultOf({ returns: picked, trials: 8 });
    expect(counted).toMatchObject({ N: 8, V: 1 / 699, minBacktestYears: given.minBacktestYears });
    expect(counted.luck).toBeCloseTo(1 - counted.psr0 ** 8, 12);
  });
});

describe('a sweep', () => {
  const [expected] = reference.pbo;
  const columns = madeMatrix({
    ...expected!.generator,
    mean: (column) => (column === 3 ? 0.0006 : 0),
  });
  const rows = columns[0]!.map((_, day) => columns.map((column) => column[day]));
  const { generator: __, ...overfitting } = expected!;

  test('has the PBO of the reference, alone and beside a record', async () => {
    const matrix = await file('matrix.json', rows);
    const alone = await evidence('--matrix', matrix, '--blocks', '8');
    expect(JSON.parse(alone.out)).toEqual(near({ variants: 12, ...overfitting, missing: {} }));
    const beside = await resultOf({ returns }, '--matrix', matrix);
    expect(beside).toMatchObject({ days: 730, variants: 12, blocks: 16, combinations: 12_870 });
  });

  test('of few days has none, and says how it was read', async () => {
    const { out, err } = await evidence('--matrix', await file('wide.json', rows.slice(0, 11)));
    expect(JSON.parse(out)).toMatchObject({ pbo: null, missing: { pbo: 'too-short' } });
    expect(err).toContain('Gelesen als 11 Tage mit 12 Varianten');
  });
});

describe('a file is refused with the place and the reason', () => {
  const long = new Array(20_001).fill(0.01);

  test.each<[name: string, content: unknown, message: string]>([
    ['NaN', '{"returns": [0.01, NaN]}', '„NaN“ ist keine Zahl'],
    ['Infinity', '{"returns": [0.01, -Infinity]}', '„-Infinity“ ist keine Zahl'],
    ['half a file', '{"returns": [0.01', 'Das ist kein JSON'],
    ['nothing', '', 'Das ist kein JSON'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00]), 'Das ist kein Text in UTF-8'],
    ['a list', '[0.01]', 'Erwartet wird ein Objekt'],
    ['null', 'null', 'Erwartet wird ein Objekt'],
    ['no returns', {}, 'Es fehlt returns'],
    ['returns as a number', { returns: 1 }, 'returns ist „1“, erwartet wird eine Liste'],
    ['no day', { returns: [] }, 'returns ist leer'],
    [
      'a number as text',
      { returns: [0.01, '0.02'] },
      'returns[1] ist der Text „0.02“, erwartet wird eine Zahl',
    ],
    ['a hole', { returns: [null] }, 'returns[0] ist null'],
    ['a list within', { returns: [[0.01]] }, 'returns[0] ist eine Liste'],
    ['more than there is', '{"returns": [0.1, 1e400]}', 'returns[1] ist Infinity, möglich ist -1 bis'],
    ['a loss of more than everything', { returns: [-1.01] }, 'returns[0] ist -1.01, möglich ist -1 bis'],
    ['too many days', { returns: long }, 'returns hat 20001 Einträge, höchstens 20000'],
    [
      'another benchmark',
      { returns: [0.1, 0.2], benchmark: [0.1] },
      'benchmark hat 1 Einträge, erwartet werden 2',
    ],
    ['no trial', { returns: [0.1], trials: 0 }, 'trials ist 0, möglich ist 1 bis'],
    ['half a trial', { returns: [0.1], trials: 1.5 }, 'trials ist 1.5, halbe Versuche'],
    ['trials as text', { returns: [0.1], trials: 'viele' }, 'trials ist der Text „viele“'],
    [
      'trials that are no lists',
      { returns: [0.1, 0.2], trials: [1] },
      'trials[0] ist „1“, erwartet wird eine Liste',
    ],
    [
      'a short trial',
      { returns: [0.1, 0.2], trials: [[0.1]] },
      'trials[0] hat 1 Einträge, erwartet werden 2',
    ],
    ['501 trials', { returns: [0.1], trials: new Array(501).fill([0.1]) }, 'trials hat 501 Einträge'],
    ['N without V', { returns: [0.1], trials: { N: 3 } }, 'trials.V ist nicht da, erwartet wird eine Zahl'],
    [
      'nothing to invest',
      { returns: [0.1], startingEquity: 0 },
      'startingEquity ist 0, möglich ist 0.01 bis',
    ],
  ])('%s', async (_, content, message) => {
    const path = await file('bad.json', content);
    const { code, out, err } = await evidence(path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${path}: ${message}`);
    expect(err).toContain('--help');
  });

  test.each<[name: string, content: unknown, message: string]>([
    ['an object', {}, 'Die Matrix ist ein Objekt, erwartet wird eine Liste'],
    ['no day', [], 'Die Matrix ist leer'],
    ['plain numbers', [0.1, 0.2], 'je Tag eine Liste'],
    ['days of unequal length', [[0.1, 0.2], [0.1]], 'Zeile 1 hat 1 Einträge, erwartet werden 2'],
    ['text', [[0.1, 'x']], 'Zeile 0[1] ist der Text „x“'],
    ['too many variants', [new Array(501).fill(0)], '501 Varianten sind zu viele, höchstens 500'],
    ['too many days', new Array(20_001).fill([0]), 'Die Matrix hat 20001 Einträge, höchstens 20000'],
  ])('a matrix: %s', async (_, content, message) => {
    const { code, err } = await evidence('--matrix', await file('bad-matrix.json', content));
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test('one that is not there, a folder, and a field that nobody reads', async () => {
    expect((await evidence('nirgends.json')).err).toContain('nirgends.json: Diese Datei gibt es nicht');
    expect((await evidence(folder)).err).toContain('Das ist ein Ordner');
    const { code, err } = await evidence(await file('more.json', { returns: [0.1], benchmrk: [0.1] }));
    expect(code).toBe(0);
    expect(err).toContain('Nicht gelesen: „benchmrk“');
  });
});

describe('a call', () => {
  test('that asks for help gets every figure explained', async () => {
    const { code, out } = await evidence('--help');
    expect(code).toBe(0);
    const result = await resultOf({ returns, trials: [returns] });
    // „bands2000“ stands there as „bands…“, power and missing say themselves.
    for (const name of Object.keys(result)) expect(out).toContain(name.replace('2000', '…'));
  });

  test.each<[args: string[], message: string]>([
    [[], 'Es fehlt die Datei'],
    [['a.json', 'b.json'], '„b.json“ gehört zu keiner Angabe'],
    [['a.json', '--format', 'xml'], '--format ist „xml“, möglich ist json'],
    [['a.json', '--schnell'], '„--schnell“ gibt es nicht'],
    [['a.json', '--replicates', '0'], '--replicates ist „0“'],
    [['a.json', '--replicates', '1e3'], '--replicates ist „1e3“'],
    [['a.json', '--days', '3651'], '--days ist „3651“'],
    [['--matrix', 'a.json', '--blocks', '7'], '--blocks muss gerade sein'],
    [['--matrix', 'a.json', '--blocks', '18'], '--blocks ist „18“'],
  ])('%j is refused with the reason and where help is', async (args, message) => {
    const { code, out, err } = await evidence(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toContain('--help');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECONCILIATION_CHECKS } from '../../src/modules/admin/reconciliation/checks.ts';
import type { Tx } from '../../src/platform/database.ts';
import { type Outcome, runCommand, startCommand } from '../run-command.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { createSealer, sealedLines, verifyLines } from './track-record-fixture.ts';

const APPEND_ONLY = ['bot_nav', 'bot_fills', 'bot_protocol', 'track_record_seals'];

let fixture: BotsFixture;
let folder: string;
let lines: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'track-record-test-'));
  fixture = await createBotsFixture();
  await fixture.run(25);
  await createSealer(fixture, fixture.database).seal(fixture.term());
  lines = await sealedLines(fixture.database);
  const { rows } = await fixture.database.pool.query<{ strike: string }>(`SELECT ${STRIKE} AS strike`);
  record = Number(rows[0]?.strike) + 1;
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** A strike with fills, in the middle of the record. */
const STRIKE = '(SELECT min(nav_seq) FROM bot_fills WHERE nav_seq > 10)';
/** Its record: one opening comes before the first. Said by the database in `beforeAll`. */
let record = 0;
const ofStrike = `portfolio_id = (SELECT id FROM bot_portfolios) AND`;
const oneOf = (table: string, where: string) =>
  `ctid = (SELECT ctid FROM ${table} WHERE ${where} ORDER BY sequence LIMIT 1)`;
const fill = oneOf('bot_fills', `nav_seq = ${STRIKE}`);
const event = oneOf('bot_protocol', `kind = 'start'`);

const FILL_COLUMNS = `portfolio_id, bar_at, nav_seq, filled_at, symbol, side, quantity, price, mid_price, fee, spread,
  slippage, financing, realised, units_after, reason, decision, phase`;

const TAMPERINGS: [what: string, statement: string, record: number | 'the strike'][] = [
  [
    'a better NAV',
    `UPDATE bot_nav SET nav = nav + 0.000000000001 WHERE ${ofStrike} seq = ${STRIKE}`,
    'the strike',
  ],
  [
    'another time',
    `UPDATE bot_nav SET at = at - interval '1 ms' WHERE ${ofStrike} seq = ${STRIKE}`,
    'the strike',
  ],
  ['smaller costs', `UPDATE bot_nav SET fee = fee - 1e-15 WHERE ${ofStrike} seq = ${STRIKE}`, 'the strike'],
  [
    'other prices',
    `UPDATE bot_nav SET marks = ARRAY(SELECT m * 1.0000001 FROM unnest(marks) WITH ORDINALITY AS u(m, at) ORDER BY at) WHERE ${ofStrike} seq = ${STRIKE}`,
    'the strike',
  ],
  [
    'another source',
    `UPDATE bot_nav SET price_sources = 'kraken' WHERE ${ofStrike} seq = ${STRIKE}`,
    'the strike',
  ],
  ['a strike deleted', `DELETE FROM bot_nav WHERE ${ofStrike} seq = ${STRIKE}`, 'the strike'],
  ['a cheaper fill', `UPDATE bot_fills SET price = price * 0.999999 WHERE ${fill}`, 'the strike'],
  ['another reason', `UPDATE bot_fills SET reason = 'stop' WHERE ${fill}`, 'the strike'],
  ['a fill deleted', `DELETE FROM bot_fills WHERE ${fill}`, 'the strike'],
  [
    'a fill moved to another bar',
    `UPDATE bot_fills SET nav_seq = nav_seq + 1, sequence = 99 WHERE ${fill}`,
    'the strike',
  ],
  [
    'a fill inserted',
    `INSERT INTO bot_fills (id, sequence, ${FILL_COLUMNS}) SELECT gen_random_uuid(), 77, ${FILL_COLUMNS} FROM bot_fills WHERE ${fill}`,
    'the strike',
  ],
  ['an event deleted', `DELETE FROM bot_protocol WHERE ${event}`, 2],
  ['an event changed', `UPDATE bot_protocol SET data = '{"series": 2}' WHERE ${event}`, 2],
  ['another series number', 'UPDATE bot_portfolios SET series = 7', 1],
  [
    'another hash',
    `UPDATE track_record_seals SET hash = sha256(hash) WHERE position = 1 + ${STRIKE}`,
    'the strike',
  ],
  ['a seal deleted', `DELETE FROM track_record_seals WHERE position = 1 + ${STRIKE}`, 'the strike'],
  ['the chain cut off', `UPDATE track_record_chains SET position = 20`, 0],
];

/** Lets `look` see the tables after a change that their triggers forbid, and takes it back. */
async function tampered<T>(statement: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: { result: T } | undefined;
  await fixture.database
    .transaction(async (tx) => {
      for (const table of APPEND_ONLY) await tx.$client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      const { rowCount } = await tx.$client.query(statement);
      expect(rowCount).toBeGreaterThan(0);
      seen = { result: await look(tx) };
      throw new Error('taken back');
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error;
    });
  if (!seen) throw new Error('nothing was seen');
  return seen.result;
}

describe('the tables', () => {
  it.each(TAMPERINGS)('give themselves away: %s', async (_, statement, expected) => {
    const { deviation } = await tampered(statement, async (tx) =>
      verifyLines(await sealedLines({ ...fixture.database, db: tx })),
    );
    expect(deviation?.record).toBe(expected === 'the strike' ? record : expected);
  });

  it('refuse such changes in the first place', async () => {
    for (const table of APPEND_ONLY)
      await expect(fixture.database.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
  });

  it('that nobody touched are as they were sealed', async () => {
    expect(verifyLines(await sealedLines(fixture.database))).toMatchObject({ deviation: null, records: 26 });
  });
});

const environment = () => ({ ...process.env, DATABASE_URL: fixture.url });
const saidBy = ({ code, out, err }: Outcome) => ({ code, said: out + err });
const verify = async (...args: string[]) =>
  saidBy(await runCommand('verify-track-record', environment(), ...args));
/** As a process of its own. */
const started = async (...args: string[]) =>
  saidBy(await startCommand('verify-track-record', environment(), ...args));

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const textOf = (of: readonly string[]) => `${of.join('\n')}\n`;

describe('npm run verify-track-record', () => {
  it('confirms a download, gzipped or not, without a database, and a head that was kept', async () => {
    const head = { format: 'botdepot-track-record-head/1', bot: 'smartbot', position: 5 };
    const hash = lines[5]?.slice(2, 66) ?? '';
    const since = await fileOf('head.json', JSON.stringify({ ...head, hash, sealedAt: '' }));
    const zipped = await fileOf('record.ndjson.gz', gzipSync(textOf(lines)));
    const { code, said } = await started(zipped, '--since', since);
    expect(said).toContain('smartbot: 26 Datensätze in Ordnung, 1 Reihe, 25 Feststellungen');
    expect(said).toContain('In Ordnung');
    expect(said).toContain('Früherer Kopf 5: enthalten');
    expect(code).toBe(0);
    const plain = await fileOf('record.ndjson', textOf(lines));
    expect((await verify(plain, '--since', `5:${hash}`)).code).toBe(0);
    const other = await verify(plain, '--since', `6:${hash}`);
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining('umgeschrieben oder gekürzt') });
  });

  it('names the first record that deviates, and what', async () => {
    const changed = lines.with(record, (lines[record] ?? '').replace('"fee":', '"fee": '));
    expect(await verify(await fileOf('changed', textOf(changed)))).toMatchObject({
      code: 1,
      said: expect.stringContaining(`ABWEICHUNG in Datensatz ${record}: Der Hash passt nicht`),
    });
    expect(await verify(await fileOf('shorter', textOf(lines.slice(0, -1))))).toMatchObject({
      code: 1,
      said: expect.stringContaining('ABWEICHUNG in Datensatz 26: Die Zahl der Datensätze'),
    });
  });

  it.each([
    ['no file', async () => [join(folder, 'nowhere')]],
    ['no arguments', async () => []],
    ['an unknown option', async () => ['x', '--fast']],
    ['something else', async () => [await fileOf('page.html', '<!doctype html>\n')]],
    ['an empty file', async () => [await fileOf('empty', '')]],
    ['a broken gzip', async () => [await fileOf('cut.gz', gzipSync(textOf(lines)).subarray(0, 900))]],
    [
      'a head that is none',
      async () => [await fileOf('good', textOf(lines)), '--since', join(folder, 'good')],
    ],
  ])('says that it cannot read %s', async (_, args) => {
    const { code, said } = await verify(...(await args()));
    expect(code).toBe(2);
    expect(said).toMatch(/^(Nicht lesbar|Aufruf)/);
  });

  it('checks the tables of the installation against their seals', async () => {
    expect(await verify('--database')).toMatchObject({
      code: 0,
      said: expect.stringContaining('In Ordnung'),
    });
    const { pool } = fixture.database;
    await pool.query('ALTER TABLE bot_fills DISABLE TRIGGER bot_fills_append_only');
    await pool.query(`UPDATE bot_fills SET realised = realised + 0.001 WHERE ${fill}`);
    expect(await started('--database')).toMatchObject({
      code: 1,
      said: expect.stringContaining(`ABWEICHUNG in Datensatz ${record}`),
    });
  });
});

it('a record is left between two pieces of it when the reconciliation is stopped', async () => {
  const check = RECONCILIATION_CHECKS.find(({ name }) => name === 'track-record-smartbot');
  const stopped = AbortSignal.abort(new Error('the server stops'));
  await expect(check?.run(fixture.database.db, stopped)).rejects.toThrow('the server stops');
});

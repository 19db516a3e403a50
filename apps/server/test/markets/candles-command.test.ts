import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, runCommand, startCommand } from '../run-command.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const HEADER = 'time,open,high,low,close,volume';
const HOURS = [
  '2026-01-05T00:00Z,100,101.5,99.25,101,3',
  '2026-01-05T01:00Z,101,102,100,100.5,0',
  // A gap, as after a weekend.
  '2026-01-05T04:00Z,100.5,103,100.5,102.125,7.5',
];

let fixture: ServerFixture;
let folder: string;
beforeAll(async () => {
  fixture = await createServerFixture();
  folder = await mkdtemp(join(tmpdir(), 'candles-'));
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const environment = () => ({ ...process.env, DATABASE_URL: fixture.url, DEMO: '0' });
const candles = (...args: string[]): Promise<Outcome> => runCommand('candles', environment(), ...args);
/** As a process of its own. */
const started = (...args: string[]): Promise<Outcome> => startCommand('candles', environment(), ...args);

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function countRows(): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ count: string }>(
    'SELECT count(*) FROM market_candles',
  );
  return Number(rows[0]?.count);
}

describe('npm run candles', () => {
  test('imports, packed or not, lists, and gives back what it got', async () => {
    const csv = `${[HEADER, ...HOURS].join('\n')}\n`;
    expect(await candles('list')).toMatchObject({ code: 0, out: 'Es gibt noch keine Kerzen.\n' });
    expect(await started('import', 'BTC/USD', await file('hours.csv', csv))).toEqual({
      code: 0,
      out: 'BTC/USD, 1h, Quelle imported: 3 neu, 0 schon vorhanden, 0 mit anderen Werten vorhanden und unverändert.\n',
      err: '',
    });
    const packed = await file('hours.csv.gz', gzipSync(csv.replace(',102.125,', ',102.5,')));
    expect((await candles('import', 'BTC/USD', packed)).out).toContain(
      '0 neu, 2 schon vorhanden, 1 mit anderen Werten',
    );
    expect((await candles('import', 'GOLD', packed, '--source', 'kraken')).out).toContain(
      'GOLD, 1h, Quelle kraken: 3 neu',
    );
    const listed = await candles('list');
    expect(listed.err).toBe('');
    expect(listed.out.split('\n')).toEqual([
      'BTC/USD     imported     1h         3  2026-01-05T00:00Z bis 2026-01-05T04:00Z',
      'GOLD        kraken       1h         3  2026-01-05T00:00Z bis 2026-01-05T04:00Z',
      '',
    ]);
    const exported = await started('export', 'BTC/USD', '--interval', '1h', '--source', 'imported');
    expect(exported).toEqual({ code: 0, out: csv, err: '' });
    const part = ['--from', '2026-01-05T01:00Z', '--to', '2026-01-05T04:00Z'];
    expect(
      (await candles('export', 'BTC/USD', '--interval', '1h', '--source', 'imported', ...part)).out,
    ).toBe(`${[HEADER, HOURS[1]].join('\n')}\n`);
  });

  test('refuses with the line and the reason, and writes nothing', async () => {
    const before = await countRows();
    const day = (n: number) => `2026-02-0${n}T00:00Z,100,101,99,100,1`;
    const cases: [string, string, RegExp][] = [
      ['text.csv', `${HEADER}\n${day(1)}\n2026-02-02T00:00Z,hundert,101,99,100,1`, /Zeile 3/],
      ['low.csv', `${HEADER}\n${day(1)}\n${day(2)}\n2026-02-03T00:00Z,100,98,99,100,1`, /Zeile 4/],
      ['order.csv', `${HEADER}\n${day(2)}\n${day(3)}\n${day(1)}`, /Zeile 4/],
      [
        'grid.csv',
        `${HEADER}\n${day(1)}\n${day(2)}\n2026-02-03T12:00Z,100,101,99,100,1`,
        /2026-02-03T12:00Z/,
      ],
      ['fourhours.csv', `${HEADER}\n${day(1)}\n2026-02-01T04:00Z,100,101,99,100,1`, /240 Minuten/],
      ['one.csv', `${HEADER}\n${day(1)}`, /weniger als zwei/],
      ['empty.csv', '', /Zeile 1/],
    ];
    for (const [name, content, reason] of cases) {
      const outcome = await candles('import', 'WTI', await file(name, content));
      expect([name, outcome.code, outcome.out]).toEqual([name, 2, '']);
      expect(outcome.err).toMatch(reason);
    }
    expect(await countRows()).toBe(before);
  });

  test.each([
    [['import', 'DOGE/USD', 'hours.csv'], 'kein Symbol'],
    [['import', 'WTI', 'missing.csv'], 'gibt es nicht'],
    [['import', 'WTI', 'hours.csv', '--source', 'simulated'], 'simulierte Markt'],
    [['import', 'WTI', 'hours.csv', '--source', 'Kraken!'], 'Kleinbuchstaben'],
    [['import', 'WTI'], 'Aufruf'],
    [['export', 'WTI'], '--interval'],
    [['export', 'WTI', '--interval', '1h'], 'keine Kerzen'],
    [['export', 'WTI', '--interval', '1h', '--from', 'gestern'], 'keine Zeit'],
    [['list', 'all'], 'Aufruf'],
    [['list', '--verbose'], 'Aufruf'],
    [[], 'Aufruf'],
  ])('explains %j', async (args, reason) => {
    const outcome = await candles(...args.map((arg) => (arg.endsWith('.csv') ? join(folder, arg) : arg)));
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.err).toContain(reason);
  });
});

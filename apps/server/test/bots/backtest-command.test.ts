import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USAGE } from '../../src/commands/backtest/arguments.ts';
import { type Outcome, runCommand, startCommand } from '../run-command.ts';

const HEADER = 'Date,Open,High,Low,Close,Volume\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-backtest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { code: number; stdout: string; stderr: string };

const endedOf = ({ code, out, err }: Outcome): Ended => ({ code, stdout: out, stderr: err });
const backtest = async (...args: string[]): Promise<Ended> =>
  endedOf(await runCommand('backtest', {}, ...args));
/** As a process of its own. */
const started = async (...args: string[]): Promise<Ended> =>
  endedOf(await startCommand('backtest', {}, ...args));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const day = (count: number): string =>
  new Date(Date.UTC(2024, 0, 1) + count * 86_400_000).toISOString().slice(0, 10);

/** Bars that open where the one before has closed. */
const rows = (closes: readonly number[], from = 0): string =>
  closes
    .map((close, index) => {
      const open = closes[index - 1] ?? close;
      return `${day(from + index)},${open},${Math.max(open, close)},${Math.min(open, close)},${close},1\n`;
    })
    .join('');

/** Down, up and down again: with means of one and two bars the rule buys, flips and is closed at the last open. */
const CLOSES = [10, 9, 8, 10, 12, 16, 15, 12, 10, 8, 5];
/** On which nothing crosses: with them there are days enough for ratios. */
const QUIET: readonly number[] = Array.from({ length: 60 }, () => 10);
const smaArgs = (candles: string): string[] => [
  ...['--strategy', 'sma-cross', '--param', 'fast=1', '--param', 'slow=2', '--candles', candles],
  ...['--cash', '10000', '--fee-bps', '0', '--slippage-bps', '0', '--lot', '1', '--format', 'json'],
];
const sma = (candles: string, ...more: string[]): Promise<Ended> => backtest(...smaArgs(candles), ...more);

describe('the result', () => {
  test('has every field, computed by hand here', async () => {
    const { code, stdout } = await sma(await file('hand.csv', HEADER + rows([...QUIET, ...CLOSES])));
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    // After the quiet days: crosses up at the fourth close, fills at the open of the fifth (10); down at the seventh, at 15.
    const close = (value: number) => expect.closeTo(value, 9);
    expect(result.trades).toEqual([
      {
        symbol: 'hand',
        entryTime: `${day(64)}T00:00:00.000Z`,
        exitTime: `${day(67)}T00:00:00.000Z`,
        side: 'long',
        units: 1000,
        entryPrice: 10,
        exitPrice: 15,
        costs: 0,
        profit: close(5000),
        returnPct: close(50),
        reason: 'reverse',
        entryBar: 64,
        exitBar: 67,
      },
      {
        symbol: 'hand',
        entryTime: `${day(67)}T00:00:00.000Z`,
        exitTime: `${day(70)}T00:00:00.000Z`,
        side: 'short',
        units: 1000,
        entryPrice: 15,
        exitPrice: 8,
        costs: 0,
        profit: close(7000),
        returnPct: close((7 / 15) * 100),
        reason: 'scheduled-close',
        entryBar: 67,
        exitBar: 70,
      },
    ]);
    const daily = [...QUIET.map(() => 1), 1, 1, 1, 1, 1.2, 1.6, 1.5, 1.8, 2, 2.2, 2.2];
    const returns = daily.map((value, index) => value / (daily[index - 1] ?? 1) - 1);
    const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
    const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value ** 2, 0);
    const deviation = Math.sqrt(squares(returns.map((value) => value - mean)) / (returns.length - 1));
    const downside = Math.sqrt(squares(returns.map((value) => Math.min(value, 0))) / returns.length);
    const cagr = 2.2 ** (365 / 71) - 1;
    expect(result).toMatchObject({
      finalEquity: close(22_000),
      returnPct: close(120),
      buyAndHoldPct: close(-50),
      tradeCount: 2,
      winRatePct: 100,
      bestTradePct: close(50),
      worstTradePct: close((7 / 15) * 100),
      maxDrawdownPct: close((1.5 / 1.6 - 1) * 100),
      profitFactor: null,
      expectancyPct: close((50 + (7 / 15) * 100) / 2),
      sqn: close((Math.sqrt(2) * 6000) / Math.sqrt(2_000_000)),
      sharpe: close((mean / deviation) * Math.sqrt(365)),
      sortino: close((mean / downside) * Math.sqrt(365)),
      cagrPct: expect.closeTo(cagr * 100, 6),
      calmar: expect.closeTo(cagr / 0.0625, 6),
      ratiosMissing: null,
      dependentDays: expect.any(Boolean),
      exposurePct: close((6 / 71) * 100),
      dataHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      engineVersion: expect.any(String),
      gaps: [],
    });
    const { sharpe, sharpeInterval, cagrPct, cagrPctInterval } = result;
    expect(sharpeInterval.low).toBeLessThan(sharpe);
    expect(sharpeInterval.high).toBeGreaterThan(sharpe);
    expect(cagrPctInterval.low).toBeLessThan(cagrPct);
    expect(cagrPctInterval.high).toBeGreaterThan(cagrPct);
  });

  test('has no ratios of a few days and says why, and how unsure those of some months are', async () => {
    const short = await file('short.csv', HEADER + rows(CLOSES));
    expect(JSON.parse((await sma(short)).stdout)).toMatchObject({
      days: 11,
      returnPct: expect.closeTo(120, 9),
      ratiosMissing: 'too-short',
      sharpe: null,
      sortino: null,
      calmar: null,
      cagrPct: null,
      sharpeInterval: null,
      cagrPctInterval: null,
    });
    const table = async (candles: string) =>
      (await sma(candles, '--format', 'table')).stdout.replaceAll('\u00a0', ' ');
    expect(await table(short)).toMatch(
      /\n {2}Sharpe +–\n[\s\S]*stehen erst ab 60 Tagen hier: 11 Tage sagen nichts/,
    );
    const longer = await table(await file('longer.csv', HEADER + rows([...QUIET, ...CLOSES])));
    expect(longer).toMatch(/\n {2}Sharpe +\d,\d\d {2}\(9 von 10: −?\d,\d\d bis \d,\d\d\)\n/);
    expect(longer).toContain('71 Tage sind wenig');
  });

  test('is the same bytes again, from plain and gzipped files, with and without byte order mark and CRLF', async () => {
    const text = HEADER + rows(CLOSES);
    const plain = await started(...smaArgs(`X=${await file('plain.csv', text)}`));
    expect(plain.code).toBe(0);
    const others = [
      `X=${await file('again.csv', text)}`,
      `X=${await file('packed.csv.gz', gzipSync(text))}`,
      `X=${await file('windows.csv', `\ufeff${text.replaceAll('\n', '\r\n')}`)}`,
      `X=${await file('study.csv', `time,open,high,low,close,volume\n${rows(CLOSES).replaceAll(/^(\S{10}),/gm, '$1T00:00Z,')}`)}`,
    ];
    for (const other of others) expect((await sma(other)).stdout).toBe(plain.stdout);
  });

  test('is the same from files of other programs, and names on the error output what was not read', async () => {
    const text = HEADER + rows(CLOSES);
    const plain = await sma(`X=${await file('named.csv', text)}`);
    const yahoo = text
      .replaceAll(/^(.*),/gm, (_, cells) => `${cells},Adj Close,`)
      .replaceAll(/^(\d.*),Adj Close,/gm, '$1,1.5,');
    const path = await file('yahoo.csv', yahoo);
    const ignored = await sma(`X=${path}`);
    expect(ignored.stdout).toBe(plain.stdout);
    expect(ignored.stderr).toContain(`${path}: Nicht gelesen: „Adj Close“.`);
    const office = text
      .replaceAll(/^(\d{4})-(\d\d)-(\d\d)/gm, '$3.$2.$1')
      .replaceAll(',', ';')
      .replaceAll(/;(\d+)(?=;|$)/gm, ';$1,0');
    const german = await sma(`X=${await file('office.csv', office)}`);
    expect(german.stdout).toBe(plain.stdout);
    expect(german.stderr).toContain('Kommas in Zahlen sind als Dezimalkommas gelesen.');
  });

  test('goes to a file, as a table or as trades in CSV', async () => {
    const candles = await file('formats.csv', HEADER + rows(CLOSES));
    const out = join(folder, 'out.csv');
    expect(await sma(candles, '--format', 'csv', '--out', out)).toMatchObject({ code: 0, stdout: '' });
    expect((await readFile(out, 'utf8')).split('\n')[0]).toBe(
      'symbol,entryTime,exitTime,side,units,entryPrice,exitPrice,costs,profit,returnPct,reason',
    );
    const { stdout } = await sma(candles, '--format', 'table');
    expect(stdout).toContain('Endvermögen');
    expect(stdout).toContain('22.000,00');
  });

  test('counts costs once per side, scaled by the factor', async () => {
    const candles = await file('costs.csv', HEADER + rows(CLOSES));
    const dear = JSON.parse((await sma(candles, '--fee-bps', '100', '--cost-factor', '2')).stdout);
    expect(dear.trades[0].units).toBe(980);
    expect(dear.trades[0].costs).toBeCloseTo(980 * 10 * 0.02 + 980 * 15 * 0.02, 9);
    expect(dear.costs.fees).toBeCloseTo(dear.trades[0].costs + dear.trades[1].costs, 9);
  });

  test('covers the days that were asked for, with the bars before as warm-up', async () => {
    const candles = await file('period.csv', HEADER + rows(CLOSES));
    const { stdout } = await sma(candles, '--from', day(4), '--until', day(8));
    expect(JSON.parse(stdout)).toMatchObject({
      firstBar: '2024-01-05T00:00:00.000Z',
      end: '2024-01-10T00:00:00.000Z',
      days: 5,
      // The cross that had happened before is over; the next one is traded.
      trades: [
        { side: 'short', entryTime: '2024-01-08T00:00:00.000Z', exitTime: '2024-01-09T00:00:00.000Z' },
      ],
    });
  });

  test('names gaps on the error output and in the result, and is computed without the missing bars', async () => {
    const candles = await file('gaps.csv', HEADER + rows(CLOSES) + rows([5, 6, 7], 13));
    const { code, stdout, stderr } = await sma(candles);
    expect(code).toBe(0);
    expect(stderr).toContain('Lücken in den Kerzen: 1, es fehlen 2');
    expect(JSON.parse(stdout).gaps).toEqual([
      { symbol: 'gaps', from: '2024-01-12T00:00:00.000Z', until: '2024-01-14T00:00:00.000Z', missing: 2 },
    ]);
  });

  test('takes bars that start at odd times', async () => {
    const times = ['09:30', '10:30', '11:30', '12:30', '13:30', '14:30', '15:30'];
    const bars = [10, 9, 8, 10, 12, 13, 14].map(
      (price, index) => `2024-01-02 ${times[index]},${price},${price},${price},${price},0\n`,
    );
    const { code, stdout } = await sma(await file('stock.csv', HEADER + bars.join('')));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).trades).toMatchObject([
      { entryTime: '2024-01-02T13:30:00.000Z', exitTime: '2024-01-02T15:30:00.000Z', entryPrice: 12 },
    ]);
  });
});

describe('the bots', () => {
  const walk = rows(Array.from({ length: 500 }, (_, index) => 100 + 20 * Math.sin(index / 60) + index / 10));

  test.each(['smartbot', 'turbobot'])(
    '%s trades several markets with the costs of the platform',
    async (bot) => {
      const first = await file('first.csv', HEADER + walk);
      const { code, stdout, stderr } = await backtest(
        ...['--strategy', bot, '--candles', `BTC/USD=${first}`, '--candles', `GOLD=${first}`],
      );
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const result = JSON.parse(stdout);
      expect(result.symbols.map(({ feeBps }: { feeBps: number }) => feeBps)).toEqual([20, 0]);
      expect(result.tradeCount + result.openPositions.length).toBeGreaterThan(0);
      expect(result.costs.fees).toBeGreaterThan(0);
    },
  );

  test('newsbot needs bars of at most an hour', async () => {
    const daily = await file('daily.csv', HEADER + walk);
    expect(await backtest('--strategy', 'newsbot', '--candles', `GOLD=${daily}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('kürzere Kerzen'),
    });
  });

  test('refuse markets that they do not know', async () => {
    const daily = await file('unknown.csv', HEADER + walk);
    expect(await backtest('--strategy', 'smartbot', '--candles', daily)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('„unknown“ ist kein Markt der Plattform'),
    });
  });
});

describe('candles are refused with line and reason', () => {
  const bar = (text: string) => `${HEADER}2024-01-01,1,1,1,1,0\n${text}\n`;

  test.each<[name: string, content: string | Buffer, message: string]>([
    ['a high below the low', bar('2024-01-02,1,1,2,1,0'), 'Zeile 3: Hoch und Tief'],
    [
      'an older bar',
      bar('2024-01-03,1,1,1,1,0\n2024-01-02,1,1,1,1,0'),
      'Zeile 4: Die Zeit 2024-01-02 steht nicht in der Reihe',
    ],
    ['a bar twice', bar('2024-01-01,1,1,1,1,0'), 'Zeile 3: Die Zeit 2024-01-01 kommt zweimal vor'],
    ['a negative price', bar('2024-01-02,1,1,-1,1,0'), 'Zeile 3: Kurse müssen größer als 0 sein'],
    ['a price of zero', bar('2024-01-02,0,0,0,0,0'), 'Zeile 3: Kurse müssen größer als 0 sein'],
    ['text', bar('2024-01-02,1,eins,1,1,0'), 'Zeile 3: „eins“ ist keine Zahl'],
    ['NaN', bar('2024-01-02,1,NaN,1,1,0'), 'Zeile 3: „NaN“ ist keine Zahl'],
    [
      'a missing column',
      bar('2024-01-02,1,1,1,1'),
      'Zeile 3: Die Zeile hat nicht so viele Spalten wie die Kopfzeile, gefunden: 5',
    ],
    ['an ambiguous date', bar('01/02/2024,1,1,1,1,0'), 'Zeile 3: „01/02/2024“ ist keine eindeutige Zeit'],
    ['an ambiguous number', bar('2024-01-02,"1,5",2,1,1,0'), 'Zeile 3: „1,5“ ist nicht eindeutig'],
    ['no time', bar('gestern,1,1,1,1,0'), 'Zeile 3: „gestern“ ist keine eindeutige Zeit'],
    ['other columns', 'Date,Open,Close\n2024-01-01,1,1\n', 'Zeile 1: Die Kopfzeile muss'],
    ['nothing', '', 'Zeile 1: Es gibt keine Kerze'],
    ['only a header', HEADER, 'Zeile 2: Es gibt keine Kerze'],
    ['no text', Buffer.from([0x44, 0x0a, 0xff, 0xfe, 0x00]), 'Zeile 2: Das ist kein Text in UTF-8'],
    ['half a gzip file', gzipSync(HEADER + rows(CLOSES)).subarray(0, 60), 'lässt sich nicht entpacken'],
  ])('%s', async (name, content, message) => {
    const path = await file(`${name.replaceAll(' ', '-')}.csv`, content);
    const { code, stdout, stderr } = await sma(path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(path);
  });

  test('a file that is not there, a folder, and a name that promises gzip', async () => {
    expect((await sma('nirgends.csv')).stderr).toContain('Diese Datei gibt es nicht');
    expect((await sma(folder)).stderr).toContain('ein Ordner');
    const plain = await file('plain.csv.gz', HEADER + rows(CLOSES));
    expect((await sma(plain)).stderr).toContain('nicht mit gzip gepackt');
  });
});

describe('a call', () => {
  test('that asks for help gets every field explained', async () => {
    const { code, stdout } = await started('--help');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${USAGE}\n` });
    for (const field of [
      'finalEquity',
      'buyAndHoldPct',
      'expectancyPct',
      'dataHash',
      'exposurePct',
      'gaps',
    ]) {
      expect(stdout).toContain(field);
    }
  });

  test.each<[args: string[], message: string]>([
    [[], 'Es fehlt --strategy oder --rule'],
    [
      ['--rule', 'x', '--strategy', 'smartbot', '--candles', 'x'],
      '--strategy und --rule gehen nicht zusammen',
    ],
    [['--rule', 'x', '--param', 'fast=1', '--candles', 'x'], '--param gibt es bei einer Regel nicht'],
    [['--rule', 'x', '--candles', 'x', '--financing', '101'], '--financing ist „101“'],
    [['--strategy', 'sma-cross'], 'Es fehlt --candles'],
    [['--strategy', 'glueck', '--candles', 'x'], '--strategy ist „glueck“'],
    [['--schnell'], '„--schnell“ gibt es nicht'],
    [['etwas'], '„etwas“ gehört zu keiner Angabe'],
    [['--strategy'], 'hat keinen oder einen unklaren Wert'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--cash', '0'], '--cash ist „0“'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--cash', 'viel'], '--cash ist „viel“'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--cost-factor', '3'], '--cost-factor ist „3“'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--format', 'xml'], '--format ist „xml“'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--from', '2023-02-29'], '--from ist „2023-02-29“'],
    [['--strategy', 'sma-cross', '--candles', 'x', '--param', 'fast'], 'nicht die Form NAME=WERT'],
    [
      ['--strategy', 'sma-cross', '--candles', 'x', '--from', '2024-01-02', '--until', '2024-01-01'],
      '--until liegt vor --from',
    ],
  ])('%j is refused with the reason and where help is', async (args, message) => {
    const { code, stdout, stderr } = await backtest(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('--help');
  });

  test('with parameters that are unknown or out of bounds names those there are', async () => {
    const candles = await file('parameters.csv', HEADER + rows(CLOSES));
    const unknown = await backtest('--strategy', 'sma-cross', '--candles', candles, '--param', 'schnell=3');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('„schnell“ gibt es nicht') });
    expect(unknown.stderr).toContain('fast: ganze Zahl von 1 bis 1000, Vorgabe 10');
    const large = await backtest('--strategy', 'sma-cross', '--candles', candles, '--param', 'fast=1001');
    expect(large).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('„fast“ hat einen unmöglichen Wert'),
    });
  });

  test('for days without a candle is refused', async () => {
    const candles = await file('days.csv', HEADER + rows(CLOSES));
    expect(await sma(candles, '--from', '2030-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('keine Kerze'),
    });
  });
});

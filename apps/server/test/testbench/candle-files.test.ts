import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { candleFileUrl } from '@botdepot/contract';
import { type Candles, DAY_MS, HOUR_MS, readCandleFile } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BacktestRunner, createBacktestRunner } from '../../src/modules/bots/index.ts';
import { type Api, createApi, ORIGIN } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { hashOf, ownBotsOf, type Person } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
let anna: Person;
let dataDir: string;
let runner: BacktestRunner;
let marketsMade = 0;
/** The clock stands at 10:00 of this day. */
const TODAY = Date.UTC(2026, 2, 2);
const FIRST = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  fixture = await createServerFixture();
  dataDir = await mkdtemp(join(tmpdir(), 'testbench-'));
  runner = createBacktestRunner({ ...fixture, databaseUrl: fixture.url, log: pino({ level: 'silent' }) });
  api = createApi(fixture, {
    dataDir,
    backtests: {
      ...runner,
      makePracticeMarket: (folder) => {
        marketsMade += 1;
        return runner.makePracticeMarket(folder);
      },
    },
  });
  // Gold has weekends and opens on Sunday evening; of EUR/USD there is nothing.
  await fixture.database.pool.query(
    `INSERT INTO market_candles (symbol, source, interval, time, open, high, low, close, volume)
     SELECT 'GOLD', 'simulated', '1h', at, n, n + 2, n - 1, n + 1, 1
     FROM generate_series($1::timestamptz, $2::timestamptz, '1 hour') WITH ORDINALITY AS hours (at, n)
     WHERE extract(isodow FROM at AT TIME ZONE 'UTC') < 6
       OR (extract(isodow FROM at AT TIME ZONE 'UTC') = 7 AND extract(hour FROM at AT TIME ZONE 'UTC') >= 22)`,
    [new Date(FIRST), new Date(TODAY + 9 * HOUR_MS)],
  );
});
afterAll(async () => {
  await runner.stop();
  await fixture.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => {
  anna = api.person('user');
});

/** The answer as it comes over the wire. */
async function fetchFile(path: string, headers: Record<string, string> = {}) {
  return api.fetch(
    new Request(`${ORIGIN}${path}`, {
      headers: { 'x-test-session': anna.token, 'accept-encoding': 'gzip', ...headers },
    }),
  );
}
async function download(...of: Parameters<typeof candleFileUrl>): Promise<Candles> {
  const response = await fetchFile(candleFileUrl(...of));
  expect(response.status, of.join(' ')).toBe(200);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  return readCandleFile(gunzipSync(new Uint8Array(await response.arrayBuffer()))).candles;
}
const codeOf = async (path: string, headers?: Record<string, string>): Promise<string> => {
  const response = await fetchFile(path, headers);
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
};

describe('candles of this installation', () => {
  it('are hours that are over by the end of yesterday', async () => {
    const { time, open, high, low, close, length } = await download('installation', 'GOLD', '1h');
    expect(time[0]).toBe(FIRST);
    expect(time[length - 1]).toBe(TODAY - HOUR_MS);
    expect([open[0], high[0], low[0], close[0]]).toEqual([1, 3, 0, 2]);
    expect(await download('installation', 'GOLD', '1h', '2026-01-02')).toMatchObject({ length: 24 });
  });

  it('are days with the hours of a Sunday in Monday', async () => {
    const { time, open, length } = await download('installation', 'GOLD', '1d');
    const weekdays = new Set(Array.from(time, (at) => new Date(at).getUTCDay()));
    expect([...weekdays].toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(time[length - 1]).toBe(Date.UTC(2026, 1, 27));
    // Monday 5 January begins with the bar of Sunday 22:00, the 4th day after the first hour.
    expect(open[time.indexOf(Date.UTC(2026, 0, 5))]).toBe(3 * 24 + 22 + 1);
  });

  it('are asked for each time, and answered by their hash', async () => {
    const path = candleFileUrl('installation', 'GOLD', '1h');
    const first = await fetchFile(path);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await fetchFile(path, { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const plain = await fetchFile(path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(readCandleFile(new Uint8Array(await plain.arrayBuffer())).intervalMs).toBe(HOUR_MS);
    await fixture.database.pool.query(
      `INSERT INTO market_candles (symbol, source, interval, time, revision, open, high, low, close, volume)
       VALUES ('GOLD', 'simulated', '1h', $1, 2, 9, 9, 9, 9, 9)`,
      [new Date(FIRST + HOUR_MS)],
    );
    const repaired = await fetchFile(path, { 'if-none-match': etag });
    expect(repaired.status).toBe(200);
  });

  it('have a test period that a person’s first trial fixes', async () => {
    const own = ownBotsOf(api, anna);
    const source = async () => (await own.sources()).find((one) => one.source === 'installation');
    expect(await source()).toMatchObject({
      symbols: [{ symbol: 'GOLD', firstDay: '2026-01-01', lastDay: '2026-03-01' }],
      // 48 of 60 days.
      testPeriodFrom: '2026-02-18',
      note: expect.stringContaining('keine Regel einen Vorteil'),
    });
    await own.record([{ ruleHash: hashOf(1), sharpe: null, returns: null }], {
      source: 'installation',
      symbols: ['GOLD'],
      from: '2026-01-01',
      until: '2026-02-01',
      firstDay: '2026-01-01',
    });
    await fixture.database.pool.query(
      `INSERT INTO market_candles (symbol, source, interval, time, open, high, low, close, volume)
       VALUES ('GOLD', 'simulated', '1h', '2025-10-01', 1, 1, 1, 1, 1)`,
    );
    fixture.clock.advance(60_000);
    expect(await source()).toMatchObject({ firstDay: '2025-10-01', testPeriodFrom: '2026-02-18' });
    const berta = await ownBotsOf(api, api.person('user')).sources();
    expect(berta[0]).toMatchObject({ testPeriodFrom: '2026-01-30' });
  });
});

describe('crude oil', () => {
  it('is every close of the file that is shipped', async () => {
    const gz = await readFile(new URL('../../data/WTI_1d.csv.gz', import.meta.url));
    const rows = gunzipSync(gz).toString().trim().split('\n').slice(1);
    const { time, close, high, volume, length } = await download('wti', 'WTI', '1d');
    expect(length).toBe(8321);
    expect(rows.length).toBe(8321);
    for (const [index, row] of rows.entries()) {
      const [at = '', , , , price] = row.split(',');
      if (Date.parse(at) !== time[index] || Number(price) !== close[index]) throw new Error(row);
    }
    expect(high).toEqual(close);
    expect(new Set(volume)).toEqual(new Set([0]));
    const [, , oil] = await ownBotsOf(api, anna).sources();
    expect(oil).toMatchObject({
      intervals: ['1d'],
      symbols: [{ symbol: 'WTI' }],
      firstDay: '1986-01-02',
      lastDay: '2019-01-03',
      testPeriodFrom: '2012-06-01',
    });
  });

  it('is kept by browsers, also up to a day', async () => {
    const path = candleFileUrl('wti', 'WTI', '1d', '2012-06-01');
    const response = await fetchFile(path);
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const { time, length } = await download('wti', 'WTI', '1d', '2012-06-01');
    expect(time[length - 1]).toBe(Date.UTC(2012, 4, 31));
  });
});

describe('a question that has no answer', () => {
  it.each([
    ['/api/testbench/candles/other/GOLD/1h.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/installation/DOGE/1h.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/installation/..%2f..%2fetc/1h.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/practice/__proto__/1h.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/installation/GOLD/1m.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/installation/GOLD/1h', '404 NOT_FOUND'],
    ['/api/testbench/candles/wti/WTI/1h.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/wti/GOLD/1d.bin', '404 NOT_FOUND'],
    ['/api/testbench/candles/installation/GOLD/1h.bin?until=2026-02-30', '400 BAD_REQUEST'],
    ['/api/testbench/candles/installation/GOLD/1h.bin?until=1e9', '400 BAD_REQUEST'],
    ['/api/testbench/candles/installation/GOLD/1h.bin?until=', '400 BAD_REQUEST'],
    ['/api/testbench/candles/installation/GOLD/1h.bin?until=2020-01-01', '409 CANDLES_UNAVAILABLE'],
    ['/api/testbench/candles/installation/EUR%2FUSD/1h.bin', '409 CANDLES_UNAVAILABLE'],
  ])('%s is %s', async (path, expected) => {
    expect(await codeOf(path)).toBe(expected);
  });

  it('nobody gets one who is not signed in, and nobody more than sixty a minute', async () => {
    const path = candleFileUrl('wti', 'WTI', '1d', '1986-02-01');
    expect(await codeOf(path, { 'x-test-session': '' })).toBe('401 UNAUTHENTICATED');
    for (let time = 0; time < 60; time++) expect((await fetchFile(path)).status).toBe(200);
    expect(await codeOf(path)).toBe('429 TOO_MANY_REQUESTS');
  });
});

// Six seconds of computing, and more beside other tests.
describe('the practice market', { tags: ['long'], timeout: 120_000 }, () => {
  it('is made once for all who ask at the same time, and is five years of every symbol', async () => {
    const practice = (await ownBotsOf(api, anna).sources()).find((one) => one.source === 'practice');
    expect(practice).toMatchObject({
      firstDay: '2021-01-01',
      lastDay: '2025-12-31',
      testPeriodFrom: '2025-01-01',
      note: expect.stringContaining('keine Regel einen Vorteil'),
    });
    const symbols = ((practice?.symbols ?? []) as { symbol: string }[]).map(({ symbol }) => symbol);
    expect(symbols).toHaveLength(20);
    expect(marketsMade).toBe(0);
    // Whoever waits for too long is told to come again.
    const isMade = async () => (await fetchFile(candleFileUrl('practice', 'GOLD', '1h'))).status;
    await expect.poll(() => Promise.all([isMade(), isMade()]), { timeout: 100_000 }).toEqual([200, 200]);
    const files = await Promise.all(symbols.map((symbol) => download('practice', symbol, '1h')));
    expect(marketsMade).toBe(1);
    for (const { time, length, open, high, low, close } of files) {
      expect(time[0]).toBeLessThan(Date.UTC(2021, 0, 5));
      expect(time[length - 1]).toBeGreaterThan(Date.UTC(2025, 11, 31));
      for (let index = 0; index < length; index++)
        if (
          !(
            low[index]! > 0 &&
            low[index]! <= Math.min(open[index]!, close[index]!) &&
            high[index]! >= close[index]!
          )
        )
          throw new Error(`bar ${index}`);
    }
    // Bitcoin trades at every hour, and ends where the calibration ended.
    const [bitcoin] = files;
    expect(bitcoin?.length).toBe(43_824);
    expect(bitcoin?.close[43_823]).toBeCloseTo(25_825.9, 0);

    const days = await download('practice', 'GOLD', '1d', '2025-01-01');
    expect(days.time[days.length - 1]).toBe(Date.UTC(2024, 11, 31));
    expect(marketsMade).toBe(1);
  });

  it('is the same on every installation', async () => {
    const other = await mkdtemp(join(tmpdir(), 'testbench-'));
    try {
      const folder = 'practice-market-1';
      // At once from two servers that share a folder.
      await Promise.all([1, 2].map(() => runner.makePracticeMarket(join(other, folder))));
      expect(await readdir(other)).toEqual([folder]);
      const names = await readdir(join(dataDir, folder));
      expect(names).toHaveLength(40);
      let bytes = 0;
      for (const name of names) {
        const [one, same] = await Promise.all(
          [dataDir, other].map((parent) => readFile(join(parent, folder, name))),
        );
        expect(one?.equals(same ?? Buffer.alloc(0)), name).toBe(true);
        bytes += (await stat(join(other, folder, name))).size;
      }
      expect(bytes).toBeLessThan(15e6);
    } finally {
      await rm(other, { recursive: true });
    }
  });
});

it('a day has 86,400,000 ms in a file as well', async () => {
  const response = await fetchFile(candleFileUrl('wti', 'WTI', '1d'), { 'accept-encoding': 'identity' });
  expect(readCandleFile(new Uint8Array(await response.arrayBuffer())).intervalMs).toBe(DAY_MS);
});

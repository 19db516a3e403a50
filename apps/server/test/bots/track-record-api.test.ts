import { type FileHandle, open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { OUTCOMES_SHOWN_FROM, TRACK_RECORD_POINTS, type TrackRecord } from '@botdepot/contract';
import { candlesFrom } from '@botdepot/trading';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BOT_INVARIANTS,
  readHeads,
  readSealedLines,
  startBot,
  stopBot,
} from '../../src/modules/bots/index.ts';
import {
  createTrackRecordDownloads,
  type TrackRecordDownloads,
} from '../../src/modules/bots/track-record/downloads.ts';
import { listOutcomes, listTrackRecords } from '../../src/modules/bots/track-record/track-records.ts';
import type { PriceSourceName } from '../../src/modules/markets/index.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { verifyInvariants } from '../../src/modules/wallet/index.ts';
import { createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { createSealer, verifyLines } from './track-record-fixture.ts';

let fixture: BotsFixture;
let downloads: TrackRecordDownloads;
let seal: () => Promise<void>;
beforeEach(async () => {
  fixture = await createBotsFixture();
  downloads = createTrackRecordDownloads(fixture);
  const sealer = createSealer(fixture, fixture.database);
  seal = () => sealer.seal(fixture.term());
});
afterEach(async () => {
  await downloads.close();
  await fixture.close();
});

const rowsOf = async <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
  (await fixture.database.pool.query<T>(statement, values)).rows;

async function smartBot(): Promise<TrackRecord> {
  const records = await listTrackRecords(fixture.database.db, fixture.clock.now());
  expect(records.map(({ botType }) => botType)).toEqual(['smartbot', 'turbobot', 'newsbot']);
  return records[0]!;
}

async function download(): Promise<{ lines: string[]; response: Response; bytes: number }> {
  const response = await downloads.serve('smartbot.ndjson.gz');
  if (!response?.body) throw new Error('no download');
  const zipped = await buffer(response.body);
  const lines = gunzipSync(zipped).toString('utf8').trimEnd().split('\n');
  return { lines, response, bytes: zipped.length };
}

describe('the public record', () => {
  it('is empty before the first seal, for bots that do not run too', async () => {
    expect(await smartBot()).toMatchObject({ running: false, head: null, series: [], measured: null });
    await fixture.run(3);
    expect(await smartBot()).toMatchObject({ running: true, head: null, unsealed: 3, series: [] });
    await seal();
    await fixture.run(1);
    expect(await smartBot()).toMatchObject({ head: { position: 4 }, unsealed: 1, measured: null });
  });

  it('counts days and months that are over, losing ones included, from the strikes', async () => {
    fixture.clock.set(new Date('2026-02-28T23:40:00Z'));
    await fixture.restart();
    await fixture.run(45);
    await seal();
    const [series] = (await smartBot()).series;
    const strikes = await rowsOf<{ at: Date; nav: string }>('SELECT at, nav FROM bot_nav ORDER BY seq');
    const midnight = strikes.findLast(({ at }) => at <= new Date('2026-03-01T00:00:00Z'));
    const [end] = strikes.slice(-1);
    const february = Number(midnight?.nav) - 1;
    expect(series).toMatchObject({
      series: 1,
      from: '2026-02-28T23:40:00.000Z',
      to: '2026-03-01T00:25:00.000Z',
      startNav: '1.000000000000',
      nav: end?.nav,
      finishedDays: 1,
      losingDays: february < 0 ? 1 : 0,
      finishedMonths: 1,
      losingMonths: february < 0 ? 1 : 0,
      closed: null,
      sourceChanges: [],
    });
    expect(series?.months.map(({ month, finished }) => [month, finished])).toEqual([
      ['2026-02', true],
      ['2026-03', false],
    ]);
    expect(series?.months[0]?.returnFraction).toBeCloseTo(february, 12);
    expect(series?.returnFraction).toBeCloseTo(Number(end?.nav) - 1, 12);
    // What the fills cost, and what holding has cost since the first of them.
    const [paid] = await rowsOf<{ costs: number }>(
      `SELECT (SELECT sum(fee + spread + slippage) FROM bot_fills)
         + (SELECT financing FROM bot_nav ORDER BY seq DESC LIMIT 1) AS costs`,
    );
    expect(paid?.costs).toBeGreaterThan(0);
    expect(series?.costsFraction).toBeCloseTo(paid?.costs ?? Number.NaN, 12);
    let peak = 1;
    const falls = new Map(
      strikes.map(({ at, nav }) => {
        peak = Math.max(peak, Number(nav));
        return [at.toISOString(), Number(nav) / peak - 1];
      }),
    );
    expect(series?.maxDrawdownFraction).toBeCloseTo(Math.min(...falls.values()), 12);
    expect(series?.maxDrawdownFraction).toBeLessThan(0);
    expect(series?.history.length).toBeLessThanOrEqual(TRACK_RECORD_POINTS);
    expect(series?.history.at(-1)?.nav).toBe(end?.nav);
    for (const { at, drawdown } of series?.history.slice(1) ?? [])
      expect(drawdown).toBeCloseTo(falls.get(at) ?? Number.NaN, 12);
  });

  it('is compared with holding its markets over its whole days, by candles of its own source', async () => {
    fixture.clock.set(new Date('2026-02-27T23:58:00Z'));
    await fixture.restart();
    await fixture.run(1);
    const [begun] = await rowsOf<{ nav: string }>('SELECT nav FROM bot_nav');
    // The bot holds nothing for two days and an hour.
    const rest = `INSERT INTO bot_nav (portfolio_id, seq, at, nav, peak, max_drawdown, day_peak, day_low, day_drawdown,
        realised, unrealised, fee, spread, slippage, financing, phase, bar_ms, marks, price_sources)
      SELECT portfolio_id, seq + n, at + n * interval '1 hour', 0.9, peak, max_drawdown, day_peak, day_low, day_drawdown,
        realised, unrealised, fee, spread, slippage, financing, phase, bar_ms, marks, 'simulated'
      FROM bot_nav, generate_series(1, 49) n`;
    await fixture.database.pool.query(`${rest}; UPDATE bot_portfolios SET nav_seq = 50`);
    await seal();
    expect((await smartBot()).series[0]?.buyAndHold).toBeNull();
    const candlesOf = (source: PriceSourceName, open: number) => ({
      symbol: 'BTC/USD',
      source,
      candles: candlesFrom(
        ['2026-02-28', '2026-03-01'].map((day) => ({
          time: Date.parse(day),
          open,
          high: 120,
          low: 1,
          close: 120,
          volume: 1,
        })),
      ),
    });
    await insertCandles(fixture.database.db, '1d', [candlesOf('simulated', 100), candlesOf('kraken', 1)]);
    const compared = (await smartBot()).series[0]?.buyAndHold;
    expect(compared).toMatchObject({
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      bot: { returnFraction: expect.closeTo(0.9 / Number(begun?.nav) - 1, 12) },
    });
    // 20 % less what the one purchase costs.
    expect(compared?.held.returnFraction).toBeGreaterThan(0.19);
    expect(compared?.held.returnFraction).toBeLessThan(0.2);
    await fixture.database.pool.query(
      `INSERT INTO bot_closed_records (portfolio_id, since, since_nav, until, until_nav, max_drawdown, changes)
       SELECT id, '2026-02-27', 1, '2026-03-01', 1, 0, '[]' FROM bot_portfolios`,
    );
    expect((await smartBot()).series[0]?.buyAndHold).toBeNull();
  });

  it('is read by anybody without a login, and from the database once a minute at most', async () => {
    const api = createApi(fixture);
    await fixture.run(3);
    await seal();
    const ask = () => api.call('GET', '/api/track-records');
    const [first] = (await ask()).body.items as TrackRecord[];
    expect(first?.head?.position).toBe(4);
    await fixture.database.pool.query('ALTER TABLE track_record_chains RENAME TO elsewhere');
    const [again] = (await ask()).body.items as TrackRecord[];
    expect(again).toEqual(first);
    await fixture.database.pool.query('ALTER TABLE elsewhere RENAME TO track_record_chains');
    await fixture.run(2);
    await seal();
    const [later] = (await ask()).body.items as TrackRecord[];
    expect(later?.head?.position).toBe(6);
    expect((await api.call('GET', '/api/outcomes')).status).toBe(200);
  });
});

describe('real outcomes', () => {
  it(`are shown from ${OUTCOMES_SHOWN_FROM} finished investments on: who lost, the middle and the worst`, async () => {
    await fixture.run(6);
    const customer = await fixture.createCustomer('100000');
    const ids: string[] = [];
    for (let count = 0; count < OUTCOMES_SHOWN_FROM; count++) {
      await fixture.tick();
      const { id } = await fixture.runWork(customer, (work) =>
        startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '150' }),
      );
      ids.push(id);
      if (count % 4 === 3) await fixture.run(1);
    }
    for (const [count, id] of ids.entries()) {
      if (count === ids.length - 1) {
        const [before] = await listOutcomes(fixture.database.db);
        expect(before).toEqual({ botType: 'smartbot', finished: OUTCOMES_SHOWN_FROM - 1, outcomes: null });
      }
      await fixture.run(1);
      await fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId: id }));
    }
    const rows = await rowsOf<{ start_nav: string; stop_nav: string }>('SELECT * FROM bot_investments');
    const returns = rows.map((row) => Number(row.stop_nav) / Number(row.start_nav) - 1).sort((a, b) => a - b);
    const [smart, turbo] = await listOutcomes(fixture.database.db);
    const middle = OUTCOMES_SHOWN_FROM / 2;
    expect(smart?.finished).toBe(OUTCOMES_SHOWN_FROM);
    expect(smart?.outcomes?.lostFraction).toBe(returns.filter((one) => one < 0).length / returns.length);
    expect(smart?.outcomes?.worstReturnFraction).toBeCloseTo(returns[0] ?? Number.NaN, 12);
    expect(smart?.outcomes?.medianReturnFraction).toBeCloseTo(
      ((returns[middle - 1] ?? Number.NaN) + (returns[middle] ?? Number.NaN)) / 2,
      12,
    );
    expect(turbo).toEqual({ botType: 'turbobot', finished: 0, outcomes: null });
  });
});

describe('a download', () => {
  it('is the sealed record so far, for everybody who asks at once, while it grows', async () => {
    expect(verifyLines((await download()).lines)).toMatchObject({ deviation: null, records: 0 });
    expect(await downloads.serve('smartbot.head.json')).toBeNull();
    for (let round = 1; round <= 3; round++) {
      await fixture.run(4);
      const sealing = seal();
      const early = await Promise.all(Array.from({ length: 6 }, download));
      await sealing;
      for (const { lines } of early) expect(verifyLines(lines).deviation).toBeNull();
      const { lines, response, bytes } = await download();
      expect(verifyLines(lines)).toMatchObject({ deviation: null, records: 4 * round + 1 });
      expect(response.headers.get('content-length')).toBe(String(bytes));
      expect(response.headers.get('content-disposition')).toContain(`botdepot-smartbot-${4 * round + 1}.`);
      const head = await (await downloads.serve('smartbot.head.json'))?.json();
      expect(head).toMatchObject({
        bot: 'smartbot',
        position: 4 * round + 1,
        hash: lines.at(-1)?.slice(2, 66),
      });
    }
    expect(
      (await verifyInvariants(fixture.database.db, BOT_INVARIANTS)).flatMap((one) => one.sample),
    ).toEqual([]);
  });

  it('goes on where it failed once the database is back', async () => {
    await fixture.run(3);
    await seal();
    await fixture.database.pool.query('ALTER TABLE track_record_seals RENAME TO elsewhere');
    await expect(download()).rejects.toThrow();
    await fixture.database.pool.query('ALTER TABLE elsewhere RENAME TO track_record_seals');
    expect(verifyLines((await download()).lines)).toMatchObject({ deviation: null, records: 4 });
  });

  it('is whole where the disk takes it in parts, and goes on once it takes anything again', async () => {
    await fixture.run(3);
    await seal();
    const file = await open(devNull);
    const handles: Pick<FileHandle, 'write'> = Object.getPrototypeOf(file);
    await file.close();
    const { write } = handles;
    let room = 150;
    const disk = vi.spyOn(handles, 'write').mockImplementation(async function (
      this: FileHandle,
      ...[piece, offset, length, position]: [Uint8Array, number, number, number]
    ) {
      if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const part = [piece, offset, Math.min(length, room, 100), position];
      const written: { bytesWritten: number } = await Reflect.apply(write, this, part);
      room -= written.bytesWritten;
      return written;
    } as typeof write);
    try {
      await expect(download()).rejects.toThrow('no space left');
      room = Number.POSITIVE_INFINITY;
      expect(verifyLines((await download()).lines)).toMatchObject({ deviation: null, records: 4 });
    } finally {
      disk.mockRestore();
    }
  });

  it('of a long record is read, made and sent in small pieces', async () => {
    await fixture.run(1);
    // A bot that holds nothing, for eight days.
    await fixture.database.pool.query(
      `INSERT INTO bot_nav (portfolio_id, seq, at, nav, peak, max_drawdown, day_peak, day_low, day_drawdown, realised,
         unrealised, fee, spread, slippage, financing, phase, bar_ms, marks)
       SELECT portfolio_id, seq + n, at + n * interval '1 minute', nav, peak, max_drawdown, day_peak, day_low, day_drawdown,
         realised, unrealised, fee, spread, slippage, financing, phase, bar_ms, marks
       FROM bot_nav, generate_series(1, 11519) n`,
    );
    await fixture.database.pool.query('UPDATE bot_portfolios SET nav_seq = nav_seq + 11519');
    await seal();
    const head = (await readHeads(fixture.database.db)).get('smartbot');
    expect(head?.position).toBe(11_521);
    const sizes: number[] = [];
    const range = { after: 0, upTo: head?.position ?? 0 };
    for await (const records of readSealedLines(fixture.database.db, head?.bot.id ?? '', range))
      sizes.push(records.length);
    expect(Math.max(...sizes)).toBe(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(11_521);

    const response = await downloads.serve('smartbot.ndjson.gz');
    const reader = response?.body?.getReader();
    const chunks: Uint8Array[] = [];
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) chunks.push(read.value);
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(64 * 1024);
    const lines = gunzipSync(Buffer.concat(chunks)).toString('utf8').trimEnd().split('\n');
    expect(verifyLines(lines)).toMatchObject({ deviation: null, records: 11_521 });
  });

  it.each([
    'smartbot',
    'smartbot.csv',
    'robbot.ndjson.gz',
    'smartbot.ndjson.gz.x',
    '__proto__',
    '..%2f..%2fetc',
  ])('of another name does not exist: %s', async (name) => {
    const answer = await createApi(fixture).call('GET', `/api/track-record/${name}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

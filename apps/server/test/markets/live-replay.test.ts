// @module-tag long
import type { BotType, LiveReplay } from '@botdepot/contract';
import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../src/modules/bots/backtests/worker-pool.ts';
import {
  type BacktestRunner,
  createBacktestRunner,
  simulateDemoHistory,
} from '../../src/modules/bots/index.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { type BotsFixture, createBotsFixture, seriesOf } from '../bots/bots-fixture.ts';
import { liveReplayStrategies } from './live-replay-strategies.ts';

const log = pino({ level: 'silent' });
const WORKER = new URL('./live-replay-worker.ts', import.meta.url);
const DEMO_FROM = Date.parse('2026-03-01T12:00:00Z');
const LIVE_FROM = Date.parse('2026-03-02T20:00:00Z');
const MIDNIGHT = '2026-03-03T00:00:00.000Z';

let fixture: BotsFixture;
let pool: WorkerPool;

/**
 * Four and a half hours over midnight: bars that trade and hit stops, halts, shut markets, a bar whose transaction fails, a
 * restart, and a gap that nobody watched. One bot has a demo's history before, one trades on the calendar.
 */
beforeAll(async () => {
  fixture = await createBotsFixture({ strategies: liveReplayStrategies, seed: 5 });
  const { database, clock, market } = fixture;
  await insertCandles(database.db, '1h', seriesOf(market, DEMO_FROM - 24 * HOUR_MS, LIVE_FROM, HOUR_MS));
  const { turbobot, newsbot } = liveReplayStrategies;
  clock.set(new Date(DEMO_FROM));
  await database.pool.query(
    `INSERT INTO trading_events (id, name, starts_at, ends_at, origin, created_at)
     VALUES (gen_random_uuid(), 'Probe', '2026-03-02T20:00:00Z', '2026-03-03T01:00:00Z', 'demo', '2026-03-01T00:00:00Z')`,
  );
  await simulateDemoHistory(
    { database, log, strategies: { ...(turbobot && { turbobot }), ...(newsbot && { newsbot }) } },
    { clock, from: new Date(DEMO_FROM), until: new Date(LIVE_FROM), moments: [] },
  );
  clock.set(new Date(LIVE_FROM));
  // Out of the first hour's range, so that NewsBot has something to follow.
  market.shock(Date.parse('2026-03-02T22:30:00Z'), 1.06);
  await fixture.run(62);
  fixture.silent.add('ETH/USD').add('GOLD');
  await fixture.run(9);
  fixture.silent.delete('ETH/USD');
  await fixture.run(6);
  fixture.shut.add('SPX500').add('EUR/USD');
  await fixture.run(8);
  fixture.shut.clear();
  fixture.silent.clear();
  await fixture.run(3);
  // Another leader's term: the bar is not written, and what is in memory is thrown away.
  const old = fixture.term();
  await fixture.takeOver();
  await expect(fixture.closeMinute({ with: old })).rejects.toThrow('leadership');
  await fixture.run(4);
  await fixture.restart();
  await fixture.run(11);
  for (let minute = 0; minute < 37; minute++) await fixture.closeMinute({ tell: false });
  await fixture.restart();
  while (clock.now().getTime() < Date.parse(MIDNIGHT) + 30 * MINUTE_MS) await fixture.run(1);
  pool = createWorkerPool({
    entry: WORKER,
    start: { databaseUrl: fixture.url },
    size: 1,
    waitingLimit: 5,
    log,
  });
}, 400_000);
afterAll(async () => {
  await pool?.stop();
  await fixture?.close();
});

const replay = (botType: BotType): Promise<LiveReplay> =>
  pool.run(
    { kind: 'live-replay', botType, now: fixture.clock.now().getTime() },
    { signal: new AbortController().signal, timeoutMs: 120_000, whenLost: 'UNAVAILABLE' },
  );

/** Changes rows of a table that the database otherwise refuses to change, and puts them back afterwards. */
const HIDE_SNAPSHOTS = `UPDATE bot_state_snapshots SET engine_version = engine_version || '-old'`;
const SHOW_SNAPSHOTS = `UPDATE bot_state_snapshots SET engine_version = replace(engine_version, '-old', '')`;

async function tampered<T>(
  table: string,
  change: string,
  restore: string,
  look: () => Promise<T>,
): Promise<T> {
  // As the owner of the table: the role of the embedded PostgreSQL may do no more than that.
  const write = (statement: string) =>
    fixture.database.transaction(async ({ $client }) => {
      await $client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      const { rowCount } = await $client.query(statement);
      expect(rowCount).toBeGreaterThan(0);
      await $client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });
  await write(change);
  try {
    return await look();
  } finally {
    await write(restore);
  }
}

async function count(statement: string): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
}

describe('the replay of a live run', () => {
  it.each([
    ['smartbot', 200],
    ['turbobot', 10],
    ['newsbot', 1],
  ] as const)('gives exactly the fills and the NAV of %s', async (botType, fills) => {
    const made = await replay(botType);
    const of = `FROM bot_fills f JOIN bot_portfolios p ON p.id = f.portfolio_id
                WHERE p.bot_type = '${botType}' AND f.phase = 'live'`;
    expect(made.actualFills).toBe(await count(`SELECT count(*) ${of}`));
    expect(made.actualFills).toBeGreaterThanOrEqual(fills);
    expect(made).toMatchObject({ expectedFills: made.actualFills, differingFills: 0 });
    expect(made.bars).toBe(
      await count(`SELECT count(*) FROM bot_nav n JOIN bot_portfolios p ON p.id = n.portfolio_id
                   WHERE p.bot_type = '${botType}' AND n.phase = 'live'`),
    );
    expect(made.from).toBe(new Date(LIVE_FROM).toISOString());
    expect(made.until).toBe(fixture.clock.now().toISOString());
    expect(made.expectedReturn).toBe(made.actualReturn);
    expect(made.series).toHaveLength(3);
    expect(made.series.map(({ expected }) => expected)).toEqual(made.series.map(({ actual }) => actual));
    expect(new Set(made.series.map(({ actual }) => actual)).size).toBeGreaterThan(1);
  });

  it('met what it was made for: stops, halts, a gap, several phases of the day', async () => {
    const of = `FROM bot_protocol l JOIN bot_portfolios p ON p.id = l.portfolio_id
                WHERE p.bot_type = 'smartbot' AND l.data->>'kind' =`;
    expect(await count(`SELECT count(*) ${of} 'stop'`)).toBeGreaterThan(5);
    expect(await count(`SELECT count(*) ${of} 'stale-price'`)).toBe(4);
    expect(await count(`SELECT count(*) FROM bot_protocol WHERE kind = 'gap'`)).toBeGreaterThanOrEqual(3);
    expect(await count('SELECT count(*) FROM bot_state_snapshots')).toBeGreaterThanOrEqual(6);
  });

  it('names in German what could make a difference', async () => {
    const { deviations } = await replay('smartbot');
    const titles = deviations.map(({ title }) => title);
    expect(titles).toContain('Handel unterbrochen');
    expect(titles).toContain('Pause für ETH/USD');
    expect(titles).toContain('GOLD wieder handelbar');
    expect(deviations.map(({ at }) => at)).toEqual(deviations.map(({ at }) => at).toSorted());
  });

  it('finds a fill that was changed', async () => {
    const one = `id = (SELECT f.id FROM bot_fills f JOIN bot_portfolios p ON p.id = f.portfolio_id
                       WHERE p.bot_type = 'smartbot' ORDER BY f.nav_seq, f.sequence OFFSET 40 LIMIT 1)`;
    const made = await tampered(
      'bot_fills',
      `UPDATE bot_fills SET quantity = quantity * 2 WHERE ${one}`,
      `UPDATE bot_fills SET quantity = quantity / 2 WHERE ${one}`,
      () => replay('smartbot'),
    );
    expect(made.differingFills).toBe(1);
    expect(made.deviations.map(({ title }) => title)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Erste Abweichung: /)]),
    );
  });

  it('finds a candle that was changed after it was traded on', async () => {
    const one = `interval = '1m' AND symbol = 'XRP/USD' AND time = '2026-03-02T20:24:00Z' AND revision = 1`;
    const made = await tampered(
      'market_candles',
      `UPDATE market_candles SET close = close * 1.25, high = high * 1.25 WHERE ${one}`,
      `UPDATE market_candles SET close = close / 1.25, high = high / 1.25 WHERE ${one}`,
      () => replay('smartbot'),
    );
    expect(made.differingFills).toBeGreaterThan(0);
    expect(made.series.at(-1)?.expected).not.toBe(made.series.at(-1)?.actual);
  });

  it('does not look at candles that were repaired later, and says that there are some', async () => {
    const made = await tampered(
      'market_candles',
      `INSERT INTO market_candles (symbol, source, interval, time, revision, open, high, low, close, volume)
       SELECT symbol, source, interval, time, 2, open, high * 2, low, close * 2, volume FROM market_candles
       WHERE interval = '1m' AND symbol = 'XRP/USD' AND time = '2026-03-02T20:24:00Z'`,
      'DELETE FROM market_candles WHERE revision = 2',
      () => replay('smartbot'),
    );
    expect(made.differingFills).toBe(0);
    expect(made.deviations.map(({ title }) => title)).toContain('Kurse nachträglich ergänzt');
  });

  it('begins later where another version traded before, and says so', async () => {
    const before = `next_bar_at < '${MIDNIGHT}'`;
    const made = await tampered(
      'bot_state_snapshots',
      `UPDATE bot_state_snapshots SET strategy_version = strategy_version || '-old' WHERE ${before}`,
      `UPDATE bot_state_snapshots SET strategy_version = replace(strategy_version, '-old', '') WHERE ${before}`,
      () => replay('smartbot'),
    );
    expect(made).toMatchObject({ from: MIDNIGHT, bars: 30, differingFills: 0 });
    expect(made.actualFills).toBeGreaterThan(10);
    expect(made.deviations[0]).toMatchObject({ at: MIDNIGHT, title: 'Verglichen wird ab hier' });
  });

  it('says that there is nothing to begin from', async () => {
    const made = await tampered('bot_state_snapshots', HIDE_SNAPSHOTS, SHOW_SNAPSHOTS, () =>
      replay('smartbot'),
    );
    expect(made).toMatchObject({ from: null, bars: 0, expectedReturn: null, series: [] });
    expect(made.deviations.map(({ title }) => title)).toEqual(['Noch kein Vergleich']);
  });

  it('is made once an hour, and again at once when there was nothing to compare', async () => {
    const runner: BacktestRunner = createBacktestRunner({
      ...fixture,
      databaseUrl: fixture.url,
      log,
      strategies: liveReplayStrategies,
      entry: WORKER,
      patienceMs: 120_000,
    });
    try {
      const none = await tampered('bot_state_snapshots', HIDE_SNAPSHOTS, SHOW_SNAPSHOTS, () =>
        runner.readLiveReplay('turbobot'),
      );
      expect(none.from).toBeNull();
      const first = await runner.readLiveReplay('turbobot');
      expect(first.from).not.toBeNull();
      fixture.clock.advance(59 * MINUTE_MS);
      expect(await runner.readLiveReplay('turbobot')).toEqual(first);
      fixture.clock.advance(2 * MINUTE_MS);
      const second = await runner.readLiveReplay('turbobot');
      expect(Date.parse(second.checkedAt) - Date.parse(first.checkedAt)).toBe(61 * MINUTE_MS);
    } finally {
      await runner.stop();
    }
  });
});

describe('a replay that takes long', () => {
  it('is unavailable for the one who waits, goes on, and is there later', async () => {
    const runner = createBacktestRunner({
      ...fixture,
      databaseUrl: fixture.url,
      log,
      strategies: liveReplayStrategies,
      entry: WORKER,
      patienceMs: 1,
    });
    try {
      await expect(runner.readLiveReplay('turbobot')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect
        .poll(() => runner.readLiveReplay('turbobot').catch(() => null), { timeout: 50_000 })
        .toMatchObject({ differingFills: 0 });
    } finally {
      await runner.stop();
    }
  });
});

// @module-tag long
import { HOUR_MS, MINUTE_MS, symbolIndex } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkerPool } from '../../src/modules/bots/backtests/worker-pool.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { liveReplayStrategies } from './live-replay-strategies.ts';

const log = pino({ level: 'silent' });
const WORKER = new URL('./live-replay-worker.ts', import.meta.url);
/** A window of New York's winter: the exchange closes with it. */
const OPENS = Date.parse('2026-03-02T16:00:00Z');
const CLOSES = OPENS + 5 * HOUR_MS;
/** What Twelve Data tells of exchanges, asked every 18 minutes. */
const OF_EXCHANGES = ['SPX500', 'NASDAQ100'] as const;

let fixture: BotsFixture;

type FillRow = { symbol: string; reason: string; filled_at: Date; mid_price: number; units_after: number };

beforeAll(async () => {
  const { newsbot } = liveReplayStrategies;
  fixture = await createBotsFixture({ strategies: { ...(newsbot && { newsbot }) }, seed: 5 });
  const { clock, database, market, shut, sources } = fixture;
  clock.set(new Date(OPENS - 10 * MINUTE_MS));
  await database.pool.query(
    `INSERT INTO trading_events (id, name, starts_at, ends_at, origin, created_at)
     VALUES (gen_random_uuid(), 'Probe', $1, $2, 'demo', '2026-03-01T00:00:00Z')`,
    [new Date(OPENS), new Date(CLOSES)],
  );
  for (const symbol of OF_EXCHANGES) {
    sources.set(symbol, 'twelvedata');
    await database.pool.query(
      `INSERT INTO market_sources (symbol, source, since) VALUES ($1, 'twelvedata', $2)`,
      [symbol, new Date(OPENS - HOUR_MS)],
    );
  }
  market.shock(OPENS + 1.5 * HOUR_MS, 1.06);
  for (let minute = -10; minute < 5 * 60 + 20; minute++) {
    // The last time within the session is its 296th minute.
    const isAsked = minute % 18 === 7 && minute < 300;
    for (const symbol of OF_EXCHANGES) isAsked ? shut.delete(symbol) : shut.add(symbol);
    await fixture.run(1);
  }
}, 400_000);
afterAll(() => fixture?.close());

describe('NewsBot on prices of an exchange that are asked for every 18 minutes', () => {
  it('is out of the market when the exchange closes, at the last price it knows', async () => {
    const { rows } = await fixture.database.pool.query<FillRow>(
      'SELECT symbol, reason, filled_at, mid_price, units_after FROM bot_fills ORDER BY nav_seq, sequence',
    );
    const { market } = fixture;
    for (const symbol of OF_EXCHANGES) {
      const fills = rows.filter((row) => row.symbol === symbol);
      expect(fills.map(({ reason }) => reason)).toEqual(['entry', 'scheduled-close']);
      const bar = market.bar(symbolIndex(symbol), OPENS + 295 * MINUTE_MS, MINUTE_MS);
      expect(fills[1]).toMatchObject({ filled_at: new Date(CLOSES), mid_price: bar.close, units_after: 0 });
    }
  });

  it('replays to the same fills and the same NAV', async () => {
    const pool = createWorkerPool({
      entry: WORKER,
      start: { databaseUrl: fixture.url },
      size: 1,
      waitingLimit: 5,
      log,
    });
    try {
      const made = await pool.run(
        { kind: 'live-replay', botType: 'newsbot', now: fixture.clock.now().getTime() },
        { signal: new AbortController().signal, timeoutMs: 120_000, whenLost: 'UNAVAILABLE' },
      );
      expect(made.actualFills).toBeGreaterThanOrEqual(4);
      expect(made).toMatchObject({ expectedFills: made.actualFills, differingFills: 0 });
      expect(made.expectedReturn).toBe(made.actualReturn);
    } finally {
      await pool.stop();
    }
  });
});

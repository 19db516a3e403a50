// Where the price source changes, a replay begins with the new record; where a bot was never live, there is none.
import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createBacktestRunner } from '../../src/modules/bots/index.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { createBotsFixture, seriesOf, testMarket } from '../bots/bots-fixture.ts';
import { liveReplayStrategies } from './live-replay-strategies.ts';

const log = pino({ level: 'silent' });
const WORKER = new URL('./live-replay-worker.ts', import.meta.url);

describe('the replay after a change of source', () => {
  it('begins with the new record, and closes what was held at the old prices as the live run did', async () => {
    const changed = await createBotsFixture({ strategies: liveReplayStrategies, seed: 9 });
    const runner = createBacktestRunner({
      ...changed,
      databaseUrl: changed.url,
      log,
      strategies: liveReplayStrategies,
      entry: WORKER,
      patienceMs: 120_000,
    });
    try {
      changed.sources.set('ETH/USD', 'simulated');
      await changed.run(23);
      const since = changed.clock.now().getTime();
      // The new source brings its own history and other prices.
      const other = testMarket(77);
      const candles = seriesOf(other, since - HOUR_MS, since + HOUR_MS, MINUTE_MS).filter(
        ({ symbol }) => symbol === 'ETH/USD',
      );
      await insertCandles(
        changed.database.db,
        '1m',
        candles.map((series) => ({ ...series, source: 'kraken' })),
      );
      await changed.database.pool.query(
        `INSERT INTO market_sources (symbol, since, source) VALUES ('ETH/USD', $1, 'kraken')`,
        [new Date(since)],
      );
      changed.sources.set('ETH/USD', 'kraken');
      const ofBoth = changed.market.bar;
      changed.market.bar = (symbol, start, length) =>
        symbol === 1 && start >= since ? other.bar(symbol, start, length) : ofBoth(symbol, start, length);
      await changed.run(21);
      await changed.restart();
      await changed.run(4);
      const made = await runner.readLiveReplay('smartbot');
      expect(made).toMatchObject({ from: new Date(since).toISOString(), bars: 25, differingFills: 0 });
      expect(made.expectedReturn).toBe(made.actualReturn);
      expect(made.actualFills).toBeGreaterThan(10);
      expect(made.deviations.map(({ title }) => title)).toContain('Neue Kursquelle');
      const { rows } = await changed.database.pool.query(
        `SELECT DISTINCT symbol FROM bot_fills WHERE reason = 'settlement' AND filled_at = $1`,
        [new Date(since)],
      );
      expect(rows).toEqual([{ symbol: 'ETH/USD' }]);
    } finally {
      await runner.stop();
      await changed.close();
    }
  }, 400_000);
});

describe('the replay of a bot that was never live', () => {
  it('is empty', async () => {
    const empty = await createBotsFixture();
    const runner = createBacktestRunner({ ...empty, databaseUrl: empty.url, log });
    try {
      expect(await runner.readLiveReplay('newsbot')).toMatchObject({
        from: null,
        until: null,
        bars: 0,
        expectedReturn: null,
        actualReturn: null,
        deviations: [],
      });
    } finally {
      await runner.stop();
      await empty.close();
    }
  });
});

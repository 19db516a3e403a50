import { BOT_TYPES, MARKET_SYMBOLS } from '@botdepot/contract';
import { backtestFigures, calendarEvents, DAY_MS, HOUR_MS, runBacktest } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRATEGIES, symbolSpecs } from '../../src/modules/bots/strategies.ts';
import { createRateLimiter } from '../../src/platform/rate-limit.ts';
import {
  type BacktestsFixture,
  createBacktestsFixture,
  FIRST_DAY,
  insertHours,
  LAST_DAY,
  market,
  readAll,
  request,
} from './backtests-fixture.ts';
import { backtestStrategies } from './backtests-strategies.ts';
import { seriesOf } from './bots-fixture.ts';

describe('a backtest on request', () => {
  let fixture: BacktestsFixture;
  beforeAll(async () => {
    fixture = await createBacktestsFixture();
  });
  afterAll(() => fixture.close());

  it('is offered for the days that have candles and the bots that run', async () => {
    const { api } = await fixture.client();
    const data = await api.backtests.getBacktestData();
    expect(data).toMatchObject({ firstDay: FIRST_DAY, lastDay: LAST_DAY });
    expect(data.symbols).toHaveLength(MARKET_SYMBOLS.length);
    expect(data.symbols[0]).toEqual({
      symbol: 'BTC/USD',
      source: 'simulated',
      firstDay: FIRST_DAY,
      lastDay: LAST_DAY,
    });
    expect(data.bots.map(({ botType }) => botType)).toEqual(['smartbot', 'turbobot', 'newsbot']);
    expect(data.bots[2]?.symbols).toEqual(['BTC/USD', 'EUR/USD']);
  });

  it('is offered as soon as there are candles, also to whom looked a moment before', async () => {
    const early = await createBacktestsFixture({ candles: false });
    try {
      const { api } = await early.client();
      expect(await api.backtests.getBacktestData()).toMatchObject({ firstDay: null, symbols: [] });
      await insertHours(early);
      expect(await api.backtests.getBacktestData()).toMatchObject({ firstDay: FIRST_DAY, lastDay: LAST_DAY });
    } finally {
      await early.close();
    }
  });

  it('tells the client its progress and then the result that the engine has on these candles', async () => {
    const { api } = await fixture.client();
    const { events, result } = await readAll(await api.backtests.runBacktest(request));
    const shares = events.flatMap((event) => (event.type === 'progress' ? [event.share] : []));
    expect(shares.length).toBeGreaterThan(0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);

    const from = Date.parse(FIRST_DAY);
    const until = Date.parse(LAST_DAY) + DAY_MS;
    const series = seriesOf(market, from, until, HOUR_MS).map(({ symbol, candles }) => {
      const [spec] = symbolSpecs([symbol]);
      if (!spec) throw new Error('unknown symbol');
      return { spec, candles };
    });
    const { strategy } = backtestStrategies.smartbot ?? { strategy: undefined };
    if (!strategy) throw new Error('no strategy');
    const expected = runBacktest({ strategy, series, baseIntervalMs: HOUR_MS, from, until });
    const figures = backtestFigures(expected, series);
    expect(result.performance).toEqual(figures.performance);
    expect(result.uncertainty).toEqual(figures.uncertainty);
    expect(result.series).toEqual(figures.series);
    expect(result.tradeCount).toBe(figures.trades.length);
    expect(figures.trades.length).toBeGreaterThan(50);
    expect(result.trades.map(({ net }) => net)).toEqual(figures.trades.map(({ net }) => net));
    expect(result.provenance.dataHash).toBe(expected.provenance.dataHash);
    expect(result.provenance).toMatchObject({ bars: '1h', firstDay: FIRST_DAY, lastDay: LAST_DAY });
    expect(new Set(result.trades.map(({ reasonText }) => reasonText))).toEqual(new Set(['Stopp']));
    expect(result.protections.every(({ title, text }) => title.length > 0 && text.length > 0)).toBe(true);
  });

  it('gives the same bytes for the same request, remembered or made anew', { tags: ['long'] }, async () => {
    const { api } = await fixture.client();
    const first = await readAll(await api.backtests.runBacktest(request));
    const again = await readAll(
      await api.backtests.runBacktest({ ...request, symbols: request.symbols.toReversed() }),
    );
    expect(JSON.stringify(again.result)).toBe(JSON.stringify(first.result));
    const other = await createBacktestsFixture();
    try {
      const { api: elsewhere } = await other.client();
      const anew = await readAll(await elsewhere.backtests.runBacktest(request));
      expect(JSON.stringify(anew.result)).toBe(JSON.stringify(first.result));
    } finally {
      await other.close();
    }
  });

  it('says which symbols lack history before the first day', async () => {
    const { api } = await fixture.client();
    const lackingFrom = async (firstDay: string) =>
      (await readAll(await api.backtests.runBacktest({ ...request, firstDay }))).result.warmUp;
    expect(await lackingFrom('2026-01-11')).toEqual({ days: 1, lacking: [] });
    expect(await lackingFrom(FIRST_DAY)).toEqual({
      days: 1,
      lacking: request.symbols.map((symbol) => ({ symbol, days: 1 })),
    });
  });

  it('refuses what cannot be run, and says what can', async () => {
    const { api } = await fixture.client();
    const run = (changes: object) => api.backtests.runBacktest({ ...request, ...changes });
    await expect(run({ botType: 'newsbot' })).rejects.toMatchObject({
      code: 'BACKTEST_SYMBOLS_NOT_TRADED',
      data: { symbols: expect.stringContaining('ETH/USD') },
    });
    await expect(run({ firstDay: '2025-12-01' })).rejects.toMatchObject({
      code: 'BACKTEST_PERIOD_UNAVAILABLE',
      data: { firstDay: FIRST_DAY, lastDay: LAST_DAY },
    });
    // Today is not over.
    await expect(run({ lastDay: '2026-03-02' })).rejects.toMatchObject({
      code: 'BACKTEST_PERIOD_UNAVAILABLE',
    });
    await expect(run({ firstDay: '2015-01-01' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(run({ lastDay: '2026-01-01' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(run({ symbols: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is made a limited number of times an hour', async () => {
    const { api, userId } = await fixture.client();
    const limiter = createRateLimiter(fixture);
    for (let run = 0; run < 60; run++)
      await limiter.consume({ purpose: 'backtest', subject: userId }, { max: 60, windowMs: HOUR_MS });
    await expect(api.backtests.runBacktest(request)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('runs once per person at a time, and stops when its reader leaves', { tags: ['long'] }, async () => {
    const { api } = await fixture.client();
    const endless = { ...request, botType: 'turbobot' as const };
    const button = new AbortController();
    const events = await api.backtests.runBacktest(endless, { signal: button.signal });
    // By hand: leaving a loop would leave the stream, and end the run before the next request is there.
    let event = await events.next();
    while (!event.done && !(event.value.type === 'progress' && event.value.share >= 0.28))
      event = await events.next();
    await expect(api.backtests.runBacktest(request)).rejects.toMatchObject({ code: 'BACKTEST_RUNNING' });
    button.abort();
    // The process is busy for ever: only its end lets the next run begin.
    const { result } = await untilFree(() => api.backtests.runBacktest(request));
    expect(result.tradeCount).toBeGreaterThan(0);
  });

  it('stops when the reader leaves the stream, too', { tags: ['long'] }, async () => {
    const { api } = await fixture.client();
    const events = await api.backtests.runBacktest({ ...request, botType: 'turbobot' });
    for await (const event of events) if (event.type === 'progress') break;
    const { result } = await untilFree(() => api.backtests.runBacktest(request));
    expect(result.tradeCount).toBeGreaterThan(0);
  });

  it('whose process dies says so, and the next one works', { tags: ['long'] }, async () => {
    const { api } = await fixture.client();
    const deadly = { ...request, botType: 'newsbot' as const, symbols: ['BTC/USD' as const] };
    const events = await api.backtests.runBacktest(deadly);
    await expect(readAll(events)).rejects.toMatchObject({ code: 'BACKTEST_UNFINISHED', status: 503 });
    const { result } = await readAll(await api.backtests.runBacktest(request));
    expect(result.tradeCount).toBeGreaterThan(0);
  });

  it('keeps the connection alive while it takes long', { tags: ['long'] }, async () => {
    const { token } = await fixture.client();
    const leave = new AbortController();
    const response = await fetch(`${fixture.origin}/api/backtests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-session': token },
      body: JSON.stringify({ ...request, botType: 'turbobot' }),
      signal: leave.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      // After the last event there is only silence, were it not for the comments.
      if (/event: message[\s\S]*\n: *\n/.test(text)) break;
    }
    leave.abort();
    expect(text).toContain('progress');
  });

  it('on repaired candles has another data hash and another result', { tags: ['long'] }, async () => {
    const { api } = await fixture.client();
    const before = await readAll(await api.backtests.runBacktest(request));
    await fixture.database.pool.query(
      `INSERT INTO market_candles (symbol, source, interval, time, revision, open, high, low, close, volume)
       SELECT symbol, source, interval, time, 2, open, high * 1.5, low, close * 1.5, volume FROM market_candles
       WHERE interval = '1h' AND symbol = 'ETH/USD' AND source = 'simulated' AND time = '2026-01-12T12:00:00Z'`,
    );
    const after = await readAll(await api.backtests.runBacktest(request));
    expect(after.result.provenance.dataHash).not.toBe(before.result.provenance.dataHash);
    expect(after.result.performance.totalReturn).not.toBe(before.result.performance.totalReturn);
  });

  /** The server notices that a client has gone a moment after the client knows. */
  async function untilFree(run: () => Promise<Parameters<typeof readAll>[0]>) {
    for (;;) {
      try {
        return await readAll(await run());
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'BACKTEST_RUNNING')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }
});

describe('the bots of the installation', () => {
  let fixture: BacktestsFixture;
  beforeAll(async () => {
    fixture = await createBacktestsFixture({ strategies: STRATEGIES });
  });
  afterAll(() => fixture.close());

  it.each(Object.keys(STRATEGIES))('can be run: %s, warmed up by days', async (name) => {
    const botType = BOT_TYPES.find((type) => type === name) ?? 'smartbot';
    const runnable = STRATEGIES[botType];
    if (!runnable) throw new Error('no strategy');
    const { api } = await fixture.client();
    const symbols = request.symbols.filter((symbol) => runnable.symbols.includes(symbol));
    const { result } = await readAll(await api.backtests.runBacktest({ ...request, botType, symbols }));
    expect(result.series.equity).toHaveLength(51);
    expect(result.provenance.strategyVersion).toBe(runnable.strategy.version);
    // Those made by rule, which were known at the time.
    const events = calendarEvents(FIRST_DAY, LAST_DAY);
    expect(events.length).toBeGreaterThan(0);
    expect(result.provenance.events).toBe(runnable.decisionTimes ? events.length : 0);
    // The fixture has a week of days before the first hour.
    const lacking = Math.max(0, result.warmUp.days - 7);
    expect(result.warmUp.lacking[0]?.days ?? 0).toBe(
      runnable.strategy.decisionIntervalMs === DAY_MS ? lacking : result.warmUp.days,
    );
  });

  it('trade the events that were entered here beside those made by rule', async () => {
    const { api } = await fixture.client();
    const symbols = request.symbols.filter((symbol) => STRATEGIES.newsbot?.symbols.includes(symbol));
    const run = async () =>
      (await readAll(await api.backtests.runBacktest({ ...request, botType: 'newsbot', symbols }))).result;
    const before = await run();
    await fixture.database.pool.query(
      `INSERT INTO trading_events (id, name, starts_at, ends_at, origin, created_at) VALUES
       (gen_random_uuid(), 'Probe', '2026-02-17T09:00:00Z', '2026-02-17T14:00:00Z', 'admin', '2026-02-01T00:00:00Z')`,
    );
    const after = await run();
    expect(after.provenance.events).toBe(before.provenance.events + 1);
    expect(after.provenance.dataHash).not.toBe(before.provenance.dataHash);
  });
});

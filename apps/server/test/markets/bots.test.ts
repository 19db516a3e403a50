import { fixed12FromText, fixed12ToText } from '@botdepot/money';
import { MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { type BotRunner, createBotRunner, startBot } from '../../src/modules/bots/index.ts';
import { botStrategies, restlessStrategy } from '../bots/restless-strategy.ts';
import { expectSound } from '../invariants.ts';
import { closeProviders, createLiveWorld, type LiveProcess, type LiveWorld } from './live-world.ts';
import { closeWorlds, MONDAY } from './market-world.ts';

const STEP_MS = 10_000;
const log = pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' });

let world: LiveWorld;
let runner: BotRunner | undefined;
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  await closeWorlds();
  await closeProviders();
});

/** A process with a bot that decides every five minutes and holds most markets. */
async function startBots(sources: Parameters<LiveWorld['startLive']>[0]): Promise<LiveProcess> {
  await runner?.stop();
  const live = await world.startLive(sources);
  const { database, clock, bus } = world;
  const strategies = botStrategies(restlessStrategy({ shorts: false }));
  runner = createBotRunner({ database, feed: live.feed, clock, bus, log, strategies });
  runner.start();
  return live;
}

/** Whole minutes of ten-second ticks, everything written after each. */
async function run(live: LiveProcess, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes * MINUTE_MS; passed += STEP_MS) {
    await live.run(STEP_MS, STEP_MS);
    await runner?.idle();
  }
}

async function rows<T extends Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  return (await world.database.pool.query<T>(statement, values)).rows;
}

const protocol = (after: number) =>
  rows<{ title: string; text: string; kind: string; symbol: string | null; at: Date }>(
    'SELECT title, text, kind, symbol, at FROM bot_protocol WHERE at > $1 ORDER BY at, bar_at, sequence',
    new Date(after),
  );

describe('a bot on live prices', () => {
  test('halts by protection where the price is stale, trades on elsewhere, and goes on when prices are back', async () => {
    world = await createLiveWorld(MONDAY);
    const live = await startBots([world.kraken()]);
    await run(live, 12);
    const fillsOf = (symbol: string, from: number, to: number) =>
      rows(
        'SELECT filled_at FROM bot_fills WHERE symbol = $1 AND filled_at >= $2 AND filled_at < $3',
        symbol,
        new Date(from),
        new Date(to),
      );
    expect((await fillsOf('BTC/USD', MONDAY, MONDAY + 12 * MINUTE_MS)).length).toBeGreaterThan(0);

    const silentAt = world.clock.now().getTime();
    world.provider.fault = () => ({ kind: 'reset' });
    await run(live, 14);
    const backAt = world.clock.now().getTime();
    // After two minutes the price is too old; until then an order may still have waited for a candle.
    expect(await fillsOf('BTC/USD', silentAt + 3 * MINUTE_MS, backAt)).toEqual([]);
    expect((await fillsOf('GOLD', silentAt + 3 * MINUTE_MS, backAt)).length).toBeGreaterThan(0);
    const halted = (await protocol(silentAt)).filter(
      ({ symbol, kind }) => symbol === 'BTC/USD' && kind === 'protection',
    );
    expect(halted).toMatchObject([
      {
        title: 'Pause für BTC/USD',
        text: 'Schutzregel: Der letzte Kurs ist zu alt. Bis zum nächsten Kurs gibt es keine neuen Aufträge.',
      },
    ]);

    world.provider.fault = undefined;
    await run(live, 16);
    const resumed = (await protocol(backAt)).filter(
      ({ symbol, kind }) => symbol === 'BTC/USD' && kind === 'protection',
    );
    expect(resumed).toMatchObject([{ title: 'BTC/USD wieder handelbar' }]);
    expect((await fillsOf('BTC/USD', backAt, world.clock.now().getTime())).length).toBeGreaterThan(0);
    // One strike per minute all the while: the NAV never stopped.
    const [strikes] = await rows<{ count: string }>('SELECT count(*) FROM bot_nav');
    expect(Number(strikes?.count)).toBe((world.clock.now().getTime() - MONDAY) / MINUTE_MS);
    await expectSound(world);
  }, 400_000);
});

describe('a bot whose price source changes', () => {
  test('closes the positions at the last old price, keeps its units, and begins a new record', {
    tags: ['long'],
  }, async () => {
    world = await createLiveWorld(MONDAY);
    const simulated = await startBots([]);
    await run(simulated, 7);
    const customer = await world.createCustomer('5000');
    await world.runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '3000' }),
    );
    await run(simulated, 4);
    const [before] = await rows<{
      nav: string;
      at: Date;
      id: string;
      live_since: Date;
      live_nav: string;
      units: number;
      entry: number;
    }>(
      `SELECT n.nav, n.at, p.id, p.live_since, p.live_nav,
              (p.state->'broker'->'positions'->0->>'units')::float8 AS units,
              (p.state->'broker'->'quotes'->0->>'price')::float8 AS entry
       FROM bot_portfolios p JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq`,
    );
    expect(before!.units).toBeGreaterThan(0);

    const live = await startBots([world.kraken()]);
    // Bitcoin is simulated near 26,000 and trades at 60,000 at Kraken: no customer may get that difference.
    await live.feed.tick();
    await runner?.idle();
    const [tick] = await rows<{ nav: string }>('SELECT nav FROM bot_ticks');
    expect(Math.abs(Number(tick!.nav) / Number(before!.nav) - 1)).toBeLessThan(0.01);
    const changedAt = world.clock.now().getTime();
    await run(live, 8);

    const settled = await rows<{
      symbol: string;
      price: number;
      mid_price: number;
      reason: string;
      units_after: number;
      filled_at: Date;
      nav_seq: string;
    }>(
      `SELECT symbol, mid_price, reason, units_after, filled_at, nav_seq FROM bot_fills WHERE reason = 'settlement' ORDER BY symbol`,
    );
    expect(settled.find(({ symbol }) => symbol === 'BTC/USD')).toMatchObject({
      mid_price: before!.entry,
      units_after: 0,
    });
    expect(settled.every(({ symbol }) => live.source.live?.configured.has(symbol))).toBe(true);
    const told = await protocol(before!.at.getTime() - 1);
    const line = told.find(({ title }) => title === 'Neue Kursquelle');
    expect(line).toMatchObject({
      kind: 'protection',
      text: `Die Kurse von 10\u00a0Märkten kommen ab jetzt von Kraken, bisher waren sie simuliert. ${settled.length}\u00a0Positionen wurden zum letzten alten Kurs geschlossen. Die Messung beginnt neu.`,
    });

    const [portfolio] = await rows<{
      live_since: Date;
      live_nav: string;
      sources: Record<string, string>;
      series: number;
      closed_at: Date | null;
    }>('SELECT live_since, live_nav, sources, series, closed_at FROM bot_portfolios');
    expect(portfolio).toMatchObject({ series: 1, closed_at: null });
    expect(portfolio!.live_since).toEqual(settled[0]!.filled_at);
    expect(portfolio!.sources).toMatchObject({ 'BTC/USD': 'kraken', GOLD: 'simulated' });
    const [closed] = await rows<{
      since: Date;
      since_nav: string;
      until: Date;
      until_nav: string;
      max_drawdown: number;
      changes: unknown[];
    }>('SELECT since, since_nav, until, until_nav, max_drawdown, changes FROM bot_closed_records');
    expect(closed).toMatchObject({
      since: before!.live_since,
      since_nav: before!.live_nav,
      until: portfolio!.live_since,
      until_nav: portfolio!.live_nav,
    });
    expect(closed!.changes).toHaveLength(10);
    expect(closed!.changes).toContainEqual({ symbol: 'BTC/USD', from: 'simulated', to: 'kraken' });
    // Closing cost something, and nothing else happened to the NAV.
    const atClose = Number(fixed12ToText(fixed12FromText(closed!.until_nav)));
    expect(atClose).toBeLessThan(Number(before!.nav) * 1.001);
    expect(atClose).toBeGreaterThan(Number(before!.nav) * 0.98);
    // The new record's peak and drawdown know nothing of the old one.
    const [strike] = await rows<{ peak: string; max_drawdown: number; nav: string }>(
      'SELECT peak, max_drawdown, nav FROM bot_nav WHERE nav_seq_is($1)'.replace(
        'nav_seq_is($1)',
        'seq = $1',
      ),
      settled[0]!.nav_seq,
    );
    expect(Number(strike!.peak)).toBe(Math.max(atClose, Number(strike!.nav)));

    // It trades on, on Kraken's prices.
    const later = await rows<{ mid_price: number }>(
      `SELECT mid_price FROM bot_fills WHERE symbol = 'BTC/USD' AND filled_at > $1`,
      new Date(changedAt + MINUTE_MS),
    );
    expect(later.length).toBeGreaterThan(0);
    expect(later.every(({ mid_price }) => mid_price > 50_000)).toBe(true);
    const [investment] = await rows<{ units: string; status: string }>(
      'SELECT units, status FROM bot_investments',
    );
    expect(investment!.status).toBe('active');
    await expectSound(world);

    // A restart on the same source changes nothing.
    const again = await startBots([world.kraken()]);
    await run(again, 2);
    expect(await rows('SELECT 1 FROM bot_closed_records')).toHaveLength(1);
  });

  test('decides on the history of the new source alone', async () => {
    world = await createLiveWorld(MONDAY);
    const seen: number[] = [];
    const strategy = restlessStrategy();
    const watching = {
      ...strategy,
      decide(...args: Parameters<typeof strategy.decide>) {
        const closes = new Float64Array(12);
        args[0].closes(0, closes);
        seen.push(...closes);
        return strategy.decide(...args);
      },
    };
    const startWatching = async (sources: Parameters<LiveWorld['startLive']>[0]) => {
      await runner?.stop();
      const live = await world.startLive(sources);
      const { database, clock, bus } = world;
      runner = createBotRunner({
        database,
        feed: live.feed,
        clock,
        bus,
        log,
        strategies: botStrategies(watching),
      });
      runner.start();
      return live;
    };
    await run(await startWatching([]), 11);
    expect(Math.max(...seen)).toBeLessThan(50_000);
    seen.length = 0;
    await run(await startWatching([world.kraken()]), 11);
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.min(...seen.filter((close) => !Number.isNaN(close)))).toBeGreaterThan(50_000);
  }, 400_000);
});

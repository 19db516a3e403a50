// @module-tag long
import { fixed12FromText, fromWire, payoutOf } from '@botdepot/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BotRunner,
  createBotRunner,
  type DemoMoment,
  listInvestments,
  readNervousWindows,
  STRATEGIES,
  simulateDemoHistory,
  startBot,
  stopBot,
} from '../../src/modules/bots/index.ts';
import { getBot, listBots } from '../../src/modules/bots/overview/list-bots.ts';
import { createMarketFeed, createSimulatedSource, type MarketFeed } from '../../src/modules/markets/index.ts';
import type { Actor } from '../../src/platform/work.ts';
import { seedDemoEvents } from '../../src/seed/demo-events.ts';
import { expectSound } from '../invariants.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const DAYS = 60;
const BOTS_RUNNING = Object.keys(STRATEGIES).length;
const log = pino({ level: process.env.BOTS_TEST_LOG ?? 'silent' });

let fixture: ServerFixture;
let feed: MarketFeed;
let runner: BotRunner;
let customer: Actor & { userId: string };
let openedAt: number;
const paid: { shown: string; booked: string }[] = [];

/** The real simulated market and every bot: 60 days of hours first, then some live minutes. */
beforeAll(async () => {
  fixture = await createServerFixture();
  openedAt = fixture.clock.now().getTime();
  // A quarter of a minute past ten: the hour before is complete, and the first live minute is the running one.
  fixture.clock.advance(15_000);
  const midnight = Math.floor(openedAt / DAY_MS) * DAY_MS;
  const from = new Date(midnight - DAYS * DAY_MS);
  await seedDemoEvents(fixture.database, from, new Date(openedAt));
  const source = createSimulatedSource(
    { seed: 'demo test', originMs: midnight - 500 * DAY_MS, anchorMs: openedAt },
    () => readNervousWindows(fixture.database.db),
  );
  feed = createMarketFeed({
    database: fixture.database,
    clock: fixture.clock,
    bus: fixture.bus,
    log,
    source,
  });
  const term = { epoch: 0, signal: new AbortController().signal };
  await feed.open(term);

  customer = {
    role: 'user',
    adminField: null,
    userId: crypto.randomUUID(),
    sessionId: 'demo',
    authenticatedAt: new Date(),
    hasSecondFactor: false,
    requestId: 'demo',
  };
  await simulateDemoHistory(
    { database: fixture.database, log },
    { clock: fixture.clock, from, until: new Date(openedAt), moments: momentsFrom(from.getTime()) },
  );

  fixture.clock.set(new Date(openedAt + 15_000));
  feed.close();
  await feed.open(term);
  runner = createBotRunner({ database: fixture.database, feed, clock: fixture.clock, bus: fixture.bus, log });
  runner.start();
  for (let minute = 1; minute <= 5; minute++) {
    await feed.tick();
    await runner.idle();
    fixture.clock.set(new Date(openedAt + minute * MINUTE_MS));
    await feed.tick();
    await runner.idle();
  }
}, 400_000);
afterAll(async () => {
  await runner.stop();
  await fixture.close();
});

/** A deposit, a start after ten days, a second one, and the first one's stop. */
function momentsFrom(from: number): DemoMoment[] {
  const { runWork } = fixture;
  const start = async (amountUsd: string) => {
    await runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
    );
  };
  const ofCustomer = (page = { page: 1, pageSize: 10 }) =>
    listInvestments(fixture.database.db, customer.userId, page);
  return [
    {
      at: new Date(from + 9 * DAY_MS + 7 * MINUTE_MS),
      run: async () => {
        customer = { ...customer, ...(await fixture.createCustomer('5000')) };
      },
    },
    { at: new Date(from + 10 * DAY_MS + 9 * HOUR_MS), run: () => start('2000') },
    { at: new Date(from + 31 * DAY_MS + 20 * HOUR_MS + 12_345), run: () => start('1500.5') },
    {
      at: new Date(from + 45 * DAY_MS + 90 * MINUTE_MS),
      run: async () => {
        const { items } = await ofCustomer();
        const first = items.at(-1);
        if (!first) throw new Error('nothing to stop');
        const stopped = await runWork(customer, (work) =>
          stopBot(work, { userId: customer.userId, investmentId: first.id }),
        );
        paid.push({ shown: first.usdCurrentAmount, booked: stopped.usdCurrentAmount });
      },
    },
  ];
}

const rowsOf = async <T extends Record<string, unknown>>(statement: string): Promise<T[]> =>
  (await fixture.database.pool.query<T>(statement)).rows;

describe('the demo’s history', () => {
  it('is made of hours that say so, and the portfolio goes on with minutes', async () => {
    const phases = await rowsOf(
      `SELECT phase, bar_ms, count(*)::int AS strikes, count(DISTINCT portfolio_id)::int AS portfolios
       FROM bot_nav GROUP BY phase, bar_ms ORDER BY phase`,
    );
    expect(phases).toEqual([
      { phase: 'demo', bar_ms: HOUR_MS, strikes: BOTS_RUNNING * (DAYS * 24 + 10), portfolios: BOTS_RUNNING },
      { phase: 'live', bar_ms: MINUTE_MS, strikes: BOTS_RUNNING * 5, portfolios: BOTS_RUNNING },
    ]);
    const protocol = await rowsOf<{ title: string; phase: string; bots: number }>(
      `SELECT title, phase, count(*)::int AS bots FROM bot_protocol WHERE kind IN ('start', 'gap')
       GROUP BY title, phase ORDER BY phase, title`,
    );
    expect(protocol).toEqual([
      { title: 'NewsBot beginnt', phase: 'demo', bots: 1 },
      { title: 'SmartBot beginnt', phase: 'demo', bots: 1 },
      { title: 'TurboBot beginnt', phase: 'demo', bots: 1 },
      { title: 'Live ab jetzt', phase: 'live', bots: BOTS_RUNNING },
    ]);
  });

  it('is not part of the record', async () => {
    const bots = await listBots(fixture.database.db, STRATEGIES, fixture.clock.now());
    const [smartbot, turbobot] = bots;
    expect(smartbot).toMatchObject({
      startable: true,
      unavailableReason: null,
      demoHistory: true,
      measured: null,
    });
    expect(smartbot?.record?.from).toBe(new Date(openedAt).toISOString());
    expect(smartbot?.record?.days).toBeCloseTo(5 / 1440, 9);
    expect(smartbot?.sparkline.length).toBeLessThanOrEqual(120);
    expect(smartbot?.sparkline.length).toBeGreaterThan(100);
    expect(turbobot).toMatchObject({ startable: true, unavailableReason: null, demoHistory: true });
  });

  it('says of a bot without a strategy that it does not trade', async () => {
    const { smartbot } = STRATEGIES;
    const [, turbobot] = await listBots(
      fixture.database.db,
      smartbot ? { smartbot } : {},
      fixture.clock.now(),
    );
    expect(turbobot).toMatchObject({
      startable: false,
      unavailableReason: 'Dieser Bot handelt auf dieser Plattform noch nicht.',
    });
  });

  it('has the NewsBot trade in the demo’s invented windows, and only there', async () => {
    const fills = await rowsOf<{ outside: boolean; reason: string }>(
      `SELECT f.reason, NOT EXISTS (
         SELECT FROM trading_events e
         WHERE e.origin = 'demo' AND f.filled_at > e.starts_at AND f.filled_at <= e.ends_at) AS outside
       FROM bot_fills f JOIN bot_portfolios p ON p.id = f.portfolio_id WHERE p.bot_type = 'newsbot'`,
    );
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.filter(({ outside }) => outside)).toEqual([]);
    const { activity, protocol, tradesOnEvents } = await getBot(
      fixture.database.db,
      STRATEGIES,
      'newsbot',
      fixture.clock.now(),
    );
    expect(tradesOnEvents).toBe(true);
    expect(activity).toMatch(
      /^Hält keine Positionen, alles in Geld\. Nächster Termin: Demo-Termin \(erfunden\), 03\.03\.2026, 17:00–\u206022:00\u00a0Uhr\./,
    );
    for (const { title, text } of protocol) expect(`${title} ${text}`).not.toMatch(/!|NaN|undefined|null/);
  });

  it('ran real commands at their own time and at the NAV of their hour', async () => {
    expect(paid).toHaveLength(1);
    expect(paid[0]?.booked).toBe(paid[0]?.shown);
    const { items } = await listInvestments(fixture.database.db, customer.userId, { page: 1, pageSize: 10 });
    expect(items.map(({ status }) => status)).toEqual(['active', 'inactive']);
    expect(items[0]?.startedAt).toMatch(/T20:00:12\.345Z$/);
    const [active] = items;
    expect(fromWire(active?.usdCurrentAmount ?? '0')).toBe(
      payoutOf(fixed12FromText(active?.units ?? '0'), fixed12FromText(active?.nav ?? '0')),
    );
    await expectSound(fixture);
  });

  it.each(['smartbot', 'turbobot'] as const)(
    'shows how far %s is from its highest value, wherever one looks',
    async (botType) => {
      const detail = await getBot(fixture.database.db, STRATEGIES, botType, fixture.clock.now());
      const last = detail.navHistory.at(-1);
      expect(last).toMatchObject({ at: detail.navAt, nav: detail.nav });
      expect(last?.drawdown).toBeLessThan(0);
      expect(last?.drawdown).toBeCloseTo(detail.protection?.drawdownFraction ?? 0, 10);
    },
  );

  it.each(['smartbot', 'turbobot'] as const)('shows what %s does, in German', async (botType) => {
    const detail = await getBot(fixture.database.db, STRATEGIES, botType, fixture.clock.now());
    expect(detail.activity).toMatch(
      /^Hält (keine Positionen, alles in Geld|\d+\u00a0Position(en)?, (\d+\u00a0% angelegt|zusammen das \d+,\d-\u2060Fache des Vermögens))\. Nächste Entscheidung (am \d{2}\.\d{2}\.\d{4} )?um 01:00\u00a0Uhr\.$/,
    );
    expect(detail.positions.length).toBeGreaterThan(0);
    expect(detail.navHistory.length).toBeLessThanOrEqual(300);
    for (const { title, text } of detail.protocol)
      expect(`${title} ${text}`).not.toMatch(/!|NaN|undefined|-\d/);
    if (process.env.BOTS_TEST_LOG) console.info(JSON.stringify(detail, null, 1).slice(0, 9000));
  });
});

import { type AdminBot, MARKET_SYMBOLS } from '@botdepot/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot } from '../../src/modules/bots/index.ts';
import { listAdminBots } from '../../src/modules/bots/operation/list-admin-bots.ts';
import { readInvestors, readNewestPauses } from '../../src/modules/bots/operation/pauses.ts';
import { listEmails } from '../../src/modules/identity/index.ts';
import { writePrices } from '../../src/modules/markets/market-prices.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { countRowsRead, recordStatements } from '../rows-read.ts';

let fixture: BotsFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
beforeAll(async () => {
  fixture = await createBotsFixture();
  api = createApi(fixture);
  admin = api.person('admin');
});
afterAll(() => fixture.close());

const now = () => fixture.clock.now();
const bots = async (): Promise<AdminBot[]> =>
  fixture.database.snapshot((tx) =>
    listAdminBots(tx, { people: { listEmails }, strategies: fixture.strategies }, now()),
  );

async function publishPrices(): Promise<void> {
  const timeMs = now().getTime();
  const quotes = MARKET_SYMBOLS.map(({ symbol }, index) => ({
    symbol,
    source: index === 0 ? ('kraken' as const) : ('simulated' as const),
    price: fixture.market.price(index, timeMs),
    text: String(fixture.market.price(index, timeMs)),
    time: timeMs - (index === 1 ? 900_000 : 0),
    open: index !== 2,
  }));
  const tick = { timeMs, quotes, change24h: quotes.map(() => null) };
  await writePrices(fixture.database.db, tick, fixture.term().epoch);
}

describe('the bots as an operator sees them', () => {
  it('are all of the catalogue, before anything has happened', async () => {
    const { status, body } = await api.call('GET', '/api/admin/bots', { as: admin });
    expect(status).toBe(200);
    const items = body.items as AdminBot[];
    expect(items.map(({ botType }) => botType)).toEqual(['smartbot', 'turbobot', 'newsbot']);
    for (const bot of items)
      expect(bot).toMatchObject({
        portfolio: null,
        nav: null,
        navAt: null,
        investedFraction: null,
        positions: [],
        protection: null,
        activity: null,
        nextDecisionAt: null,
        pause: null,
        markets: [],
        investors: { customers: 0, investments: 0, value: '0.00' },
        protocol: [],
      });
  });

  it('say what they hold, when they traded last, what their prices are and who is invested', async () => {
    await fixture.run(12);
    await publishPrices();
    const [anna, berta] = [await fixture.createCustomer('1000'), await fixture.createCustomer('1000')];
    for (const { userId } of [anna, anna, berta])
      await fixture.runWork(fixture.admin, (work) =>
        startBot(work, { userId, botType: 'smartbot', amountUsd: '123.45' }),
      );
    const [smartbot, turbobot] = await bots();
    expect(turbobot).toMatchObject({ portfolio: null, markets: [] });
    expect(smartbot).toMatchObject({
      portfolio: {
        series: 1,
        strategyVersion: '1',
        startedAt: expect.any(String),
        lastBarAt: now().toISOString(),
        bars: 12,
      },
      navAt: now().toISOString(),
      protection: { state: 'ready', operator: null },
      activity: expect.stringMatching(/^Hält \d+/),
      nextDecisionAt: '2026-03-02T10:15:00.000Z',
      pause: null,
    });
    expect(smartbot?.positions.length).toBeGreaterThan(0);
    expect(smartbot?.protocol).toHaveLength(10);
    expect(smartbot?.markets).toHaveLength(MARKET_SYMBOLS.length);
    const [fresh, stale, closed] = smartbot?.markets ?? [];
    const at = (ms: number) => new Date(now().getTime() - ms).toISOString();
    expect(fresh).toEqual({
      symbol: MARKET_SYMBOLS[0]?.symbol,
      source: 'kraken',
      at: at(0),
      state: 'fresh',
    });
    expect(stale).toMatchObject({ source: 'simulated', at: at(900_000), state: 'stale' });
    expect(closed).toMatchObject({ state: 'closed' });
  });

  it('say since when a server has led, so that the minutes before are nobody’s standstill', async () => {
    const since = new Date(now().getTime() - 90_000);
    await fixture.database.pool.query(`UPDATE leadership SET acquired_at = $1, epoch = greatest(epoch, 1)`, [
      since,
    ]);
    for (const { ledSince } of await bots()) expect(ledSince).toBe(since.toISOString());
  });

  it('count the active investments and what they are worth, as the customers’ lists add up', async () => {
    const [smartbot] = await bots();
    const { body } = await api.call('GET', '/api/admin/bot-investments?pageSize=100', { as: admin });
    const items = (body.items ?? []) as { usdCurrentAmount: string }[];
    expect(items).toHaveLength(3);
    const cents = items.reduce(
      (sum, { usdCurrentAmount }) => sum + Math.round(Number(usdCurrentAmount) * 100),
      0,
    );
    expect(smartbot?.investors).toEqual({
      customers: 2,
      investments: 3,
      value: (cents / 100).toFixed(2),
    });
  });

  it('name the pause that lasts', async () => {
    await api.call('POST', '/api/admin/bots/smartbot/pause', { as: admin, body: { reason: 'Prüfung' } });
    await fixture.run(1);
    const [smartbot, turbobot] = await bots();
    expect(smartbot).toMatchObject({
      pause: {
        reason: 'Prüfung',
        pausedBy: `${admin.userId}@probe.example`,
        effectiveAt: now().toISOString(),
        resumedAt: null,
      },
      protection: { cause: 'operator' },
      nextDecisionAt: null,
    });
    expect(turbobot?.pause).toBeNull();
    await api.call('POST', '/api/admin/bots/smartbot/resume', { as: admin, body: { reason: 'Gut' } });
    expect((await bots())[0]?.pause).toBeNull();
  });
});

describe('the pauses of the bots', () => {
  const COUNT = 600;
  const list = async (query: string) =>
    (await api.call('GET', `/api/admin/bots/pauses${query}`, { as: admin })).body as {
      items: { botType: string; pausedAt: string }[];
      total: number;
    };

  beforeAll(async () => {
    await fixture.database.pool.query(
      `INSERT INTO bot_pauses (id, bot_type, reason, paused_by, paused_at, resumed_by, resumed_at, resume_reason)
       SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'turbobot' ELSE 'newsbot' END, 'Probe', $1,
         '2025-01-01'::timestamptz + n * interval '1 hour', $1, '2025-01-01'::timestamptz + (n + 0.5) * interval '1 hour', 'Ende'
       FROM generate_series(1, ${COUNT}) n`,
      [admin.userId],
    );
    await fixture.database.pool.query('VACUUM ANALYZE bot_pauses');
  });

  it('are listed newest first, all of them or those of one bot, in pages', async () => {
    const all = await list('?pageSize=3');
    expect(all.total).toBe(COUNT + 1);
    expect(all.items.map(({ botType }) => botType)).toEqual(['smartbot', 'turbobot', 'newsbot']);
    const times = all.items.map(({ pausedAt }) => pausedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const own = await list('?botType=turbobot&pageSize=5&page=2');
    expect(own.total).toBe(COUNT / 3);
    expect(own.items.map(({ botType }) => botType)).toEqual(Array(5).fill('turbobot'));
  });

  it('are not read as a whole, neither for a page nor for the leader’s every minute', async () => {
    const client = new pg.Client({ connectionString: fixture.url });
    await client.connect();
    // A pool of its own: statements are noted by connections that are opened from now on.
    const other = await createBotsFixture({ url: fixture.url });
    try {
      const statements = recordStatements(other.database.pool);
      const read = async (task: () => Promise<unknown>) =>
        countRowsRead(client, await statements.during(task));
      const app = createApi(other);
      const person = app.person('admin');
      for (const query of ['?pageSize=5', '?botType=newsbot&pageSize=5']) {
        const { rows } = await read(() => app.call('GET', `/api/admin/bots/pauses${query}`, { as: person }));
        // Its own rows, and the addresses of those behind them.
        expect(rows, query).toBeLessThanOrEqual(12);
      }
      const leaders = await read(() =>
        readNewestPauses(other.database.db, ['smartbot', 'turbobot', 'newsbot']),
      );
      expect(leaders.rows).toBeLessThanOrEqual(9);
    } finally {
      await client.end();
      await other.close();
    }
  });

  it('one that lasts counts, even if a clock has put it before one that is over', async () => {
    const id = newId();
    await fixture.database.pool.query(
      `INSERT INTO bot_pauses (id, bot_type, reason, paused_by, paused_at)
       VALUES ($1, 'turbobot', 'Uhr geht nach', $2, '2025-01-01T00:00:00Z')`,
      [id, admin.userId],
    );
    const rows = await readNewestPauses(fixture.database.db, ['smartbot', 'turbobot', 'newsbot']);
    expect(rows.find(({ botType }) => botType === 'turbobot')).toMatchObject({ id, resumedAt: null });
    expect(rows).toHaveLength(3);
  });
});

it('investors of a portfolio without a tick are counted without a value', async () => {
  const { rows } = await fixture.database.pool.query<{ id: string }>('SELECT id FROM bot_portfolios');
  await fixture.database.pool.query('DELETE FROM bot_ticks');
  expect([...(await readInvestors(fixture.database.db))]).toEqual([
    [rows[0]?.id, { customers: 2, investments: 3, value: 0n }],
  ]);
});

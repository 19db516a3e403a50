import { MARKET_SYMBOLS, TICK_MS } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  listActiveInvestments,
  listInvestments,
  readInvested,
  simulateDemoHistory,
  startBot,
  stopBot,
} from '../../src/modules/bots/index.ts';
import { readWealthHistory } from '../../src/modules/bots/wealth/read-wealth-history.ts';
import { insertCandles } from '../../src/modules/markets/market-candles.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { LostLeadershipError } from '../../src/platform/leader.ts';
import { expectSound } from '../invariants.ts';
import { type BotsFixture, createBotsFixture, seriesOf } from './bots-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';
import { OWN_MONEY } from './thinning-world.ts';

let fixture: BotsFixture;
const extra: Database[] = [];
beforeEach(async () => {
  fixture = await createBotsFixture();
});
afterEach(async () => {
  await fixture.close();
});
afterAll(async () => {
  await Promise.all(extra.map((database) => database.close()));
});

const rowsOf = async <T extends Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<T[]> => (await fixture.database.pool.query<T>(statement, values)).rows;

async function invest(amountUsd: string) {
  const customer = await fixture.createCustomer(amountUsd);
  await fixture.tick();
  const investment = await fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
  );
  return { customer, investment };
}

describe('a settlement', () => {
  it('trues the pool up to units × NAV at every bar, against the market account', async () => {
    await fixture.run(6);
    await invest('5000');
    await invest('123.45');
    for (let minute = 0; minute < 15; minute++) {
      await fixture.run(1);
      await expectSound(fixture);
    }
    const moved = await rowsOf(`SELECT id FROM ledger_transfers WHERE kind = 'bot_settled'`);
    expect(moved.length).toBeGreaterThan(10);
    expect((await rowsOf('SELECT id FROM bot_fills')).length).toBeGreaterThan(50);
    expect((await rowsOf(`SELECT id FROM bot_protocol WHERE kind = 'decision'`)).length).toBeGreaterThan(2);
  });

  it('posts nothing while nobody is invested', async () => {
    await fixture.run(8);
    expect(await rowsOf('SELECT id FROM ledger_transfers')).toEqual([]);
  });

  it('asks the database as often for 10,000 investments as for one', async () => {
    await fixture.run(6);
    const { investment } = await invest('1000');
    await fixture.run(1);

    const counted = countingDatabase(fixture.url);
    extra.push(counted.database);
    await fixture.restart(counted.database);
    await fixture.run(1);
    const measure = async () => {
      const before = counted.statements();
      await fixture.closeMinute();
      return counted.statements() - before;
    };
    // Both measured bars lie in the same five minutes, in which nothing is decided.
    const one = await measure();
    await manyInvestments(investment.id, 10_000);
    await fixture.closeMinute();
    const many = await measure();
    expect(many).toBe(one);
    const [sum] = await rowsOf<{ settled_units: string }>('SELECT settled_units FROM bot_portfolios');
    expect(Number(sum?.settled_units)).toBeGreaterThan(9_000_000);
  });
});

describe('while no market speaks', () => {
  it('a strike has charged what the last tick of its minute says, and the next price charges the rest once', async () => {
    await fixture.run(11);
    await invest('1000');
    for (const { symbol } of MARKET_SYMBOLS) fixture.shut.add(symbol);
    const charged = [await closeMinute()];
    for (let minute = 0; minute < 3; minute++) {
      if (minute === 2) await fixture.restart();
      charged.push(await closeMinute());
    }
    fixture.shut.clear();
    charged.push(await closeMinute());
    const [first = 0, ...perMinute] = charged.slice(1).map((now, index) => now - (charged[index] ?? 0));
    expect(first).toBeGreaterThan(0);
    // At the price of the market's first moment, a few per cent from the last one.
    for (const growth of perMinute) expect(Math.abs(growth / first - 1)).toBeLessThan(0.05);
    await expectSound(fixture);
  });

  it('a command in the demo’s history still trades at the strike of the last full hour', async () => {
    const { clock, database, market } = fixture;
    const until = clock.now();
    const from = new Date(until.getTime() - 12 * HOUR_MS);
    const hours = seriesOf(market, from.getTime() - DAY_MS, until.getTime(), HOUR_MS);
    await insertCandles(database.db, '1h', hours);
    // From here on another market speaks, but none of the bot's.
    await rowsOf(
      `DELETE FROM market_candles WHERE symbol = 'EUR/USD' AND time >= $1`,
      new Date(until.getTime() - 3 * HOUR_MS),
    );
    const target = { weight: 1, stop: null, closeAt: null };
    const hold = { target, adjustment: 'rebalance', signal: 1, reason: 'restless', figures: {} } as const;
    const decide = () => ({ intents: [hold], figures: {} });
    const strategy = { ...restlessStrategy(), decisionIntervalMs: HOUR_MS, decide };
    const strategies = botStrategies(strategy, ['EUR/USD']);
    const run = async () => expect(await financing()).toBeGreaterThan(0);
    await simulateDemoHistory(
      { database, log: pino({ level: 'silent' }), strategies },
      { clock, from, until, moments: [{ at: new Date(until.getTime() - 1), run }] },
    );
    await run();
  });

  /** Ticks at the last moment of a minute and closes it; the financing of both is the same. */
  async function closeMinute(): Promise<number> {
    const { clock } = fixture;
    const end = (Math.floor(clock.now().getTime() / MINUTE_MS) + 1) * MINUTE_MS;
    clock.set(new Date(end - TICK_MS));
    await fixture.tick();
    const [tick] = await rowsOf<{ ticked: number }>(
      `SELECT (figures ->> 'financing')::float8 AS ticked FROM bot_ticks`,
    );
    await fixture.closeMinute();
    const [strike] = await rowsOf<{ financing: number }>(
      'SELECT financing FROM bot_nav ORDER BY at DESC LIMIT 1',
    );
    expect(strike?.financing).toBe(tick?.ticked);
    return strike?.financing ?? Number.NaN;
  }

  /** Of the newest strike; the newest tick, made on it, says the same. */
  async function financing(): Promise<number> {
    const [row] = await rowsOf<{ struck: number; ticked: number }>(
      `SELECT n.financing AS struck, (t.figures ->> 'financing')::float8 AS ticked
       FROM bot_nav n JOIN bot_ticks t ON t.portfolio_id = n.portfolio_id AND t.nav_seq = n.seq
       ORDER BY n.at DESC LIMIT 1`,
    );
    expect(row?.struck).toBeCloseTo(row?.ticked ?? Number.NaN, 12);
    return row?.struck ?? Number.NaN;
  }
});

describe('two leaders', () => {
  it('cannot both write: bars and ticks of the old epoch change nothing', async () => {
    await fixture.run(6);
    const old = fixture.term();
    await fixture.takeOver();
    const before = await rowsOf('SELECT nav_seq, last_bar_at, state FROM bot_portfolios');
    const [tickBefore] = await rowsOf('SELECT * FROM bot_ticks');
    const minute = await fixture.closeMinute({ tell: false });
    await expect(fixture.tellMinute(minute, old)).rejects.toThrow(LostLeadershipError);
    await fixture.tick(old);
    expect(await rowsOf('SELECT nav_seq, last_bar_at, state FROM bot_portfolios')).toEqual(before);
    expect(await rowsOf('SELECT * FROM bot_ticks')).toEqual([tickBefore]);
    await fixture.tellMinute(minute);
    const [after] = await rowsOf<{ nav_seq: string }>('SELECT nav_seq FROM bot_portfolios');
    expect(Number(after?.nav_seq)).toBe(7);
    await expectSound(fixture);
  });

  it('cannot double a bar: one that is told again is left alone', async () => {
    await fixture.run(6);
    const minute = await fixture.closeMinute();
    await fixture.restart();
    await fixture.takeOver();
    await fixture.tellMinute(minute);
    const strikes = await rowsOf('SELECT seq FROM bot_nav');
    expect(strikes).toHaveLength(7);
    await expectSound(fixture);
  });
});

describe('a bot whose equity is used up', () => {
  beforeEach(async () => {
    await fixture.close();
    fixture = await createBotsFixture({
      strategies: botStrategies(restlessStrategy({ gross: 6, maxDrawdown: 0.9, shorts: false })),
    });
    await fixture.run(11);
  });

  it('closes its series: investments end worthless, the house bears the rest, the next starts at 1.0', async () => {
    const { customer, investment } = await invest('1000');
    await fixture.run(1);
    fixture.market.shock(fixture.clock.now().getTime(), 0.2);
    for (let minute = 0; minute < 12; minute++) {
      await fixture.run(1);
      if ((await rowsOf('SELECT id FROM bot_portfolios')).length > 1) break;
    }
    const portfolios = await rowsOf<{ series: number; closed_at: Date | null }>(
      'SELECT series, closed_at FROM bot_portfolios ORDER BY series',
    );
    expect(portfolios.map(({ series, closed_at }) => [series, closed_at !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    const [ended] = await rowsOf(
      'SELECT status, usd_current_amount, stop_nav, stop_transfer_id FROM bot_investments WHERE id = $1',
      investment.id,
    );
    expect(ended).toEqual({
      status: 'inactive',
      usd_current_amount: '0.000000',
      stop_nav: '0.000000000000',
      stop_transfer_id: null,
    });
    expect(
      await rowsOf(
        'SELECT title, type FROM user_notifications WHERE subject_id = $1 ORDER BY id DESC LIMIT 1',
        investment.id,
      ),
    ).toEqual([{ title: 'Bot beendet', type: 'warning' }]);
    expect(await readInvested(fixture.database.db, customer.userId)).toEqual({ value: 0n, activeBots: 0 });
    await expect(
      fixture.runWork(customer, (work) =>
        stopBot(work, { userId: customer.userId, investmentId: investment.id }),
      ),
    ).rejects.toMatchObject({ code: 'INVESTMENT_STOPPED' });
    const next = await invest('500');
    await fixture.run(2);
    expect(fromWire(next.investment.usdInitialAmount)).toBe(fromWire('500'));
    await expectSound(fixture);
  });

  it('has no value anywhere while its investments are still being closed', async () => {
    const { clock, database, market } = fixture;
    const early = await invest('1000');
    await fixture.run(1);
    clock.advance(MINUTE_MS - TICK_MS);
    await fixture.tick();
    const minute = await fixture.closeMinute({ tell: false });
    clock.advance(300);
    // Its minute is over and not traded yet: this start still belongs to the series that ends with it.
    const late = await fixture.createCustomer('2000');
    await fixture.runWork(late, (work) =>
      startBot(work, { userId: late.userId, botType: 'smartbot', amountUsd: '2000' }),
    );
    clock.advance(300);
    market.shock(minute, 0.2);
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM bot_investments FOR UPDATE');
    try {
      await fixture.tellMinute(minute);
      void fixture.tick();
      expect(fixture.navs()).toEqual({ smartbot: { nav: '1.000000000000', series: 2 } });
      const worthless = { status: 'active', series: 1, usdCurrentAmount: '0.00' };
      const page = { page: 1, pageSize: 10 };
      for (const { userId } of [early.customer, late]) {
        expect((await listInvestments(database.db, userId, page)).items).toMatchObject([worthless]);
        expect(await readInvested(database.db, userId)).toEqual({ value: 0n, activeBots: 1 });
        const nothing = { ...OWN_MONEY, readOwnStarts: async () => [] };
        const wealth = await readWealthHistory(database.db, nothing, {
          userId,
          range: 'max',
          clockNow: clock.now(),
        });
        expect(wealth.sum.end).toBe('0.00');
        expect(wealth.holdings).toMatchObject([{ series: 1, value: '0.00' }]);
      }
      const everybodys = await listActiveInvestments(database.db, { search: null, ...page });
      expect(everybodys.items).toMatchObject([
        { series: 1, usdCurrentAmount: '0.00' },
        { series: 1, usdCurrentAmount: '0.00' },
      ]);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    await fixture.runner.idle();
    expect(await rowsOf(`SELECT id FROM bot_investments WHERE status = 'active'`)).toEqual([]);
    await expectSound(fixture);
  });
});

/** A pool that counts the statements it sends. */
function countingDatabase(url: string): { database: Database; statements(): number } {
  const database = openDatabase({ url, log: pino({ level: 'silent' }), maxConnections: 4 });
  let sent = 0;
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        sent += 1;
        return query(...args);
      },
    });
  });
  return { database, statements: () => sent };
}

/** Copies of an investment with their units and one transfer that pays for them, as 10,000 starts would have left them. */
async function manyInvestments(id: string, count: number): Promise<void> {
  await rowsOf(
    `WITH copied AS (
       INSERT INTO bot_investments (id, user_id, bot_type, portfolio_id, initial_amount, usd_initial_amount, units,
         daily_return_rate, start_nav, start_figures, start_transfer_id, started_at, created_at, last_updated)
       SELECT gen_random_uuid(), gen_random_uuid(), bot_type, portfolio_id, initial_amount, usd_initial_amount, units,
         daily_return_rate, start_nav, start_figures, gen_random_uuid(), started_at, created_at, last_updated
       FROM bot_investments, generate_series(1, $2) WHERE id = $1 RETURNING *
     )
     INSERT INTO bot_unit_entries (portfolio_id, investment_id, transfer_id, units, nav, figures, nav_seq, created_at)
     SELECT portfolio_id, id, start_transfer_id, units, start_nav, start_figures, 1, created_at FROM copied`,
    id,
    count,
  );
}

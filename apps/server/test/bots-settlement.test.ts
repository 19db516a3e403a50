import { fromWire } from '@botdepot/money';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInvested, startBot, stopBot } from '../src/modules/bots/index.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { LostLeadershipError } from '../src/platform/leader.ts';
import { type BotsFixture, botStrategies, createBotsFixture, restlessStrategy } from './bots-fixture.ts';
import { expectSound } from './invariants.ts';

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
  it('closes its series: investments end worthless, the house bears the rest, the next starts at 1.0', async () => {
    await fixture.close();
    fixture = await createBotsFixture({
      strategies: botStrategies(restlessStrategy({ gross: 6, maxDrawdown: 0.9, shorts: false })),
    });
    await fixture.run(11);
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

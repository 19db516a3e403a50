// Who contends for a bot in the races: customers who start and stop it, and the settlement of its pool.
import { fixed12FromText } from '@botdepot/money';
import type pg from 'pg';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { lockBotExclusive, settlePool } from '../../src/modules/bots/portfolio/portfolio.ts';
import { systemActor, type Work } from '../../src/platform/work.ts';
import { race } from '../races.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

export type Customer = Awaited<ReturnType<BotsFixture['createCustomer']>>;

/** Sets up one contest, runs it, and returns what went wrong in it: nothing, if the locks do their work. */
export type Contest = (fixture: BotsFixture, pool: pg.Pool) => Promise<string[]>;

/** Bots that have run for some minutes, so that their newest tick is fresh by the fixture's clock. */
export async function openRunningBots(): Promise<BotsFixture> {
  const fixture = await createBotsFixture();
  await fixture.run(7);
  return fixture;
}

/** All contenders act at the clock of the fixture, at which its ticks are fresh. */
export const contend = <T>(
  fixture: BotsFixture,
  pool: pg.Pool,
  contenders: Parameters<typeof race<T>>[1],
): ReturnType<typeof race<T>> => race<T>(pool, contenders, fixture.clock.now());

export const start = (customer: Customer, amountUsd: string) => ({
  actor: customer,
  run: (work: Work) => startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
});
export const stop = (customer: Customer, investmentId: string) => ({
  actor: customer,
  run: (work: Work) => stopBot(work, { userId: customer.userId, investmentId }),
});

/** What a bar does to the pool, without a new bar: the NAV stays that of the last strike. */
export const settlement = {
  actor: systemActor('race'),
  run: async (work: Work) => {
    await lockBotExclusive(work.tx, 'smartbot');
    const { rows } = await work.tx.$client.query<{ id: string; pool_account_id: string; nav: string }>(
      `SELECT p.id, p.pool_account_id, n.nav FROM bot_portfolios p
       JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq`,
    );
    const [row] = rows;
    if (!row) throw new Error('no portfolio');
    const portfolio = { id: row.id, botType: 'smartbot', poolAccountId: row.pool_account_id } as const;
    await settlePool(work, portfolio, fixed12FromText(row.nav));
  },
};

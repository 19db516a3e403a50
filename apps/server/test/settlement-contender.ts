import { fixed12FromText } from '@botdepot/money';
import { lockBotExclusive } from '../src/modules/bots/portfolio/bot-lock.ts';
import { settlePool } from '../src/modules/bots/portfolio/settle-pool.ts';
import { systemActor, type Work } from '../src/platform/work.ts';

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

import type { BotType } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { findRunningPortfolio } from '../portfolio/portfolio.store.ts';

export type Investors = { customers: number; investments: number; value: Micros };

/**
 * Who is invested in which portfolio, and what it is worth at the newest tick: whole cents per investment, as everywhere. One
 * pass over the active investments, of one portfolio or of all; portfolios without any are absent.
 */
export async function readInvestors(tx: Tx, portfolioId?: string): Promise<Map<string, Investors>> {
  const { rows } = await tx.$client.query<{
    portfolio_id: string;
    customers: number;
    investments: number;
    value: string;
  }>(
    `SELECT i.portfolio_id, count(DISTINCT i.user_id)::int AS customers, count(*)::int AS investments,
      coalesce(sum(floor(round(i.units * t.nav, 6) * 100) / 100), 0)::numeric(20,6) AS value
    FROM bot_investments i LEFT JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    WHERE i.status = 'active' AND ($1::uuid IS NULL OR i.portfolio_id = $1) GROUP BY i.portfolio_id`,
    [portfolioId ?? null],
  );
  return new Map(
    rows.map(({ portfolio_id, customers, investments, value }) => [
      portfolio_id,
      { customers, investments, value: fromWire(value) },
    ]),
  );
}

/** What customers have in a bot at this moment: what is at stake when it is paused. */
export async function readCustomersMoney(tx: Tx, botType: BotType): Promise<Micros> {
  const portfolio = await findRunningPortfolio(tx, botType);
  return portfolio ? ((await readInvestors(tx, portfolio.id)).get(portfolio.id)?.value ?? 0n) : 0n;
}

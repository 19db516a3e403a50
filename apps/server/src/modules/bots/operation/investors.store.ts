import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';

export type Investors = { customers: number; investments: number; value: Micros };

/**
 * Who is invested in which portfolio, and what it is worth at the newest tick: whole cents per investment, as everywhere. One
 * pass over the active investments; portfolios without any are absent.
 */
export async function readInvestors(tx: Tx): Promise<Map<string, Investors>> {
  const { rows } = await tx.$client.query<{
    portfolio_id: string;
    customers: number;
    investments: number;
    value: string;
  }>(`
    SELECT i.portfolio_id, count(DISTINCT i.user_id)::int AS customers, count(*)::int AS investments,
      coalesce(sum(floor(round(i.units * t.nav, 6) * 100) / 100), 0)::numeric(20,6) AS value
    FROM bot_investments i LEFT JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    WHERE i.status = 'active' GROUP BY i.portfolio_id`);
  return new Map(
    rows.map(({ portfolio_id, customers, investments, value }) => [
      portfolio_id,
      { customers, investments, value: fromWire(value) },
    ]),
  );
}

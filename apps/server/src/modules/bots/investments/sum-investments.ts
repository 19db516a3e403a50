import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';

// Each investment is worth whole cents, so the floor is taken before the sum: what the lists show adds up to this.
const SUM = `
  SELECT count(*) AS count, coalesce(sum(floor(round(i.units * t.nav, 6) * 100) / 100), 0)::numeric(20,6) AS value
  FROM bot_investments i JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
  WHERE i.status = 'active'`;

type SumRow = { count: string; value: string };
const parse = ([row]: SumRow[]): { count: number; value: Micros } => ({
  count: Number(row?.count ?? 0),
  value: fromWire(row?.value ?? '0'),
});

/** What a customer's running investments are worth at the newest tick, and how many there are. */
export async function readInvested(tx: Tx, userId: string): Promise<{ value: Micros; activeBots: number }> {
  const { rows } = await tx.$client.query<SumRow>({
    name: 'sum-own-investments',
    text: `${SUM} AND i.user_id = $1`,
    values: [userId],
  });
  const { count, value } = parse(rows);
  return { value, activeBots: count };
}

/** The same over all customers. */
export async function sumActiveInvestments(tx: Tx): Promise<{ count: number; value: Micros }> {
  const { rows } = await tx.$client.query<SumRow>({ name: 'sum-active-investments', text: SUM });
  return parse(rows);
}

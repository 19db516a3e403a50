import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';

// Each investment is worth whole cents, so the floor is taken before the sum: what the lists show adds up to this.
const VALUE = 'floor(round(i.units * t.nav, 6) * 100) / 100';
const AT_NEWEST_TICK = 'FROM bot_investments i JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id';
const SUM = `
  SELECT count(*) AS count, coalesce(sum(${VALUE}), 0)::numeric(20,6) AS value
  ${AT_NEWEST_TICK}`;

type SumRow = { count: string; value: string };
const parse = ([row]: SumRow[]): { count: number; value: Micros } => ({
  count: Number(row?.count ?? 0),
  value: fromWire(row?.value ?? '0'),
});

/** What a customer's running investments are worth at the newest tick, and how many there are. */
export async function readInvested(tx: Tx, userId: string): Promise<{ value: Micros; activeBots: number }> {
  const { rows } = await tx.$client.query<SumRow>({
    name: 'sum-own-investments',
    // With the status in the text, a plan that is kept from an empty table goes through everybody's that run.
    text: `${SUM} WHERE i.user_id = $1 AND i.status = $2`,
    values: [userId, 'active'],
  });
  const { count, value } = parse(rows);
  return { value, activeBots: count };
}

/** The same over all customers. */
export async function sumActiveInvestments(tx: Tx): Promise<{ count: number; value: Micros }> {
  const { rows } = await tx.$client.query<SumRow>({
    name: 'sum-active-investments',
    text: `${SUM} WHERE i.status = 'active'`,
  });
  return parse(rows);
}

/** What a customer's investments have brought so far, per status; null where there are none. */
export type InvestmentResults = { running: Micros | null; ended: Micros | null };

/** As the dashboard adds it up: what each is worth, or paid out, less what was put in. */
export async function readResults(tx: Tx, userId: string): Promise<InvestmentResults> {
  const { rows } = await tx.$client.query<{ running: string | null; ended: string | null }>({
    name: 'sum-own-results',
    text: `
      SELECT sum(${VALUE} - i.usd_initial_amount)
               FILTER (WHERE i.status = 'active')::numeric(20,6) AS running,
             sum(i.usd_current_amount - i.usd_initial_amount)
               FILTER (WHERE i.status = 'inactive')::numeric(20,6) AS ended
      ${AT_NEWEST_TICK}
      WHERE i.user_id = $1`,
    values: [userId],
  });
  const read = (sum: string | null | undefined) => (sum == null ? null : fromWire(sum));
  return { running: read(rows[0]?.running), ended: read(rows[0]?.ended) };
}

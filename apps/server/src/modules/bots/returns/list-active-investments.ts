import type { ActiveInvestment, BotType } from '@botdepot/contract';
import { fixed12FromText, fromWire, payoutOf, toWire } from '@botdepot/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { IdRange, SearchTerms } from '../../../platform/search-terms.ts';
import { investmentReference } from '../investments/investment.ts';

type Row = {
  id: string;
  number: string;
  user_id: string;
  email: string | null;
  bot_type: BotType;
  series: number;
  started_at: Date;
  usd_initial_amount: string;
  units: string;
  nav: string;
};

/** An investment outlives the account of its owner only until it is stopped; both happen at once. */
export type OwnedInvestment = Omit<ActiveInvestment, 'email'> & { email: string | null };

/** Everybody's running investments with what they are worth at the newest tick, newest first. */
export async function listActiveInvestments(
  tx: Tx,
  filter: { botType?: BotType | undefined; search: SearchTerms | null; page: number; pageSize: number },
): Promise<{ items: OwnedInvestment[]; total: number }> {
  const from = sql`
    FROM bot_investments i
    JOIN bot_portfolios b ON b.id = i.portfolio_id
    JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    LEFT JOIN user_profiles p ON p.user_id = i.user_id
    WHERE i.status = 'active'
      ${filter.botType ? sql`AND i.bot_type = ${filter.botType}` : sql``}
      ${filter.search ? sql`AND (${matches(filter.search)})` : sql``}`;
  const { rows } = await tx.execute<Row>(sql`
    SELECT i.id, i.number, i.user_id, p.email, i.bot_type, b.series, i.started_at, i.usd_initial_amount, i.units, t.nav
    ${from} ORDER BY i.started_at DESC, i.number DESC
    LIMIT ${filter.pageSize} OFFSET ${(filter.page - 1) * filter.pageSize}`);
  const counted = await tx.execute<{ total: string }>(sql`SELECT count(*) AS total ${from}`);
  return { items: rows.map(present), total: Number(counted.rows[0]?.total ?? 0) };
}

function matches({ text, ids, reference }: SearchTerms): SQL {
  const number = reference?.kind === 'investment' ? reference.number : null;
  const within = (column: SQL, range: IdRange): SQL =>
    sql`${column} BETWEEN ${range.from}::uuid AND ${range.to}::uuid`;
  return sql.join(
    [
      sql`strpos(p.email, ${text}) > 0`,
      ...(ids ? [within(sql`i.id`, ids), within(sql`i.user_id`, ids)] : []),
      ...(number === null ? [] : [sql`i.number = ${number}`]),
    ],
    sql` OR `,
  );
}

function present(row: Row): OwnedInvestment {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    reference: investmentReference(Number(row.number)),
    botType: row.bot_type,
    series: row.series,
    startedAt: new Date(row.started_at).toISOString(),
    usdInitialAmount: toWire(fromWire(row.usd_initial_amount)),
    usdCurrentAmount: toWire(payoutOf(fixed12FromText(row.units), fixed12FromText(row.nav))),
    units: row.units,
  };
}

/** Whose investments are meant: by the beginning of their id, or by their short number. */
export async function findInvestmentOwners(
  tx: Tx,
  { ids, reference }: SearchTerms,
  most = 50,
): Promise<string[]> {
  const number = reference?.kind === 'investment' ? reference.number : null;
  if (!ids && number === null) return [];
  const { rows } = await tx.execute<{ user_id: string }>(sql`
    SELECT DISTINCT user_id FROM bot_investments
    WHERE ${ids ? sql`id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid` : sql`number = ${number}`}
    LIMIT ${most}`);
  return rows.map((row) => row.user_id);
}

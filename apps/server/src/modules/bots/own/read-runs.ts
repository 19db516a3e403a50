import type { ProtocolEntry } from '@botdepot/contract';
import { fixed12ToText } from '@botdepot/money';
import { count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botFills, botNav, botProtocol } from '../bots.schema.ts';
import { readProtocol } from '../protocol/list-protocol.ts';

type Page = { page: number; pageSize: number };
const slice = ({ page, pageSize }: Page) => ({ limit: pageSize, offset: (page - 1) * pageSize });

/** Fills of a run, newest first, per unit. */
export async function listRunFills(tx: Tx, runId: string, page: Page) {
  const { limit, offset } = slice(page);
  const where = eq(botFills.portfolioId, runId);
  const rows = await tx
    .select()
    .from(botFills)
    .where(where)
    .orderBy(desc(botFills.barAt), desc(botFills.sequence))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx.select({ total: count() }).from(botFills).where(where);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.filledAt.toISOString(),
    symbol: row.symbol,
    side: row.side,
    quantity: row.quantity,
    price: row.price,
    midPrice: row.midPrice,
    fee: row.fee,
    spread: row.spread,
    slippage: row.slippage,
    financing: row.financing,
    realised: row.realised,
    reason: row.reason,
    decision: row.decision,
  }));
  return { items, total: counted?.total ?? 0 };
}

/** Strikes of a run, newest first. */
export async function listRunStrikes(tx: Tx, runId: string, page: Page) {
  const { limit, offset } = slice(page);
  const where = eq(botNav.portfolioId, runId);
  const rows = await tx
    .select()
    .from(botNav)
    .where(where)
    .orderBy(desc(botNav.seq))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx.select({ total: count() }).from(botNav).where(where);
  const items = rows.map((row) => ({
    seq: row.seq,
    at: row.at.toISOString(),
    nav: fixed12ToText(row.nav),
    maxDrawdown: row.maxDrawdown,
    realised: row.realised,
    unrealised: row.unrealised,
    fee: row.fee,
    spread: row.spread,
    slippage: row.slippage,
    financing: row.financing,
  }));
  return { items, total: counted?.total ?? 0 };
}

/** What a run did, left and why, newest first. */
export async function listRunProtocol(
  tx: Tx,
  runId: string,
  page: Page,
): Promise<{ items: ProtocolEntry[]; total: number }> {
  const [counted] = await tx
    .select({ total: count() })
    .from(botProtocol)
    .where(eq(botProtocol.portfolioId, runId));
  return { items: await readProtocol(tx, runId, slice(page)), total: counted?.total ?? 0 };
}

/** What is kept of a run beside its bookings: rows, and the bytes that they take without indexes. */
export async function measureRun(
  tx: Tx,
  runId: string,
): Promise<{ fills: number; strikes: number; protocol: number; bytes: number }> {
  const { rows } = await tx.$client.query<{ what: string; n: number; bytes: number }>(
    `SELECT 'fills' AS what, count(*)::int AS n, coalesce(sum(pg_column_size(f.*)), 0)::float8 AS bytes
       FROM bot_fills f WHERE f.portfolio_id = $1
     UNION ALL SELECT 'strikes', count(*)::int, coalesce(sum(pg_column_size(n.*)), 0) FROM bot_nav n WHERE n.portfolio_id = $1
     UNION ALL SELECT 'protocol', count(*)::int, coalesce(sum(pg_column_size(l.*)), 0)
       FROM bot_protocol l WHERE l.portfolio_id = $1
     UNION ALL SELECT 'state', count(*)::int, coalesce(sum(pg_column_size(p.state)), 0) FROM bot_portfolios p WHERE p.id = $1`,
    [runId],
  );
  const countOf = (wanted: 'fills' | 'strikes' | 'protocol') =>
    rows.find(({ what }) => what === wanted)?.n ?? 0;
  return {
    fills: countOf('fills'),
    strikes: countOf('strikes'),
    protocol: countOf('protocol'),
    bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}

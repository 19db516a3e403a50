import type { ProtocolEntry } from '@botdepot/contract';
import { FIXED12_ONE, type Fixed12, fixed12ToText } from '@botdepot/money';
import { and, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botFills, botNav, botPortfolios, botProtocol } from '../bots.schema.ts';
import { readNavPoints } from '../portfolio/nav-series.ts';
import { strikeOf } from '../portfolio/portfolio.ts';
import { drawdownOf, type Strike } from '../portfolio/strike.ts';
import { readProtocol } from '../protocol/list-protocol.ts';
import type { OwnRun } from './own-runs.ts';

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

/**
 * A fill with its run, its strike and the one before, null where that is no longer kept, and how many fills the strike has. Undefined
 * where there is none.
 */
export async function findRunFill(tx: Tx, id: string) {
  const [found] = await tx
    .select({ fill: getTableColumns(botFills), run: botPortfolios })
    .from(botFills)
    .innerJoin(botPortfolios, eq(botPortfolios.id, botFills.portfolioId))
    .where(eq(botFills.id, id));
  if (!found) return undefined;
  const { fill, run } = found;
  const { portfolioId, navSeq } = fill;
  const rows = await tx
    .select()
    .from(botNav)
    .where(and(eq(botNav.portfolioId, portfolioId), inArray(botNav.seq, [navSeq - 1, navSeq])));
  const strikes = new Map(rows.map((row) => [row.seq, strikeOf(row)]));
  const [counted] = await tx
    .select({ fills: count() })
    .from(botFills)
    .where(and(eq(botFills.portfolioId, portfolioId), eq(botFills.navSeq, navSeq)));
  return {
    fill,
    run,
    before: strikes.get(navSeq - 1) ?? null,
    strike: strikes.get(navSeq) ?? null,
    fills: counted?.fills ?? 0,
  };
}

/** Those of some runs that begin in the demo's history. */
export async function findDemoHistories(tx: Tx, runIds: readonly string[]): Promise<Set<string>> {
  const { portfolioId, seq, phase } = botNav;
  const rows = await tx
    .select({ id: portfolioId })
    .from(botNav)
    .where(and(inArray(portfolioId, [...runIds]), eq(seq, 1), eq(phase, 'demo')));
  return new Set(rows.map(({ id }) => id));
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

/** Enough for a chart. */
const CURVE_POINTS = 160;

/**
 * NAVs of a run from its start to its newest strike, evenly spaced in time, and at `newest` where that is later, each with its fall from
 * the highest until then.
 */
export async function readRunCurve(
  tx: Tx,
  run: Pick<OwnRun, 'id' | 'startedAt' | 'lastBarAt'>,
  newest: { at: Date; nav: Fixed12 },
): Promise<{ at: Date; nav: Fixed12; drawdown: number }[]> {
  const { id: key, startedAt: from, lastBarAt } = run;
  const range = { key, portfolioId: key, fromSeq: 0, toSeq: null, from, to: lastBarAt ?? from };
  const struck = (await readNavPoints(tx, [range], CURVE_POINTS)).get(key) ?? [];
  const isStruck = newest.at <= (struck.at(-1)?.at ?? from);
  const points = isStruck ? struck : [...struck, { ...newest, peak: newest.nav }];
  let peak = FIXED12_ONE;
  return points.map(({ at, nav, peak: highest }) => {
    // What ran before the installation opened has a peak of its own.
    if (highest > peak) peak = highest;
    return { at, nav, drawdown: drawdownOf(nav, peak) };
  });
}

/** The newest strike of each of some runs, by run; absent before the first. */
export async function readNewestStrikes(tx: Tx, runIds: readonly string[]): Promise<Map<string, Strike>> {
  const rows = await tx
    .select(getTableColumns(botNav))
    .from(botPortfolios)
    .innerJoin(botNav, and(eq(botNav.portfolioId, botPortfolios.id), eq(botNav.seq, botPortfolios.navSeq)))
    .where(inArray(botPortfolios.id, [...runIds]));
  return new Map(rows.map((row) => [row.portfolioId, strikeOf(row)]));
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

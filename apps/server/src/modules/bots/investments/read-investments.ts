import { DomainError, type Investment, type InvestmentStatus } from '@botdepot/contract';
import { type Fixed12, fixed12ToText, type Micros, payoutOf, toWire } from '@botdepot/money';
import { and, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botInvestments, botPortfolios, botTicks, botUnitEntries, type NavFigures } from '../bots.schema.ts';
import {
  maximumDrawdownOf,
  type NavPoint,
  type NavRange,
  type NavSegment,
  readNavPoints,
  readNavSegments,
} from '../portfolio/nav-series.store.ts';
import type { InvestmentRow } from './investment.store.ts';
import { investmentReference } from './investment.ts';

const SPARKLINE_POINTS = 40;

/** An investment with what it is worth now, or was when it was stopped. */
export type ValuedInvestment = {
  readonly row: InvestmentRow;
  /** Number of the bot's series that it is in. */
  readonly series: number;
  readonly at: Date;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
  /** Whole cents: exactly what a stop at this NAV pays, or paid. */
  readonly value: Micros;
  /** Strikes after the first and up to the second moved its value; null while it is active. */
  readonly fromSeq: number;
  readonly toSeq: number | null;
};

const seqOfEntry = (order: SQL): SQL<string> =>
  sql<string>`(SELECT e.nav_seq FROM ${botUnitEntries} e WHERE e.investment_id = ${botInvestments.id} ${order} LIMIT 1)`;

async function selectValued(
  tx: Tx,
  where: SQL | undefined,
  page: { limit: number; offset: number },
): Promise<ValuedInvestment[]> {
  const rows = await tx
    .select({
      row: getTableColumns(botInvestments),
      series: botPortfolios.series,
      tick: { at: botTicks.at, nav: botTicks.nav, figures: botTicks.figures },
      fromSeq: seqOfEntry(sql`ORDER BY e.seq`),
      lastSeq: seqOfEntry(sql`ORDER BY e.seq DESC`),
    })
    .from(botInvestments)
    .innerJoin(botPortfolios, eq(botPortfolios.id, botInvestments.portfolioId))
    // A portfolio has a tick before anybody can invest in it, and keeps its last one.
    .innerJoin(botTicks, eq(botTicks.portfolioId, botInvestments.portfolioId))
    .where(where)
    .orderBy(
      sql`${botInvestments.status} = 'inactive'`,
      desc(botInvestments.startedAt),
      desc(botInvestments.number),
    )
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ row, series, tick, fromSeq, lastSeq }) => ({
    row,
    series,
    ...valuedNow(row, tick, Number(fromSeq), Number(lastSeq)),
  }));
}

function valuedNow(
  row: InvestmentRow,
  tick: { at: Date; nav: Fixed12; figures: NavFigures },
  fromSeq: number,
  lastSeq: number,
): Omit<ValuedInvestment, 'row' | 'series'> {
  const { stoppedAt, stopNav, stopFigures, usdCurrentAmount } = row;
  if (stoppedAt !== null && stopNav !== null && stopFigures !== null && usdCurrentAmount !== null)
    return {
      at: stoppedAt,
      nav: stopNav,
      figures: stopFigures,
      value: usdCurrentAmount,
      fromSeq,
      toSeq: lastSeq,
    };
  // The tick of a start may be a moment older than the start itself.
  const at = tick.at > row.startedAt ? tick.at : row.startedAt;
  return {
    at,
    nav: tick.nav,
    figures: tick.figures,
    value: payoutOf(row.units, tick.nav),
    fromSeq,
    toSeq: null,
  };
}

export const rangeOf = ({ row, fromSeq, toSeq, at }: ValuedInvestment): NavRange => ({
  key: row.id,
  portfolioId: row.portfolioId,
  fromSeq,
  toSeq,
  from: row.startedAt,
  to: at,
});

/** Own investments, active first, then the newest. */
export async function listInvestments(
  tx: Tx,
  userId: string,
  filter: { status?: InvestmentStatus | undefined; page: number; pageSize: number },
): Promise<{ items: Investment[]; total: number }> {
  const where = and(
    eq(botInvestments.userId, userId),
    filter.status ? eq(botInvestments.status, filter.status) : undefined,
  );
  const valued = await selectValued(tx, where, {
    limit: filter.pageSize,
    offset: (filter.page - 1) * filter.pageSize,
  });
  const [counted] = await tx.select({ total: count() }).from(botInvestments).where(where);
  return { items: await presentAll(tx, valued), total: counted?.total ?? 0 };
}

/** The ids of a customer's investments, the newest first. */
export async function listInvestmentIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: botInvestments.id })
    .from(botInvestments)
    .where(eq(botInvestments.userId, userId))
    .orderBy(desc(botInvestments.startedAt), desc(botInvestments.number));
  return rows.map(({ id }) => id);
}

/** One of the customer's investments with its value. Throws INVESTMENT_NOT_FOUND for foreign ones as for unknown ones. */
export async function findValued(tx: Tx, userId: string, id: string): Promise<ValuedInvestment> {
  const where = and(eq(botInvestments.id, id), eq(botInvestments.userId, userId));
  const [valued] = await selectValued(tx, where, { limit: 1, offset: 0 });
  if (!valued) throw DomainError.of('INVESTMENT_NOT_FOUND');
  return valued;
}

export async function readInvestment(tx: Tx, userId: string, id: string): Promise<Investment> {
  const [investment] = await presentAll(tx, [await findValued(tx, userId, id)]);
  if (!investment) throw DomainError.of('INVESTMENT_NOT_FOUND');
  return investment;
}

async function presentAll(tx: Tx, valued: readonly ValuedInvestment[]): Promise<Investment[]> {
  const ranges = valued.map(rangeOf);
  const points = await readNavPoints(tx, ranges, SPARKLINE_POINTS);
  const segments = await readNavSegments(tx, ranges);
  return valued.map((one) =>
    presentInvestment(one, segments.get(one.row.id) ?? [], points.get(one.row.id) ?? []),
  );
}

export function presentInvestment(
  { row, series, at, nav, value }: ValuedInvestment,
  segments: readonly NavSegment[],
  points: readonly NavPoint[],
): Investment {
  const profit = value - row.usdInitialAmount;
  return {
    id: row.id,
    reference: investmentReference(row.number),
    botType: row.botType,
    series,
    currency: 'USDT',
    status: row.status,
    usdInitialAmount: toWire(row.usdInitialAmount),
    usdCurrentAmount: toWire(value),
    profit: toWire(profit),
    returnFraction: Number(profit) / Number(row.usdInitialAmount),
    maxDrawdownFraction: maximumDrawdownOf(row.startNav, segments, nav),
    units: fixed12ToText(row.units),
    navAtStart: fixed12ToText(row.startNav),
    nav: fixed12ToText(nav),
    startedAt: row.startedAt.toISOString(),
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    lastUpdated: (row.status === 'active' ? at : row.lastUpdated).toISOString(),
    startTransferId: row.startTransferId,
    stopTransferId: row.stopTransferId,
    sparkline: [row.startNav, ...points.map((point) => point.nav), nav].map(asNumber),
  };
}

/** NAV as a double, for charts only. */
export const asNumber = (nav: Fixed12): number => Number(fixed12ToText(nav));

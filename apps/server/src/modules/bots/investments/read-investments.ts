import {
  type BotType,
  DomainError,
  type Investment,
  type InvestmentDetail,
  type InvestmentStatus,
} from '@botdepot/contract';
import { type Fixed12, fixed12ToText, fromWire, type Micros, payoutOf, toWire } from '@botdepot/money';
import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import {
  botInvestments,
  botPortfolios,
  botTicks,
  botUnitEntries,
  manualTradingRecords,
  type NavFigures,
} from '../bots.schema.ts';
import {
  maximumDrawdownOf,
  type NavPoint,
  type NavRange,
  type NavSegment,
  peaksAt,
  readNavPoints,
  readNavSegments,
} from '../portfolio/nav-series.ts';
import { drawdownOf } from '../portfolio/strike.ts';
import { breakdownOf } from './breakdown.ts';
import { type InvestmentRow, investmentReference } from './investment.ts';
import { usualRangeOf } from './usual-range.ts';

const SPARKLINE_POINTS = 40;

/** An investment with what it is worth now, or was when it was stopped. */
type ValuedInvestment = {
  readonly row: InvestmentRow;
  /** Number of the bot's series that it is in. */
  readonly series: number;
  readonly at: Date;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
  /** Whole cents: exactly what a stop at this NAV pays, or paid. */
  readonly value: Micros;
  /** Booked by hand, all in all. */
  readonly manual: Micros;
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
      manual: sql<
        string | null
      >`(SELECT sum(m.profit_loss) FROM ${manualTradingRecords} m WHERE m.investment_id = ${botInvestments.id})`,
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
  return rows.map(({ row, series, tick, fromSeq, lastSeq, manual }) => ({
    row,
    series,
    manual: fromWire(manual ?? '0'),
    ...valuedNow(row, tick, Number(fromSeq), Number(lastSeq)),
  }));
}

function valuedNow(
  row: InvestmentRow,
  tick: { at: Date; nav: Fixed12; figures: NavFigures },
  fromSeq: number,
  lastSeq: number,
): Omit<ValuedInvestment, 'row' | 'series' | 'manual'> {
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

const rangeOf = ({ row, fromSeq, toSeq, at }: ValuedInvestment): NavRange => ({
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
  filter: {
    status?: InvestmentStatus | undefined;
    number?: number | undefined;
    page: number;
    pageSize: number;
  },
): Promise<{ items: Investment[]; total: number }> {
  const where = and(
    eq(botInvestments.userId, userId),
    filter.status ? eq(botInvestments.status, filter.status) : undefined,
    filter.number === undefined ? undefined : eq(botInvestments.number, filter.number),
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

function presentInvestment(
  { row, series, at, nav, value, manual }: ValuedInvestment,
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
    manual: toWire(manual),
    returnFraction: Number(profit) / Number(row.usdInitialAmount),
    maxDrawdownFraction: maximumDrawdownOf(row.startNav, segments, nav),
    usual: row.status === 'active' ? usualRangeOf(row.botType, row.startedAt, at) : null,
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

const HISTORY_POINTS = 300;
const SPARKLINE_STEP = 8;

/**
 * One of the customer's investments with its breakdown and value history; the caller reads on one snapshot. Throws
 * INVESTMENT_NOT_FOUND.
 */
export async function readInvestmentDetail(tx: Tx, userId: string, id: string): Promise<InvestmentDetail> {
  const valued = await findValued(tx, userId, id);
  const { row, at, nav, value, manual } = valued;
  const ranges = [rangeOf(valued)];
  const points = (await readNavPoints(tx, ranges, HISTORY_POINTS - 2, true)).get(id) ?? [];
  const segments = (await readNavSegments(tx, ranges)).get(id) ?? [];
  const entries = await tx
    .select()
    .from(botUnitEntries)
    .where(eq(botUnitEntries.investmentId, id))
    .orderBy(asc(botUnitEntries.seq));
  const changes = row.status === 'active' ? entries : entries.slice(0, -1);

  const unitsAt = (time: Date): Fixed12 =>
    changes.reduce((units, change) => (change.createdAt <= time ? units + change.units : units), 0n);
  const peaks = peaksAt(row.startNav, segments, points);
  const history = points
    .map((point, index) => ({
      at: point.at,
      value: toWire(payoutOf(unitsAt(point.at), point.nav)),
      drawdown: drawdownOf(point.nav, peaks[index] ?? point.nav),
    }))
    // The first strike of a range may be a moment older than the investment (see `readNavSegments`).
    .filter(({ at }) => at > row.startedAt)
    .map((point) => ({ ...point, at: point.at.toISOString() }));
  const lastPeak = peaks.at(-1) ?? row.startNav;
  return {
    ...presentInvestment(
      valued,
      segments,
      points.filter((_, index) => index % SPARKLINE_STEP === 0),
    ),
    breakdown: breakdownOf({
      initial: row.usdInitialAmount,
      changes,
      now: valued.figures,
      manual,
      value,
    }),
    valueHistory: [
      { at: row.startedAt.toISOString(), value: toWire(row.usdInitialAmount), drawdown: 0 },
      ...history,
      { at: at.toISOString(), value: toWire(value), drawdown: Math.min(0, drawdownOf(nav, lastPeak)) },
    ],
  };
}

// Each investment is worth whole cents, so the floor is taken before the sum: what the lists show adds up to this.
const VALUE = 'floor(round(i.units * t.nav, 6) * 100) / 100';
const BY_HAND = '(SELECT sum(m.profit_loss) FROM bot_manual_records m WHERE m.investment_id = i.id)';
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

/**
 * Of one bot: how many run, since when the oldest of them, what was put in, what they are worth, and what they and the ended
 * ones have brought; of that `byHand` by bookings of an operator.
 */
export type BotResults = InvestmentResults & {
  byHand: Record<keyof InvestmentResults, Micros>;
  count: number;
  since: Date | null;
  initial: Micros;
  value: Micros;
};

/** As the dashboard adds it up: what each is worth, or paid out, less what was put in; of every bot the customer has or had. */
export async function readResults(
  tx: Tx,
  userId: string,
): Promise<InvestmentResults & { ofBots: ReadonlyMap<BotType, BotResults> }> {
  const { rows } = await tx.$client.query<
    SumRow & {
      bot_type: BotType;
      since: Date | null;
      initial: string;
      running: string | null;
      ended: string | null;
      running_by_hand: string;
      ended_by_hand: string;
    }
  >({
    name: 'sum-own-results',
    text: `
      SELECT i.bot_type,
             count(*) FILTER (WHERE i.status = 'active') AS count,
             min(i.started_at) FILTER (WHERE i.status = 'active') AS since,
             coalesce(sum(i.usd_initial_amount) FILTER (WHERE i.status = 'active'), 0)::numeric(20,6) AS initial,
             coalesce(sum(${VALUE}) FILTER (WHERE i.status = 'active'), 0)::numeric(20,6) AS value,
             sum(${VALUE} - i.usd_initial_amount)
               FILTER (WHERE i.status = 'active')::numeric(20,6) AS running,
             sum(i.usd_current_amount - i.usd_initial_amount)
               FILTER (WHERE i.status = 'inactive')::numeric(20,6) AS ended,
             coalesce(sum(${BY_HAND}) FILTER (WHERE i.status = 'active'), 0)::numeric(20,6) AS running_by_hand,
             coalesce(sum(${BY_HAND}) FILTER (WHERE i.status = 'inactive'), 0)::numeric(20,6) AS ended_by_hand
      ${AT_NEWEST_TICK}
      WHERE i.user_id = $1
      GROUP BY i.bot_type`,
    values: [userId],
  });
  const read = (sum: string | null) => (sum === null ? null : fromWire(sum));
  const ofBots = new Map(
    rows.map((row) => [
      row.bot_type,
      {
        ...parse([row]),
        since: row.since,
        initial: fromWire(row.initial),
        running: read(row.running),
        ended: read(row.ended),
        byHand: { running: fromWire(row.running_by_hand), ended: fromWire(row.ended_by_hand) },
      },
    ]),
  );
  const total = (sums: (Micros | null)[]) =>
    sums.reduce<Micros | null>((all, sum) => (sum === null ? all : (all ?? 0n) + sum), null);
  return {
    running: total([...ofBots.values()].map(({ running }) => running)),
    ended: total([...ofBots.values()].map(({ ended }) => ended)),
    ofBots,
  };
}

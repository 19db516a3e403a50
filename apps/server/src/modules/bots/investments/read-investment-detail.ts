import type { InvestmentDetail } from '@botdepot/contract';
import { type Fixed12, fromWire, payoutOf, toWire } from '@botdepot/money';
import { asc, eq, sum } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botUnitEntries, manualTradingRecords } from '../bots.schema.ts';
import { peaksAt, readNavPoints, readNavSegments } from '../portfolio/nav-series.store.ts';
import { drawdownOf } from '../portfolio/strike.ts';
import { breakdownOf } from './breakdown.ts';
import { findValued, presentInvestment, rangeOf } from './read-investments.ts';

const HISTORY_POINTS = 300;
const SPARKLINE_STEP = 8;

/**
 * One of the customer's investments with its breakdown and value history; the caller reads on one snapshot. Throws
 * INVESTMENT_NOT_FOUND.
 */
export async function readInvestmentDetail(tx: Tx, userId: string, id: string): Promise<InvestmentDetail> {
  const valued = await findValued(tx, userId, id);
  const { row, at, nav, value } = valued;
  const ranges = [rangeOf(valued)];
  const points = (await readNavPoints(tx, ranges, HISTORY_POINTS - 2, true)).get(id) ?? [];
  const segments = (await readNavSegments(tx, ranges)).get(id) ?? [];
  const entries = await tx
    .select()
    .from(botUnitEntries)
    .where(eq(botUnitEntries.investmentId, id))
    .orderBy(asc(botUnitEntries.seq));
  const changes = row.status === 'active' ? entries : entries.slice(0, -1);
  const [manual] = await tx
    .select({ total: sum(manualTradingRecords.profitLoss) })
    .from(manualTradingRecords)
    .where(eq(manualTradingRecords.investmentId, id));

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
      manual: fromWire(manual?.total ?? '0'),
      value,
    }),
    valueHistory: [
      { at: row.startedAt.toISOString(), value: toWire(row.usdInitialAmount), drawdown: 0 },
      ...history,
      { at: at.toISOString(), value: toWire(value), drawdown: Math.min(0, drawdownOf(nav, lastPeak)) },
    ],
  };
}
